import type { Step } from "../model/dag.js";
import { defined } from "../model/defined.js";
import type { StepResult } from "../model/evaluation.js";
import { SetupError, StepFailure, type Verdict } from "../model/outcome.js";
import type { UsedVariable } from "../model/template.js";
import { DagradeError } from "../errors.js";
import { isReadLater } from "../primitives/chain-reads.js";
import type { InputFinding, Primitive } from "../primitives/define.js";
import { parseStepInputs, type ParsedInputs } from "../primitives/step-inputs.js";
import { checkInputs, readWrittenInputs } from "../primitives/written-inputs.js";
import { boundEvidence, boundMessage } from "./evidence.js";
import { harvestStep } from "./harvest-step.js";
import type { NodeRun } from "./node-run.js";
import { resolveInputs } from "./resolve.js";
import { RunAborted, Span, TimeLimit } from "./span.js";
import { StepContext } from "./step-context.js";

/**
 * Runs one step to its one outcome: clear the slots it writes, resolve placeholders, check inputs, act, harvest.
 * Never rejects.
 */
export async function runStep(run: NodeRun, stepIndex: number, step: Step): Promise<StepResult> {
  const started = performance.now();
  const primitive = run.registry.get(step.type);
  const span = new Span("step", run.limits.stepMs, run.span);
  run.stepSpan = span;
  const resultOf = (verdict: Verdict): StepResult =>
    defined({
      type: step.type,
      name: typeof step.inputs["name"] === "string" ? step.inputs["name"] : (primitive?.name ?? step.type),
      outcome: verdict.outcome,
      code: verdict.code,
      message: boundMessage(String(verdict.message), run.secrets),
      evidence: boundEvidence(verdict.evidence, run.evidence),
      score: verdict.score,
      durationMs: Math.round((performance.now() - started) * 1000) / 1000,
    });
  try {
    if (run.span.reason !== undefined) throw run.span.reason; // not even a step that would not notice runs once the time is over
    return resultOf(primitive === undefined ? unknownPrimitive(step.type) : await act(run, stepIndex, step, primitive, span));
  } catch (thrown) {
    try {
      return resultOf(verdictOf(span.reason ?? thrown));
    } catch {
      return resultOf({ outcome: "error", code: "unreadable-verdict", message: `what ${step.type} returned or threw can not be read` });
    }
  } finally {
    span.end();
  }
}

async function act(run: NodeRun, stepIndex: number, step: Step, primitive: Primitive, span: Span): Promise<Verdict> {
  const { state } = run;
  for (const slot of primitive.produces ?? []) state.clear(slot);
  const { inputs, settings, findings, used } = readInputs(run, step, primitive);
  const problem = findings.find(({ severity = "error" }) => severity === "error");
  if (problem !== undefined) throw new StepFailure(problem.code, problem.message);

  const context = new StepContext({
    node: run.node,
    stepIndex,
    settings: {
      name: settings.name,
      source: settings.source,
      role: settings.role,
      allowVacuous: settings.allow_vacuous === true,
      isSetup: settings.setup === true,
      isReadLater: isReadLater(run.chain, stepIndex, run.registry),
      variables: used,
    },
    state,
    target: run.target,
    http: run.http,
    identity: run.identity,
    judge: run.judge,
    clock: run.clock,
    signal: () => span.signal,
  });
  const recordsBefore = state.records.length;
  try {
    const running = primitive.run(inputs, context);
    let verdict: unknown = running;
    if (running instanceof Promise) {
      span.start();
      verdict = await span.race(running);
    }
    const judged = assertVerdict(verdict, primitive);
    if (primitive.harvest !== false && inputs["harvest"] !== false) {
      harvestStep(run, step, state.records.slice(recordsBefore));
    }
    return judged;
  } finally {
    context.close();
  }
}

/** The inputs as this run has them: as they were read when the document was checked, or with values in the place of placeholders. */
function readInputs({ state }: NodeRun, step: Step, primitive: Primitive): ParsedInputs & { readonly findings: readonly InputFinding[]; readonly used: readonly UsedVariable[] } {
  const { ready, findings } = readWrittenInputs(primitive, step.inputs);
  if (ready !== undefined) return { inputs: ready.inputs, settings: ready.settings, findings, used: [] };
  const isLiteral = step.inputs["literal_braces"] === true;
  const resolved = isLiteral
    ? { inputs: step.inputs, used: [] }
    : resolveInputs(primitive.inputs, step.inputs, (name) => state.variables.lookup(name));
  const parsed = parseStepInputs(primitive, resolved.inputs);
  if (!parsed.ok) {
    throw new StepFailure("invalid-input", parsed.problems.map(({ message }) => message).join("; "), { inputs: resolved.inputs });
  }
  return { inputs: parsed.inputs, settings: parsed.settings, findings: checkInputs(primitive, parsed), used: resolved.used };
}

/** What a thrown value means; the one place that decides whose fault it was. */
function verdictOf(thrown: unknown): Verdict {
  if (thrown instanceof StepFailure) return { outcome: "fail", code: thrown.code, message: thrown.message, evidence: thrown.evidence };
  if (thrown instanceof SetupError) return { outcome: "error", code: thrown.code, message: thrown.message };
  if (thrown instanceof DagradeError) {
    return { outcome: "error", code: thrown.code, message: thrown.hint === undefined ? thrown.message : `${thrown.message}; ${thrown.hint}` };
  }
  if (thrown instanceof TimeLimit) {
    return thrown.scope === "step"
      ? { outcome: "fail", code: "time-out", message: thrown.message }
      : { outcome: "error", code: `${thrown.scope}-time-out`, message: thrown.message };
  }
  if (thrown instanceof RunAborted) return { outcome: "error", code: "aborted", message: thrown.message };
  if (thrown instanceof Error) return { outcome: "error", code: "unexpected", message: `${thrown.name}: ${thrown.message}` };
  return { outcome: "error", code: "unexpected", message: `expected an Error, got ${describe(thrown)} thrown` };
}

function assertVerdict(verdict: unknown, primitive: Primitive): Verdict {
  const { outcome, message = "", code, score, evidence } = (typeof verdict === "object" && verdict !== null ? verdict : {}) as Partial<Verdict>;
  if (outcome !== "pass" && outcome !== "fail" && outcome !== "error" && outcome !== "unscored") {
    throw new SetupError("bad-verdict", `expected ${primitive.name} to return ctx.pass(), ctx.fail() or ctx.unscored(), got ${describe(verdict)}`);
  }
  if ((outcome === "unscored" || score !== undefined) && primitive.family !== "judge") {
    throw new SetupError("bad-verdict", `expected a primitive of the family "judge" to be unscored or graded, got ${primitive.name}: a step of another family passes or fails`);
  }
  if (score !== undefined && !Number.isFinite(score)) {
    throw new SetupError("bad-verdict", `expected a finite score, got ${describe(score)} from ${primitive.name}`);
  }
  return defined({ outcome, message: String(message), code: code === undefined ? undefined : String(code), score, evidence });
}

function unknownPrimitive(type: string): Verdict {
  return { outcome: "error", code: "unknown-primitive", message: `expected a primitive of the registry, got ${JSON.stringify(type)}; extend the registry with it` };
}

function describe(value: unknown): string {
  try {
    return typeof value === "object" && value !== null ? `an object with the keys ${Object.keys(value).slice(0, 8).join(", ")}` : String(value);
  } catch {
    return typeof value;
  }
}
