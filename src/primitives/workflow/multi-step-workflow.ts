import { z } from "zod";
import { captureMap } from "../../match/capture.js";
import { jsonPathText, pathProblem } from "../../match/json-path.js";
import { statusSet } from "../../match/status-set.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import { eachString, placeholdersOf } from "../../model/placeholder-syntax.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { findId, ID_PATHS, idIn } from "../http/entity.js";
import { exchangeEvidence } from "../http/exchange-evidence.js";
import { captureProblems, keepCaptures } from "../http/keep-captures.js";
import { inPhase, phaseSender, phasesText, type Phase } from "../http/phases.js";
import { requestKeys, requestProblems, toHttpRequest } from "../http/request-keys.js";
import { capturesOf } from "../http/setup-requests.js";
import { assertSound, late, Late, type Lately } from "../late.js";
import { finalVerify, finalVerifyProblems, verify } from "./final-verify.js";
import { judgeState, stepProblems, workflowStep } from "./workflow-step.js";

const entitySetup = z.strictObject({
  ...requestKeys,
  expect_status: statusSet.default(["2xx"]).describe("Statuses of the answer."),
  id_path: jsonPathText().optional().describe("JSON path of the entity's id in the answer; default: `$.id`, `$.data.id` or `$._id`."),
  capture: captureMap.optional().describe("Variables for the steps, taken from the answer: name -> selector."),
});

const inputs = z.strictObject({
  entity_setup: entitySetup.optional().describe("A request that makes what the steps work on. Its id is `{{id}}` in them."),
  steps: z.array(late(workflowStep)).default([]).describe("Named requests, sent in order until one is not answered as expected. Each may use what those before it have captured."),
  final_verify: late(finalVerify).optional().describe("A query of the database behind the last step, with the keys of db_query."),
});

type Inputs = z.output<typeof inputs>;

/** `multi_step_workflow` (P29): a process from state to state. */
export const multiStepWorkflow = definePrimitive({
  name: "multi_step_workflow",
  code: "P29",
  family: "workflow",
  summary: "Passes when every step of a process, in order, is answered with the expected status and state, and the database shows the end of it.",
  inputs,
  effects: "write",
  produces: ["response", "query"],
  readsVariables: false,
  writes: ({ entity_setup: setup, steps, final_verify: query }) => [...(setup === undefined ? [] : ["id"]), ...capturesOf([setup, query]), ...capturesOf(steps)],
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const answers = new Map<string, ResponseRecord>();
    const phases: Phase[] = [];
    try {
      await setUp(given, ctx, answers, phases);
      for (const step of given.steps) await perform(step, ctx, answers, phases);
      return given.final_verify === undefined ? ctx.pass({ phases }, phasesText(phases)) : await conclude(given.final_verify, ctx, phases);
    } finally {
      const last = [...answers.values()].at(-1);
      if (last !== undefined) ctx.produce(last);
    }
  },
});

/** No step can have this name. */
const SETUP = "";

async function setUp({ entity_setup: setup, steps, final_verify: query }: Inputs, ctx: PrimitiveContext, answers: Map<string, ResponseRecord>, phases: Phase[]): Promise<void> {
  if (setup === undefined) return;
  const { expect_status, id_path: idPath, capture = {}, ...keys } = setup;
  const response = await phaseSender(ctx, phases, (answer) => answers.set(SETUP, answer))("entity_setup", toHttpRequest(keys), expect_status);
  const missing = keepCaptures(ctx, capture, response);
  if (missing.length > 0) throw new StepFailure("capture-missing", `entity_setup: expected values to capture as ${missing.join(", ")}, found none in the answer`, { phases });
  if (Object.hasOwn(capture, "id")) return;
  const paths = idPath === undefined ? ID_PATHS : [idPath];
  // never the id of another node
  const isNeeded = idPath !== undefined || [...steps, query].some((part) => part instanceof Late && usesId(part.unresolved.written));
  const found = isNeeded ? await inPhase("entity_setup", phases, () => findId(response, paths)) : idIn(response, paths);
  if (found !== undefined) ctx.vars.set("id", found.id);
}

async function perform(written: Inputs["steps"][number], ctx: PrimitiveContext, answers: Map<string, ResponseRecord>, phases: Phase[]): Promise<void> {
  const name = nameOf(written);
  const step = await inPhase(name, phases, () => ctx.resolve(written));
  assertSound(ctx, stepProblems(step, [...answers.keys()]));
  const { expect_status: expected, expect_state: _state, expect_state_path: _path, capture = {}, wait, equal_to: _same, different_from: _other, name: _name, ...keys } = step;
  if (wait > 0) await ctx.clock.sleep(wait * 1000, ctx.signal);
  const earlier = new Map(answers);
  const request = toHttpRequest(keys);
  const response = await phaseSender(ctx, phases, (answer) => answers.set(step.name, answer))(name, request, expected);
  const evidence = { phases, ...exchangeEvidence(response, request) };
  const complaint = await inPhase(name, phases, () => judgeState(step, response, earlier, ctx.clock.now()));
  if (complaint !== undefined) throw new StepFailure(complaint.code, `${name}: ${complaint.message}`, evidence);
  const missing = keepCaptures(ctx, capture, response);
  if (missing.length > 0) throw new StepFailure("capture-missing", `${name}: expected values to capture as ${missing.join(", ")}, found none in the answer`, evidence);
}

async function conclude(query: NonNullable<Inputs["final_verify"]>, ctx: PrimitiveContext, phases: readonly Phase[]): Promise<Verdict> {
  const resolved = await inPhase("final_verify", phases, () => ctx.resolve(query));
  assertSound(ctx, finalVerifyProblems(resolved));
  const { outcome, code = "not-verified", message, evidence } = await inPhase("final_verify", phases, () => verify(resolved, ctx));
  const found = { phases, final_verify: evidence };
  return outcome === "pass" ? ctx.pass(found, `${phasesText(phases)}, verified`) : ctx.fail(code, `final_verify: ${message}`, found);
}

/** The name of a step that may not be resolved. */
function nameOf(step: Inputs["steps"][number]): string {
  const written = step instanceof Late ? (step.unresolved.written as { name?: unknown }) : step;
  return typeof written.name === "string" ? written.name : "step";
}

function usesId(written: unknown): boolean {
  let isUsed = false;
  eachString(written, (text) => {
    isUsed ||= placeholdersOf(text).some(({ name }) => name === "id");
  });
  return isUsed;
}

function* problems({ entity_setup: setup, steps, final_verify: query }: Inputs): Generator<InputFinding> {
  if (steps.length === 0 && query === undefined) {
    yield { code: "vacuous", message: "expected steps or a final verification, got neither, so nothing can fail; say what the process must do", path: ["steps"] };
  }
  if (setup !== undefined) {
    const badPath = setup.id_path === undefined ? undefined : pathProblem(setup.id_path);
    const bad: InputFinding[] = badPath === undefined ? [] : [{ code: "invalid-path", message: badPath, path: ["id_path"] }];
    yield* within(["entity_setup"], [...requestProblems(setup), ...captureProblems(setup.capture ?? {}), ...bad]);
  }
  for (const [index, step] of steps.entries()) {
    if (!(step instanceof Late)) yield* within(["steps", index], stepProblems(step, steps.slice(0, index).map(nameOf)));
  }
  if (query !== undefined && !isLate(query)) yield* within(["final_verify"], finalVerifyProblems(query));
}

function isLate<Value>(value: Lately<Value>): value is Late<Value> {
  return value instanceof Late;
}

function* within(path: readonly (string | number)[], findings: Iterable<InputFinding>): Generator<InputFinding> {
  for (const finding of findings) yield { ...finding, path: [...path, ...(finding.path ?? [])] };
}
