import { z } from "zod";
import { assertionsCheck } from "../../match/assertions.js";
import { captureMap, savedForm } from "../../match/capture.js";
import { jsonPathText, pathProblem } from "../../match/json-path.js";
import { pollKeys } from "../../match/poll.js";
import { describeStatusSet, isStatusIn, statusSet } from "../../match/status-set.js";
import type { Verdict } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { captureProblems, isSuccess, keepCaptures } from "./keep-captures.js";
import { requestEffects, requestKeys, requestProblems, toHttpRequest } from "./request-keys.js";
import { sendRepeatedly } from "./send-repeatedly.js";
import { sendUntil } from "./send-until.js";

const inputs = z.strictObject({
  ...requestKeys,
  expected_status: statusSet.optional().describe("Statuses of which every answer must have one; default: any, since a later step asserts."),
  capture: captureMap.optional().describe("Variables to take from the answer: name -> selector."),
  save_as: z.string().min(1).optional().describe("Variable that keeps the whole answer: `body`, `status_code`, `headers`, `text`."),
  harvest: z.boolean().default(true).describe("Whether ids and tokens of the answer become variables by themselves."),
  repeat: z.int().min(1).max(1000).default(1).describe("How many times the request is sent; at most 1,000."),
  rapid_fire: z.boolean().default(false).describe("Send the repetitions all at once instead of one after the other."),
  poll_until_status: statusSet.optional().describe("Send again until the answer has one of these statuses."),
  poll_until_path: jsonPathText().optional().describe("Send again until this JSON path finds a value other than null in the answer."),
  poll: pollKeys.optional().describe("Send again until `until` holds, or one of the conditions beside; default limits: 15,000 ms, every 500 ms. Alone: until `expected_status`."),
});

/** `http_request` (P04): one request with the node's identity, its answer left for the steps behind it. */
export const httpRequest = definePrimitive({
  name: "http_request",
  code: "P04",
  family: "http",
  summary: "Passes when a complete HTTP answer came, with the expected status if one is given, and everything to capture was in it.",
  inputs,
  effects: requestEffects,
  produces: ["response"],
  readsVariables: false,
  writes: ({ capture, save_as }) => [...Object.keys(capture ?? {}), ...(typeof save_as === "string" ? [save_as] : [])],
  check: (given) => [...requestProblems(given), ...captureProblems(given.capture ?? {}), ...repetitionProblems(given)],
  async run(given, ctx) {
    const request = toHttpRequest(given);
    if (!isPolling(given)) {
      const response = await sendRepeatedly(ctx.http, request, { times: given.repeat, isAtOnce: given.rapid_fire });
      ctx.produce(response);
      return verdict(given, ctx, response, exchangeEvidence(response, request));
    }
    const poll = given.poll ?? { timeout_ms: 15_000, interval_ms: 500 };
    const goal = { status: given.poll_until_status ?? given.expected_status, path: given.poll_until_path, until: given.poll?.until };
    const { response, lack, attempts, elapsedMs } = await sendUntil(ctx, request, poll, goal);
    if (response !== undefined) ctx.produce(response);
    const evidence = { ...(response && exchangeEvidence(response, request)), poll: { attempts, elapsedMs } };
    if (response === undefined || lack !== undefined) {
      return ctx.fail("poll-timeout", `not within ${poll.timeout_ms} ms and ${attempts} requests; at last: ${lack ?? "no answer"}`, evidence);
    }
    return verdict(given, ctx, response, evidence);
  },
});

type Inputs = z.output<typeof inputs>;

function verdict(given: Inputs, ctx: PrimitiveContext, response: ResponseRecord, evidence: Record<string, unknown>): Verdict {
  const { expected_status: expected } = given;
  const unexpected = expected === undefined ? undefined : response.statuses.find((status) => !isStatusIn(status, expected));
  if (expected !== undefined && unexpected !== undefined) {
    return ctx.fail("unexpected-status", `${response.request.method} ${response.request.url}: expected status ${describeStatusSet(expected)}, got ${unexpected}`, evidence);
  }
  if (given.save_as !== undefined) ctx.vars.set(given.save_as, savedForm(response), { isProven: isSuccess(response) });
  const missing = given.capture === undefined ? [] : keepCaptures(ctx, given.capture, response);
  if (missing.length > 0) {
    return ctx.fail("capture-missing", `expected values to capture as ${missing.join(", ")}, found none in the answer with status ${response.status}`, evidence);
  }
  return ctx.pass(evidence, `${response.request.method} ${response.request.path} answered ${response.status}`);
}

function isPolling(given: Inputs): boolean {
  return given.poll !== undefined || given.poll_until_status !== undefined || given.poll_until_path !== undefined;
}

function* repetitionProblems(given: Inputs): Generator<InputFinding> {
  const { poll_until_path: path, poll_until_status: status, expected_status: expected, poll, repeat, rapid_fire } = given;
  if (isPolling(given) && repeat > 1) {
    yield { code: "conflicting-keys", message: "expected either `repeat` or polling, got both; leave one of them", path: ["repeat"] };
  }
  if (poll !== undefined && [path, status, expected, poll.until].every((goal) => goal === undefined)) {
    yield { code: "vacuous", message: "expected something to poll for, got none; give `until`, `poll_until_status`, `poll_until_path` or `expected_status`", path: ["poll"] };
  }
  if (poll?.until?.capture_as !== undefined) {
    yield { code: "conflicting-keys", message: "expected no `capture_as` in `until`, which only waits; use `capture`", path: ["poll", "until", "capture_as"] };
  }
  for (const finding of poll?.until === undefined ? [] : assertionsCheck({ assertions: [poll.until] })) {
    yield { ...finding, path: ["poll", "until", ...(finding.path?.slice(2) ?? [])] };
  }
  if (rapid_fire && repeat === 1) {
    yield { code: "conflicting-keys", severity: "warning", message: "`rapid_fire` sends one request like any other; say how many with `repeat`", path: ["rapid_fire"] };
  }
  const problem = path === undefined ? undefined : pathProblem(path);
  if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["poll_until_path"] };
}
