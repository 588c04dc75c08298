import { lintDag, loadDag } from "../index.js";
import { DagradeError } from "../errors.js";
import type { Diagnostic } from "../model/dag.js";
import { visibleLine } from "../report/visible-text.js";
import { diagnosticLines, diagnosticSummary } from "./diagnostic-lines.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { loadRegistry } from "./load-registry.js";
import { choiceOption, textOption, type Options } from "./option-values.js";
import type { Terminal } from "./terminal.js";

/** `dagrade lint`: everything that can be said about documents without running them. */
export async function lint(files: readonly string[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const format = choiceOption(options, "format", ["text", "json"], "text");
  const scoringConfig = textOption(options, "scoringConfig");
  const registry = await loadRegistry(textOption(options, "registry"));
  const found: { file: string; diagnostics: readonly Diagnostic[] }[] = [];
  for (const file of files) {
    const loaded = loadDag(file, { registry, ...(scoringConfig === undefined ? {} : { scoringConfig }) });
    found.push({ file, diagnostics: await loaded.then((dag) => lintDag(dag, { registry }), problemsOf) });
  }
  if (format === "json") terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  else for (const { file, diagnostics } of found) terminal.out(`${textOf(file, diagnostics).join("\n")}\n`);
  if (found.every(({ diagnostics }) => diagnostics.some(({ code }) => code === "unreadable" || code === "too-large"))) return EXIT.unusable;
  return found.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error")) ? EXIT.below : EXIT.ok;
}

function problemsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof DagradeError && error.code === "DAG_INVALID") return error.diagnostics;
  throw error;
}

function textOf(file: string, diagnostics: readonly Diagnostic[]): string[] {
  return [...diagnosticLines(file, diagnostics).map(visibleLine), `${file}: ${diagnosticSummary(diagnostics)}`];
}
