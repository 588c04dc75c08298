import { cac, type CAC } from "cac";
import { DagradeError } from "../errors.js";
import { REPORT_FORMATS } from "../report/render-report.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { lint } from "./lint.js";
import type { Options } from "./option-values.js";
import { primitives } from "./primitives.js";
import { report } from "./report.js";
import { run } from "./run.js";
import { schema } from "./schema.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs one command line (without `node` and the script) and resolves with the exit code. Never rejects for what a user can
 * cause: that is one message on the error output, without a stack trace.
 */
export async function runCli(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  try {
    const program = programFor(terminal, version);
    program.parse(["node", "dagrade", ...args.map(guarded)], { run: false });
    const { help, version: isVersion } = program.options as { help?: boolean; version?: boolean };
    if (help === true || (isVersion === true && program.matchedCommand === undefined)) return EXIT.ok; // cac has printed it
    if (program.matchedCommand === undefined) return unknownCommand(program, terminal);
    return await (program.runMatchedCommand() as Promise<ExitCode>);
  } catch (error) {
    return failed(error, terminal);
  }
}

function programFor(terminal: Terminal, version: string): CAC {
  const program = cac("dagrade");
  const action = (command: (files: readonly string[], options: Options, terminal: Terminal) => Promise<ExitCode>) => {
    return (files: readonly string[], options: Options) => command(files.map(restored), restoredOptions(options), terminal);
  };
  const formats = `One of ${REPORT_FORMATS.join(", ")} (default: text)`;
  const dialect = "auto (default), native or saasbench: how the document is read";
  const registry = "A module whose default export is a registry or a list of primitives";
  program
    .command("lint <...dags>", "Tell what is wrong with documents, without running them")
    .option("--format <format>", "text (default) or json")
    .option("--scoring-config <file>", "A separate scoring_config")
    .option("--registry <module>", registry)
    .option("--extends <preset>", "recommended (default), or strict: warnings count as errors, infos as warnings")
    .option("--rule <code=level>", "Set a rule to off, warn or error; may be repeated")
    .option("--dialect <dialect>", dialect)
    .option("--fix", "Mend what needs no guess, in the files themselves")
    .action(action(lint));
  program
    .command("run <dag>", "Evaluate a running system")
    .option("--config <file>", "A module (default export) or JSON file with the options of evaluateDag, the target among them")
    .option("--base-url <url>", "Where the system answers; wins over the configuration")
    .option("--workspace <folder>", "Where its files are; wins over the configuration")
    .option("--format <format>", formats)
    .option("--out <file>", "Write the JSON report there as well")
    .option("--scoring-config <file>", "A separate scoring_config")
    .option("--registry <module>", `${registry}; wins over the configuration`)
    .option("--dialect <dialect>", dialect)
    .option("--select-node <ids>", "Only these nodes, separated by commas, and their prerequisites")
    .option("--select-category <names>", "Only nodes of these categories, and their prerequisites")
    .option("--select-trajectory <names>", "Only nodes of these trajectories, and their prerequisites")
    .option("--concurrency <number>", "How many nodes may run at a time; any number gives the same report")
    .option("--min-percent <number>", "Exit with 1 when the score is lower (default: when a deterministic point is missing)")
    .option("--journal <file>", "Keep finished nodes there, and do not run again those that it holds")
    .option("--dry-run", "Plan only: nothing is opened, every node ends DRY_RUN")
    .option("--quiet", "No progress on the error output")
    .action((file: string, options: Options) => run(restored(file), restoredOptions(options), terminal));
  program.command("report <...reports>", "Render JSON reports; several make up a benchmark").option("--format <format>", formats).action(action(report));
  program
    .command("schema", "Print the JSON Schema of documents, for editors")
    .option("--registry <module>", registry)
    .action((options: Options) => schema(restoredOptions(options), terminal));
  program
    .command("primitives", "List the primitives")
    .option("--format <format>", "table (default), markdown or json")
    .option("--registry <module>", registry)
    .action((options: Options) => primitives(restoredOptions(options), terminal));
  program.help();
  program.version(version);
  return program;
}

/** cac turns what looks like a number into one, and the node `007` into 7; behind a NUL, which no argument can hold, it stays text. */
function guarded(argument: string, index: number): string {
  if (index === 0) return argument;
  return argument.startsWith("-") ? argument.replace("=", `=${GUARD}`) : GUARD + argument;
}

const GUARD = "\0";

function restored(text: string): string {
  return text.replace(GUARD, "");
}

function restoredOptions(options: Options): Options {
  const value = (item: unknown): unknown => (typeof item === "string" ? restored(item) : Array.isArray(item) ? item.map(value) : item);
  return Object.fromEntries(Object.entries(options).map(([name, item]) => [name, value(item)]));
}

function unknownCommand(program: CAC, terminal: Terminal): ExitCode {
  const [name] = program.args;
  const names = program.commands.map((command) => command.name);
  if (name === undefined) program.outputHelp();
  else terminal.error(`expected a command of ${names.join(", ")}, got ${JSON.stringify(name)}\n`);
  return EXIT.unusable;
}

function failed(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof DagradeError) {
    terminal.error(`${error.message}${error.hint === undefined ? "" : `\n${error.hint}`}\n`);
    return error.code === "ABORTED" ? EXIT.interrupted : EXIT.unusable;
  }
  if (error instanceof Error && error.name === "CACError") {
    terminal.error(`${restored(error.message)}; see dagrade --help\n`);
    return EXIT.unusable;
  }
  throw error;
}
