import { defined } from "../model/defined.js";
import type { StepResult } from "../model/evaluation.js";
import { StepFailure, type Verdict } from "../model/outcome.js";
import type { UsedVariable, Variable } from "../model/template.js";
import type { InputFinding, Primitive } from "../primitives/define.js";
import { parseStepInputs, type ParsedInputs } from "../primitives/step-inputs.js";
import { checkInputs } from "../primitives/written-inputs.js";
import type { WrittenStep } from "../primitives/written-step.js";
import { boundEvidence, boundMessage } from "./evidence.js";
import { StepHarvest } from "./harvest-step.js";
import type { NodeRun } from "./node-run.js";
import { resolveInputs } from "./resolve.js";
import { RunningStep } from "./running-step.js";
import { Span, TimeLimit } from "./span.js";
import { StepContext } from "./step-context.js";
import { readVerdict, unknownPrimitive, verdictOf, type ReadVerdict } from "./verdict.js";

/**
 * Runs one step to its one outcome: clear the slots it writes, resolve placeholders, check inputs, act, harvest. A step that
 * waits for nothing, as most assertions, is over at once. Never throws or rejects.
 */
export function runStep(run: NodeRun, stepIndex: number, step: WrittenStep): StepResult | Promise<StepResult> {
  return new Attempt(run, stepIndex, step).run();
}

class Attempt {
  readonly #run: NodeRun;
  readonly #stepIndex: number;
  readonly #step: WrittenStep;
  readonly #span: Span;
  readonly #started = performance.now();
  readonly #earlier: SavedVariable | undefined;
  readonly #recordsBefore: number;
  #harvest: StepHarvest | undefined;
  #context: StepContext | undefined;

  constructor(run: NodeRun, stepIndex: number, step: WrittenStep) {
    this.#run = run;
    this.#stepIndex = stepIndex;
    this.#step = step;
    this.#span = run.stepSpan = new Span("step", run.limits.stepMs, run.span);
    this.#earlier = savedEarlier(run, step);
    this.#recordsBefore = run.state.records.length;
  }

  run(): StepResult | Promise<StepResult> {
    const { primitive, type } = this.#step;
    if (this.#run.span.reason !== undefined) return this.#fail(this.#run.span.reason); // not even a step that would not notice runs once the time is over
    if (primitive === undefined) return this.#end(unknownPrimitive(type));
    let given: unknown;
    try {
      given = this.#begin(primitive);
    } catch (thrown) {
      return this.#fail(thrown);
    }
    if (given instanceof Promise) return this.#endWith(given, primitive);
    const { stepMs } = this.#run.limits;
    return performance.now() - this.#started > stepMs ? this.#fail(new TimeLimit("step", stepMs)) : this.#judge(given, primitive);
  }

  #begin(primitive: Primitive): Verdict | Promise<Verdict> {
    const { inputs, settings, used } = begin(this.#run, this.#step, primitive);
    if (primitive.harvest !== false && inputs["harvest"] !== false) this.#harvest = new StepHarvest(this.#run, this.#step);
    const running = new RunningStep(settings, this.#run.chain, this.#stepIndex, used);
    this.#context = new StepContext(this.#run, this.#stepIndex, running, this.#span, runNested, this.#harvest);
    return primitive.run(inputs, this.#context);
  }

  #endWith(given: Promise<unknown>, primitive: Primitive): Promise<StepResult> {
    this.#span.start();
    return this.#span.race(given).then(
      (verdict) => this.#judge(verdict, primitive),
      (thrown: unknown) => this.#fail(thrown),
    );
  }

  #judge(verdict: unknown, primitive: Primitive): StepResult {
    let judged: ReadVerdict;
    try {
      judged = readVerdict(verdict, primitive, this.#context);
      // what did not come by the step's own client, such as a login's answer
      const { records } = this.#run.state;
      if (this.#harvest !== undefined) for (let place = this.#recordsBefore; place < records.length; place++) this.#harvest.take(records[place]?.record);
    } catch (thrown) {
      return this.#fail(thrown);
    }
    return this.#end(judged);
  }

  #fail(thrown: unknown): StepResult {
    return this.#end(causeOf(this.#span.reason ?? thrown, this.#step));
  }

  #end(verdict: ReadVerdict | Verdict): StepResult {
    this.#context?.close();
    this.#span.end();
    if (verdict.outcome !== "pass" && this.#earlier !== undefined) this.#run.state.variables.forget(this.#earlier.name, this.#earlier.variable);
    return resultOf(this.#run, this.#step, verdict, this.#started);
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

/** Clears the slots that the step writes and gives its inputs, if its primitive has nothing against them. */
function begin(run: NodeRun, step: WrittenStep, primitive: Primitive): StepInputs {
  if (primitive.produces !== undefined) for (const slot of primitive.produces) run.state.clear(slot);
  const given = readInputs(run, step, primitive);
  const problem = given.findings.find(({ severity = "error" }) => severity === "error");
  if (problem !== undefined) throw new StepFailure(problem.code, problem.message);
  return given;
}

interface StepInputs extends ParsedInputs {
  readonly findings: readonly InputFinding[];
  readonly used: readonly UsedVariable[];
}

/** The inputs as this run has them: as they were read when the document was checked, or with values in the place of placeholders. */
function readInputs({ state }: NodeRun, step: WrittenStep, primitive: Primitive): StepInputs {
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

/** What was thrown may be anything, even something that can not be looked at. */
function causeOf(thrown: unknown, { type, primitive }: WrittenStep): Verdict {
  try {
    return verdictOf(thrown, primitive);
  } catch {
    return unreadable(type);
  }
}

/** So may evidence. */
function resultOf(run: NodeRun, step: WrittenStep, verdict: ReadVerdict | Verdict, started: number): StepResult {
  try {
    return stepResult(run, step, verdict, started);
  } catch {
    return stepResult(run, step, unreadable(step.type), started);
  }
}

function unreadable(type: string): Verdict {
  return { outcome: "error", code: "unreadable-verdict", message: `what ${type} returned or threw can not be read` };
}

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
function savedEarlier({ state: { variables } }: NodeRun, { inputs: { save_as: name } }: WrittenStep): SavedVariable | undefined {
  if (typeof name !== "string") return undefined;
  const variable = variables.lookup(name);
  return variable && { name, variable };
}

interface SavedVariable {
  readonly name: string;
  readonly variable: Variable;
}
