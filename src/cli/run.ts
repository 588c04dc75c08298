import { access, constants, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DagradeError } from "../errors.js";
import { evaluateDag } from "../evaluate.js";
import { loadDag } from "../documents.js";
import type { Dag } from "../model/dag.js";
import { defined } from "../model/defined.js";
import type { Evaluation, EvaluationEvent } from "../model/evaluation.js";
import type { EvaluateOptions } from "../options.js";
import { points } from "../report/figures.js";
import { REPORT_FORMATS, renderReport } from "../report/render-report.js";
import { STATUS_MARKS } from "../report/status-mark.js";
import { visibleLine } from "../report/visible-text.js";
import { dialectOption } from "./dialect-option.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { loadRegistry } from "./load-registry.js";
import { loadValue } from "./load-value.js";
import { choiceOption, listOption, numberOption, textOption, type Options } from "./option-values.js";
import type { Terminal } from "./terminal.js";

/** `dagrade run`: evaluates a document, prints the report, and tells by its exit code whether the score is enough: all deterministic points, or `--min-percent`. */
export async function run(file: string, options: Options, terminal: Terminal): Promise<ExitCode> {
  const format = choiceOption(options, "format", REPORT_FORMATS, "text");
  const minPercent = numberOption(options, "minPercent", { least: 0, most: 100 });
  const out = textOption(options, "out");
  const evaluateOptions = await optionsOf(options, terminal);
  if (out !== undefined) await writing(out, access(dirname(out), constants.W_OK)); // before the run, not after it

  const evaluation = await evaluateDag(await sourceOf(file, options, evaluateOptions), evaluateOptions);
  terminal.out(renderReport(evaluation, format));
  if (out !== undefined) await writing(out, writeFile(out, renderReport(evaluation, "json")));
  return exitCodeOf(evaluation, minPercent, terminal);
}

/** The document; loaded already where it is to be read in a way of its own, or together with a separate scoring configuration. */
async function sourceOf(file: string, options: Options, { registry }: EvaluateOptions): Promise<string | Dag> {
  const loading = { ...dialectOption(options), ...defined({ scoringConfig: textOption(options, "scoringConfig") }) };
  return Object.keys(loading).length === 0 ? file : loadDag(file, { ...loading, ...defined({ registry }) });
}

async function optionsOf(options: Options, terminal: Terminal): Promise<EvaluateOptions> {
  const config = textOption(options, "config");
  const base = config === undefined ? {} : await loadValue(config);
  if (typeof base !== "object" || base === null || Array.isArray(base)) {
    throw new DagradeError("CONFIG_INVALID", `expected ${config} to hold the options of evaluateDag, { target: { ... }, ... }`);
  }
  const given = base as Partial<EvaluateOptions>;
  const target = { baseUrl: textOption(options, "baseUrl"), workspace: textOption(options, "workspace") };
  const registry = textOption(options, "registry");
  const select = defined({ nodes: listOption(options, "selectNode"), categories: listOption(options, "selectCategory"), trajectories: listOption(options, "selectTrajectory") });
  const flags = {
    registry: registry === undefined ? undefined : await loadRegistry(registry),
    select: Object.keys(select).length === 0 ? undefined : { ...given.select, ...select },
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
  if (terminal.signal.aborted) return EXIT.interrupted;
  const isEnough = evaluation.status === "completed" && (minPercent === undefined ? earnsAll(evaluation) : (evaluation.score.percent ?? -1) >= minPercent);
  return isEnough ? EXIT.ok : EXIT.below;
}

/** Whether every deterministic point was earned; a plan has none to earn, and a run that could score nothing earned none, nor one of no nodes. */
function earnsAll({ score, counts, nodes }: Evaluation): boolean {
  if (nodes.length > 0 && counts.DRY_RUN === nodes.length) return true;
  return counts.ERROR === 0 && score.percent !== null && score.deterministicEarned >= score.deterministicMax;
}
