import { defined } from "../model/defined.js";
import type { StepResult } from "../model/evaluation.js";
import { StepFailure, type Verdict } from "../model/outcome.js";
import type { UsedVariable } from "../model/template.js";
import type { InputFinding, Primitive } from "../primitives/define.js";
import { parseStepInputs, type ParsedInputs } from "../primitives/step-inputs.js";
import { checkInputs } from "../primitives/written-inputs.js";
import type { WrittenStep } from "../primitives/written-step.js";
import { boundEvidence, boundMessage } from "./evidence.js";
import { StepHarvest } from "./harvest-step.js";
import type { NodeRun } from "./node-run.js";
import { resolveInputs } from "./resolve.js";
import { RunningStep } from "./running-step.js";
import { Span } from "./span.js";
import { StepContext } from "./step-context.js";
import { readVerdict, unknownPrimitive, verdictOf, type ReadVerdict } from "./verdict.js";

/**
 * Runs one step to its one outcome: clear the slots it writes, resolve placeholders, check inputs, act, harvest.
 * Never rejects.
 */
export async function runStep(run: NodeRun, stepIndex: number, step: WrittenStep): Promise<StepResult> {
  const started = performance.now();
  const { primitive } = step;
  const span = new Span("step", run.limits.stepMs, run.span);
  run.stepSpan = span;
  const forgetEarlier = forgettingEarlier(run, step);
  const end = (verdict: ReadVerdict | Verdict): StepResult => {
    if (verdict.outcome !== "pass") forgetEarlier?.();
    return stepResult(run, step, verdict, started);
  };
  try {
    if (run.span.reason !== undefined) throw run.span.reason; // not even a step that would not notice runs once the time is over
    return end(primitive === undefined ? unknownPrimitive(step.type) : await act(run, stepIndex, step, primitive, span));
  } catch (thrown) {
    try {
      return end(verdictOf(span.reason ?? thrown, primitive));
    } catch {
      return end({ outcome: "error", code: "unreadable-verdict", message: `what ${step.type} returned or threw can not be read` });
    }
  } finally {
    span.end();
  }
}

async function act(run: NodeRun, stepIndex: number, step: WrittenStep, primitive: Primitive, span: Span): Promise<ReadVerdict> {
  const { state } = run;
  for (const slot of primitive.produces ?? []) state.clear(slot);
  const { inputs, settings, findings, used } = readInputs(run, step, primitive);
  const problem = findings.find(({ severity = "error" }) => severity === "error");
  if (problem !== undefined) throw new StepFailure(problem.code, problem.message);

  const harvest = primitive.harvest === false || inputs["harvest"] === false ? undefined : new StepHarvest(run, step);
  const context = new StepContext(run, stepIndex, new RunningStep(settings, run.chain, stepIndex, used), span, runNested, harvest);
  const recordsBefore = state.records.length;
  try {
    const running = primitive.run(inputs, context);
    let verdict: unknown = running;
    if (running instanceof Promise) {
      span.start();
      verdict = await span.race(running);
    }
    const judged = readVerdict(verdict, primitive);
    // what did not come by the step's own client, such as a login's answer
    if (harvest !== undefined) for (const { record } of state.records.slice(recordsBefore)) harvest.take(record);
    return judged;
  } finally {
    context.close();
  }
}

/** Steps within a step, up to the first that does not pass. */
async function runNested(run: NodeRun): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [index, step] of run.chain.entries()) {
    const result = await runStep(run, index, step);
    results.push(result);
    if (result.outcome !== "pass") break;
  }
  return results;
}

/** The inputs as this run has them: as they were read when the document was checked, or with values in the place of placeholders. */
function readInputs({ state }: NodeRun, step: WrittenStep, primitive: Primitive): ParsedInputs & { readonly findings: readonly InputFinding[]; readonly used: readonly UsedVariable[] } {
  const { ready, findings } = step.written;
  if (ready !== undefined) return { inputs: ready.inputs, settings: ready.settings, findings, used: NONE };
  const isLiteral = step.inputs["literal_braces"] === true;
  const resolved = isLiteral
    ? { inputs: step.inputs, used: NONE }
    : resolveInputs(primitive.inputs, step.inputs, (name) => state.variables.lookup(name));
  const parsed = parseStepInputs(primitive, resolved.inputs);
  if (!parsed.ok) {
    throw new StepFailure("invalid-input", parsed.problems.map(({ message }) => message).join("; "), { inputs: resolved.inputs });
  }
  return { inputs: parsed.inputs, settings: parsed.settings, findings: checkInputs(primitive, parsed), used: resolved.used };
}

const NONE: readonly never[] = [];

function stepResult(run: NodeRun, step: WrittenStep, verdict: ReadVerdict | Verdict, started: number): StepResult {
  const { type } = step;
  const { outcome, code, score } = verdict;
  const given = step.inputs["name"];
  const name = typeof given === "string" ? given : step.name;
  const message = boundMessage(String(verdict.message), run.secrets);
  const evidence = boundEvidence(verdict.evidence, run.evidence);
  const durationMs = Math.round((performance.now() - started) * 1000) / 1000;
  // nearly every step; an object that is made in one piece is much cheaper than one that grows
  if (code === undefined && score === undefined && evidence !== undefined) return { type, name, outcome, message, evidence, durationMs };
  return defined({ type, name, outcome, code, message, evidence, score, durationMs });
}

/** A record that an earlier step saved under the same name must not be taken for the one that this step did not save. */
function forgettingEarlier({ state: { variables } }: NodeRun, { inputs: { save_as: name } }: WrittenStep): (() => void) | undefined {
  if (typeof name !== "string") return undefined;
  const earlier = variables.lookup(name);
  return earlier && (() => variables.forget(name, earlier));
}
