import { z } from "zod";
import { jsonPathText, pathProblem } from "../../match/json-path.js";
import { pollKeys } from "../../match/poll.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { assertSound, Late, lateKeys, presentKeys, resolveKeys } from "../late.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { phaseSender, type Phase } from "./phases.js";
import { requestEffects, requestKeys, requestProblems, toHttpRequest } from "./request-keys.js";
import { isVacuousExpectation, judgeResults, resultExpectations, vacuousField, type JudgedResults } from "./search-results.js";
import { sendUntil, type PollEnd } from "./send-until.js";
import { capturesOf, sendSetup, setupProblems, setupRequests } from "./setup-requests.js";

const keys = {
  ...requestKeys,
  query: z.record(z.string(), z.unknown()).optional().describe("What is searched for: query parameters, a list repeats its parameter. With `method: POST` and no body beside it, the JSON body."),
  results_path: jsonPathText().optional().describe("JSON path of the list of results; default: the first list of `$.results`, `$.data`, `$.items`, `$.payload` and `$`."),
  expected_results: resultExpectations.optional().describe("What must be found; all of it."),
  poll: pollKeys.omit({ until: true }).optional().describe("Search again until all expectations hold, for an index that lags behind."),
};

const inputs = z.strictObject({ ...lateKeys(keys), setup: setupRequests });

type Inputs = z.output<z.ZodObject<typeof keys>>;

/** `search_query` (P26): one search and what it finds. */
export const searchQuery = definePrimitive({
  name: "search_query",
  code: "P26",
  family: "http",
  summary: "Passes when a search answers 2xx with a list of results that meets every expectation, within the time given.",
  inputs,
  effects: (written) => (written["setup"] === undefined ? requestEffects(written) : "write"),
  produces: ["response"],
  readsVariables: false,
  writes: (written) => capturesOf(written["setup"]),
  check: (given) => [...problems(presentKeys(given)), ...(given.expected_results instanceof Late ? [] : expectationProblems(given.expected_results)), ...setupProblems(given.setup)],
  async run({ setup, ...written }, ctx) {
    const phases: Phase[] = [];
    await sendSetup(ctx, setup, phaseSender(ctx, phases), phases);

    const given = resolveKeys(ctx, written);
    assertSound(ctx, [...problems(given), ...expectationProblems(given.expected_results)]);
    const request = requestOf(given);
    const judge = (response: ResponseRecord) => judgeResults(response, given.results_path, given.expected_results ?? {});
    const { response, lack, ...polled } = await search(ctx, request, given.poll, judge);
    const evidence = { ...(setup.length > 0 && { phases }), ...(given.poll !== undefined && { poll: polled }) };
    if (response === undefined) return ctx.fail("poll-timeout", `no answer within ${polled.elapsedMs} ms and ${polled.attempts} requests; at last: ${lack ?? ""}`, evidence);
    ctx.produce(response);
    const { complaint, count } = judge(response);
    const found = { ...evidence, ...exchangeEvidence(response, request), count };
    if (complaint === undefined) return ctx.pass(found, `${count} results`);
    const suffix = given.poll === undefined ? "" : ` (after ${polled.attempts} requests in ${Math.round(polled.elapsedMs)} ms)`;
    return ctx.fail(complaint.code, complaint.message + suffix, found);
  },
});

/** One request, or as many as it takes. */
async function search(ctx: PrimitiveContext, request: HttpRequest, poll: Inputs["poll"], judge: (response: ResponseRecord) => JudgedResults): Promise<PollEnd> {
  if (poll === undefined) return { response: await ctx.http.send(request), attempts: 1, elapsedMs: 0 };
  return sendUntil(ctx, request, poll, { lack: (response) => judge(response).complaint?.message });
}

function requestOf(given: Inputs): HttpRequest {
  const request = toHttpRequest(given);
  const { query, ...rest } = request;
  return query === undefined || request.body !== undefined || request.method !== "POST" ? request : { ...rest, body: { kind: "json", value: query } };
}

function* problems(given: Partial<Inputs>): Generator<InputFinding> {
  yield* requestProblems(given);
  const problem = given.results_path === undefined ? undefined : pathProblem(given.results_path);
  if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["results_path"] };
}

function* expectationProblems(expected: Inputs["expected_results"]): Generator<InputFinding> {
  if (expected === undefined || isVacuousExpectation(expected)) {
    yield { code: "vacuous", message: "expected something to be asked of the results, got nothing that a search without hits would not meet; say what must be found", path: ["expected_results"] };
    return;
  }
  for (const [key, value] of Object.entries(expected)) {
    const field = vacuousField(value);
    if (field !== undefined) yield { code: "vacuous", message: `every value of ${JSON.stringify(field)} is accepted; ask for more`, path: ["expected_results", key] };
  }
  const { min_count: minimum, max_count: maximum } = expected;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    yield { code: "invalid-expected", message: `expected \`min_count\` to be at most \`max_count\`, got ${minimum} and ${maximum}`, path: ["expected_results", "min_count"] };
  }
}
