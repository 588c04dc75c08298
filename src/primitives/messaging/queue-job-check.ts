import { z } from "zod";
import { assertionSchema, assertionsCheck, type Assertion } from "../../match/assertions.js";
import { jsonEqual } from "../../match/equality.js";
import { pollKeys } from "../../match/poll.js";
import { statusSet } from "../../match/status-set.js";
import type { StepResult } from "../../model/evaluation.js";
import type { Step } from "../../model/dag.js";
import { SetupError, type Verdict } from "../../model/outcome.js";
import { eachString, placeholdersOf } from "../../model/placeholder-syntax.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding, type Primitive } from "../define.js";
import { httpRequest } from "../http/http-request.js";
import { captureMap } from "../../match/capture.js";
import { requestKeys } from "../http/request-keys.js";
import { late, Late, type Lately } from "../late.js";
import { dockerExecCommand } from "../shell/docker-exec.js";
import { execInputs } from "../shell/exec-inputs.js";
import { dbQuery } from "../sql/db-query.js";
import { queryInputs } from "../sql/query-inputs.js";
import { databaseReady, pollStep } from "./poll-step.js";

const asRequest = { ...requestKeys, capture: captureMap.optional().describe("Variables to take from the answer, for `verify`: name -> selector.") };

const trigger = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("http").describe("A request; its answer must be of the class 2xx, or have `expected_status`."), ...asRequest, expected_status: statusSet.default("2xx").describe("Statuses of the answer.") }),
  execInputs.extend({ type: z.literal("exec").describe("A command, as in docker_exec; it must end with its `expected_exit_code`.") }),
  queryInputs.omit({ poll: true }).extend({ type: z.literal("sql").describe("A statement, as in db_query, that puts the job into the queue.") }),
  z.strictObject({ type: z.literal("none").describe("The job was started by an earlier step, or runs by itself.") }),
]);

const verify = z.discriminatedUnion("strategy", [
  queryInputs.omit({ poll: true }).extend({ strategy: z.literal("db_query").describe("Ask the database, as in db_query.") }),
  z.strictObject({
    strategy: z.literal("poll_api").describe("Ask the API: a request and what its answer must hold."),
    ...asRequest,
    expected_status: statusSet.default("2xx").describe("Statuses of the answer."),
    assertions: z.array(assertionSchema).optional().describe("As in json_value_assert, on the answer; all must hold.").meta({ placeholders: "rule" }),
  }),
  execInputs.extend({ strategy: z.literal("exec").describe("Run a command, as in docker_exec.") }),
]);

const inputs = z.strictObject({
  trigger: late(trigger.default({ type: "none" })).describe("What makes the system start the job; default: `{type: none}`."),
  verify: late(verify).describe("What shows that the job was done."),
  poll: pollKeys.default({ timeout_ms: 15_000, interval_ms: 500 }).describe("How long it may take: `timeout_ms` (default 15,000), which also bounds the look before the trigger, and how often to look; `until` is one more assertion on what `verify` finds."),
  require_initially_false: z.boolean().optional().describe("What `verify` asks must not hold before the trigger, so that something old can not pass for the job; default: true with a trigger. Where an answer to the trigger gives placeholders of `verify` other values, that look was at something else.").meta({ placeholders: "rule" }),
});

type Inputs = z.output<typeof inputs>;

/** `queue_job_check` (P24): something starts a job in the background, and what the job should do is there in time. */
export const queueJobCheck = definePrimitive({
  name: "queue_job_check",
  code: "P24",
  family: "messaging",
  summary: "Passes when the trigger succeeded, and what `verify` asks did not hold before it and came to hold in time.",
  inputs,
  effects: "write",
  produces: ["response", "query", "exec"],
  harvest: false,
  readsVariables: false,
  writes: ({ trigger: first, verify: second }) => [first, second].flatMap((part) => Object.keys((part as { capture?: object } | null | undefined)?.capture ?? {})),
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const triggered = triggerStep(written(given.trigger));
    const asked = verifySteps(written(given.verify), given.poll.until);
    const { strategy, db } = written(given.verify);
    if (strategy === "db_query") await databaseReady(ctx, db);
    const evidence: Record<string, unknown> = {};
    const names = namesIn(asked);
    const valuesOf = (): unknown[] => names.map((name) => ctx.vars.get(name));
    const valuesBefore = valuesOf();
    let wasTrue = false;
    // what the trigger is about to name can not have been there before it
    if ((given.require_initially_false ?? triggered !== undefined) && !names.some((name) => namesGivenBy(triggered).has(name))) {
      const before = failureOf(await ctx.runChain(asked, { timeoutMs: given.poll.timeout_ms + given.poll.interval_ms }));
      wasTrue = before === undefined;
      if (wasTrue && names.length === 0) return alreadyTrue(ctx, evidence);
      // an unresolved placeholder is what the trigger is about to give; anything else that could not be looked at shows nothing
      if (before !== undefined && before.code !== "unresolved-placeholder" && !isAnswered(before)) return ended(ctx, "before the trigger", before, evidence);
      evidence["before"] = before === undefined ? { held: true } : { code: before.code, message: before.message };
    }
    if (triggered !== undefined) {
      const results = await ctx.runChain([triggered]);
      evidence["trigger"] = results;
      const failed = failureOf(results);
      if (failed !== undefined) return ended(ctx, "trigger", failed, evidence, "trigger-failed");
    }
    // by the values that an answer to the trigger gave, the look before it was at something else
    if (wasTrue && jsonEqual(valuesBefore, valuesOf())) return alreadyTrue(ctx, evidence);
    const { last, failed, attempts, elapsedMs } = await pollStep(ctx, given.poll, asked);
    Object.assign(evidence, { verify: last, poll: { attempts, elapsedMs } });
    if (failed === undefined) return ctx.pass(evidence, `done after ${Math.round(elapsedMs)} ms`);
    return ended(ctx, `not within ${given.poll.timeout_ms} ms and ${attempts} attempts; at last`, failed, evidence, "poll-timeout");
  },
});

/** What a part says as the document has it, so that each of its placeholders gets its value when its turn comes. */
function written<Value>(part: Lately<Value>): Readonly<Record<string, unknown>> {
  return (part instanceof Late ? part.unresolved.written : part) as Readonly<Record<string, unknown>>;
}

function namesGivenBy(step: Step | undefined): ReadonlySet<string> {
  const { capture = {}, save_as, capture_stdout_as } = (step?.inputs ?? {}) as { capture?: object; save_as?: unknown; capture_stdout_as?: unknown };
  return new Set([...Object.keys(capture), ...[save_as, capture_stdout_as].filter((name) => typeof name === "string")]);
}

function namesIn(steps: readonly Step[]): readonly string[] {
  const names = new Set<string>();
  eachString(steps, (text) => {
    for (const { name } of placeholdersOf(text)) names.add(name);
  });
  return [...names];
}

function alreadyTrue(ctx: PrimitiveContext, evidence: object): Verdict {
  return ctx.fail("already-true", "expected what `verify` asks not to hold before the trigger, it does: nothing could show that the job did it; ask for something that only this job brings", evidence);
}

function triggerStep({ type, ...keys }: Readonly<Record<string, unknown>>): Step | undefined {
  switch (type) {
    case "http":
      return { type: "http_request", inputs: { expected_status: "2xx", ...keys } };
    case "exec":
      return { type: "docker_exec", inputs: keys };
    case "sql":
      return { type: "db_query", inputs: keys };
    default:
      return undefined;
  }
}

function verifySteps({ strategy, assertions = [], ...keys }: Readonly<Record<string, unknown>>, until: Assertion | undefined): Step[] {
  const more = until === undefined ? [] : [until];
  const all = [...(strategy === "poll_api" ? (assertions as unknown[]) : []), ...more];
  const judged: Step[] = all.length === 0 ? [] : [{ type: "json_value_assert", inputs: { assertions: all } }];
  switch (strategy) {
    case "db_query":
      return [{ type: "db_query", inputs: { ...keys, ...(Array.isArray(assertions) && assertions.length > 0 && { assertions }) } }, ...judged];
    case "exec":
      return [{ type: "docker_exec", inputs: keys }, ...judged];
    default:
      return [{ type: "http_request", inputs: { expected_status: "2xx", ...keys } }, ...judged];
  }
}

function failureOf(results: readonly StepResult[]): StepResult | undefined {
  return results.find(({ outcome }) => outcome !== "pass");
}

/** Whether a failed look still was one: the system answered, and what it said was not what is asked. */
function isAnswered({ outcome, code }: StepResult): boolean {
  return outcome === "fail" && !UNANSWERED.has(code ?? "");
}

const UNANSWERED: ReadonlySet<string> = new Set([
  "connection-failed",
  "time-out",
  "bad-response",
  "body-too-large",
  "login-failed",
  "unknown-role",
  "sql-error",
  "command-not-run",
  "invalid-input",
  "vacuous",
  "foreign-origin",
]);

/** A look that could not be had at all is no fault of the system. */
function ended(ctx: PrimitiveContext, what: string, failed: StepResult, evidence: object, code?: string): Verdict {
  const message = `${what}: ${failed.message}`;
  if (failed.outcome !== "fail") throw new SetupError(failed.code ?? "unexpected", message);
  return ctx.fail(code ?? failed.code ?? "not-equal", message, { ...evidence, cause: failed });
}

function* problems(given: Inputs): Generator<InputFinding> {
  const { trigger: first, verify: second, poll } = given;
  const start = triggerStep(written(first));
  if (start === undefined && given.require_initially_false === true) {
    yield { code: "conflicting-keys", message: "expected a trigger beside `require_initially_false`, got none: nothing happens between the two looks", path: ["require_initially_false"] };
  }
  if (!(first instanceof Late) && start !== undefined) yield* within("trigger", start);
  if (second instanceof Late) return;
  for (const step of verifySteps(second, undefined)) yield* within("verify", step);
  if (second.strategy === "poll_api" && (second.assertions ?? []).length === 0 && poll.until === undefined && second.expected_status === "2xx") {
    yield { code: "vacuous", message: "expected something to be asked of the answer, got nothing: any 2xx would do; give `assertions`, or an `expected_status` that only a finished job has", path: ["verify"] };
  }
  if (poll.until !== undefined) for (const finding of assertionsCheck({ assertions: [poll.until] })) yield { ...finding, path: ["poll", "until", ...(finding.path?.slice(2) ?? [])] };
}

const PARTS: Readonly<Record<string, Primitive>> = { http_request: httpRequest, docker_exec: dockerExecCommand, db_query: dbQuery };

/** What the primitives say whose keys these are. */
function* within(part: "trigger" | "verify", { type, inputs: keys }: Step): Generator<InputFinding> {
  if (type === "json_value_assert") {
    const { assertions } = keys as { assertions: readonly Assertion[] };
    for (const finding of assertionsCheck({ assertions })) yield { ...finding, path: [part, ...(finding.path ?? [])] };
    return;
  }
  const primitive = PARTS[type];
  const parsed = primitive?.inputs.safeParse(keys);
  for (const finding of parsed?.success === true ? (primitive?.check?.(parsed.data) ?? []) : []) yield { ...finding, path: [part, ...(finding.path ?? [])] };
}
