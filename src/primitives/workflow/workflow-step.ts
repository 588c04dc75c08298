import { z } from "zod";
import { evaluateAssertions, type Assertion } from "../../match/assertions.js";
import { sourceOf } from "../../match/assertion-subject.js";
import { captureMap } from "../../match/capture.js";
import { jsonEqual } from "../../match/equality.js";
import { jsonPathText, pathProblem } from "../../match/json-path.js";
import { isVacuousMatcher, valueMatcher } from "../../match/matcher.js";
import { matcherForm } from "../../match/matcher-form.js";
import { statusSet } from "../../match/status-set.js";
import type { ResponseRecord } from "../../model/records.js";
import type { InputFinding } from "../define.js";
import { captureProblems } from "../http/keep-captures.js";
import { requestKeys, requestProblems } from "../http/request-keys.js";

const state = z.strictObject({
  path: jsonPathText().describe("A JSON path into the answer."),
  value: valueMatcher.describe("What must be there: a literal or a matcher."),
});

/** One named request of a workflow, and what its answer must be. */
export const workflowStep = z.strictObject({
  name: z.string().min(1).describe("Its name, for reports and for steps that compare with it."),
  ...requestKeys,
  expect_status: statusSet.default(["2xx"]).describe("Statuses of the answer; a transition that is forbidden says so here, e.g. 409."),
  expect_state: z
    .union([state, z.array(state).min(1), z.string(), z.number(), z.boolean(), z.null()])
    .optional()
    .describe("The state that the answer must show: `{path, value}`, a list of these, or a bare value at `expect_state_path`."),
  expect_state_path: jsonPathText().optional().describe("JSON path of a bare `expect_state`; alone: something other than null must be there."),
  capture: captureMap.optional().describe("Variables for the steps behind it, taken from the answer: name -> selector."),
  wait: z.number().min(0).max(300).default(0).describe("Seconds to wait before it is sent; at most 300."),
  equal_to: z.string().min(1).optional().describe("Name of an earlier step whose answer must have the same body."),
  different_from: z.string().min(1).optional().describe("Name of an earlier step whose answer must have another body."),
});

export type WorkflowStep = z.output<typeof workflowStep>;

/** Why an answer does not show the state that a step expects, or compares wrongly with earlier ones; `undefined` when it does. */
export function judgeState(step: WorkflowStep, response: ResponseRecord, earlier: ReadonlyMap<string, ResponseRecord>, now: number): { code: string; message: string } | undefined {
  const assertions = assertionsOf(step);
  const judged = assertions.length === 0 ? undefined : evaluateAssertions(sourceOf(response, now), assertions);
  if (judged?.ok === false) return { code: "wrong-state", message: judged.message };
  const [same, other] = [step.equal_to, step.different_from].map((name) => (name === undefined ? undefined : earlier.get(name)));
  if (same !== undefined && !haveSameBody(response, same)) return { code: "not-equal", message: `expected the body that step "${step.equal_to}" was answered with, got another one` };
  if (other !== undefined && haveSameBody(response, other)) return { code: "not-different", message: `expected another body than step "${step.different_from}" was answered with, got the same` };
  return undefined;
}

/** What the schema of a step can not say; `earlier` are the names of the steps before it. */
export function* stepProblems(step: WorkflowStep, earlier: readonly string[]): Generator<InputFinding> {
  yield* requestProblems(step);
  yield* captureProblems(step.capture ?? {});
  if (earlier.includes(step.name)) yield { code: "duplicate-name", message: `expected a name of its own, got ${JSON.stringify(step.name)}, which an earlier step has`, path: ["name"] };
  for (const key of ["equal_to", "different_from"] as const) {
    const name = step[key];
    if (name !== undefined && !earlier.includes(name)) {
      yield { code: "unknown-step", message: `expected the name of an earlier step, got ${JSON.stringify(name)}; earlier are ${earlier.map((known) => JSON.stringify(known)).join(", ") || "none"}`, path: [key] };
    }
  }
  const { expect_state: expected, expect_state_path: path } = step;
  const isBare = expected === null || (expected !== undefined && typeof expected !== "object");
  if (isBare && path === undefined) yield { code: "invalid-expected", message: "expected `expect_state_path` beside a bare `expect_state`, got none; say where the state stands, or use {path, value}", path: ["expect_state"] };
  if (!isBare && expected !== undefined && path !== undefined) yield { code: "conflicting-keys", message: "expected no `expect_state_path` beside an `expect_state` that has its own paths; leave it out", path: ["expect_state_path"] };
  for (const { path: place, value } of statesOf(step)) {
    const problem = pathProblem(place);
    if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["expect_state"] };
    if (isVacuousMatcher(value)) yield { code: "vacuous", message: `every value at ${place} is accepted; ask for more`, path: ["expect_state"] };
  }
}

interface State {
  readonly path: string;
  readonly value: unknown;
}

function statesOf({ expect_state: expected, expect_state_path: path }: WorkflowStep): readonly State[] {
  if (expected !== undefined && expected !== null && typeof expected === "object") return [expected].flat();
  if (path === undefined) return [];
  return [{ path, value: expected === undefined ? { operator: "not_null" } : expected }];
}

function assertionsOf(step: WorkflowStep): readonly Assertion[] {
  return statesOf(step).map(({ path, value }) => ({ path, ...(matcherForm(value) as Pick<Assertion, "operator" | "expected" | "tolerance">) }));
}

/** As JSON where both are, else byte for byte. */
function haveSameBody(one: ResponseRecord, other: ResponseRecord): boolean {
  return one.json.ok && other.json.ok ? jsonEqual(one.json.value, other.json.value) : Buffer.compare(one.bytes, other.bytes) === 0;
}
