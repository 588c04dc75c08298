import { access, constants, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DagradeError } from "../errors.js";
import { evaluateDag } from "../evaluate.js";
import type { Evaluation, EvaluationEvent } from "../model/evaluation.js";
import type { EvaluateOptions } from "../options.js";
import { points } from "../report/figures.js";
import { REPORT_FORMATS, renderReport } from "../report/render-report.js";
import { STATUS_MARKS } from "../report/status-mark.js";
import { visibleLine } from "../report/visible-text.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { loadValue } from "./load-value.js";
import { choiceOption, listOption, numberOption, textOption, type Options } from "./option-values.js";
import type { Terminal } from "./terminal.js";

/** `dagrade run`: evaluates a document, prints the report, and tells by its exit code whether the score is enough. */
export async function run(file: string, options: Options, terminal: Terminal): Promise<ExitCode> {
  const format = choiceOption(options, "format", REPORT_FORMATS, "text");
  const minPercent = numberOption(options, "minPercent", { least: 0, most: 100 });
  const out = textOption(options, "out");
  const evaluateOptions = await optionsOf(options, terminal);
  if (out !== undefined) await writing(out, access(dirname(out), constants.W_OK)); // before the run, not after it

  const evaluation = await evaluateDag(file, evaluateOptions);
  terminal.out(renderReport(evaluation, format));
  if (out !== undefined) await writing(out, writeFile(out, renderReport(evaluation, "json")));
  return exitCodeOf(evaluation, minPercent, terminal);
}

async function optionsOf(options: Options, terminal: Terminal): Promise<EvaluateOptions> {
  const config = textOption(options, "config");
  const base = config === undefined ? {} : await loadValue(config);
  if (typeof base !== "object" || base === null || Array.isArray(base)) {
    throw new DagradeError("CONFIG_INVALID", `expected ${config} to hold the options of evaluateDag, { target: { ... }, ... }`);
  }
  const given = base as Partial<EvaluateOptions>;
  const target = { baseUrl: textOption(options, "baseUrl"), workspace: textOption(options, "workspace") };
  const nodes = listOption(options, "selectNode");
  const flags = {
    select: nodes === undefined ? undefined : { ...given.select, nodes },
    concurrency: numberOption(options, "concurrency", { least: 1, most: 1024 }),
    journal: textOption(options, "journal"),
    dryRun: options["dryRun"] === true ? true : undefined,
  };
  return {
    ...given,
    ...defined(flags),
    target: { ...given.target, ...defined(target) },
    signal: given.signal === undefined ? terminal.signal : AbortSignal.any([given.signal, terminal.signal]),
    onEvent(event) {
      if (options["quiet"] !== true) progress(event, terminal);
      given.onEvent?.(event);
    },
  };
}

/** An object without the keys whose values are undefined. */
function defined<Value extends object>(value: Value): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as { [Key in keyof Value]?: Exclude<Value[Key], undefined> };
}

function progress(event: EvaluationEvent, terminal: Terminal): void {
  if (event.type !== "node-end") return;
  const { node, done, nodes } = event;
  terminal.error(`${STATUS_MARKS[node.status].sign} ${done}/${nodes} ${visibleLine(node.id)} ${points(node.score)}/${points(node.maxScore)}\n`);
}

async function writing(path: string, attempt: Promise<void>): Promise<void> {
  try {
    await attempt;
  } catch (cause) {
    throw new DagradeError("CONFIG_INVALID", `the report can not be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function exitCodeOf(evaluation: Evaluation, minPercent: number | undefined, terminal: Terminal): ExitCode {
  const { percent } = evaluation.score;
  if (terminal.signal.aborted) return EXIT.interrupted;
  if (evaluation.status === "aborted") return EXIT.below;
  return minPercent === undefined || (percent !== null && percent >= minPercent) ? EXIT.ok : EXIT.below;
}
