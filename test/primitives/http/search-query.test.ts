import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import { effectsOf } from "../../../src/primitives/define.js";
import { searchQuery } from "../../../src/primitives/http/search-query.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, sendHtml, sendJson, startServer, type Handler, type TestServer } from "../../support/server.js";

interface Doc {
  readonly id: number;
  readonly title: string;
  readonly owner: { readonly name: string };
  readonly price: number;
}

/** How a small search departs from a sound one. */
interface Search {
  /** Around the hits. */
  wrap?: (hits: readonly unknown[]) => unknown;
  ignoresQuery?: boolean;
  /** New documents are found only after so many searches. */
  lag?: number;
  status?: number;
}

function searchable({ wrap = (results) => ({ results }), ignoresQuery = false, lag = 0, status = 200 }: Search = {}): Handler {
  const docs: Doc[] = [
    { id: 1, title: "Red widget", owner: { name: "ann" }, price: 5 },
    { id: 2, title: "Blue WIDGET", owner: { name: "bob" }, price: 7 },
    { id: 3, title: "Green gadget", owner: { name: "ann" }, price: 7 },
  ];
  const fresh: Doc[] = [];
  let searches = 0;
  return ({ method, path, body }, response) => {
    const url = new URL(path, "http://host");
    if (url.pathname === "/docs") {
      const doc = { ...(JSON.parse(body) as Doc), id: 3 + fresh.length + 1 };
      fresh.push(doc);
      return sendJson(response, { id: doc.id, title: doc.title }, 201);
    }
    searches++;
    const text = method === "POST" ? ((JSON.parse(body) as { q?: string }).q ?? "") : (url.searchParams.get("q") ?? "");
    const known = searches > lag ? [...docs, ...fresh] : docs;
    sendJson(response, wrap(known.filter(({ title }) => ignoresQuery || title.toLowerCase().includes(text.toLowerCase()))), status);
  };
}

async function run(inputs: Record<string, unknown>, handler: Handler = searchable(), more: { variables?: Record<string, unknown> } = {}): Promise<{ step: StepResult; server: TestServer }> {
  const server = await startServer(handler);
  return { step: await runStep("search_query", { path: "/search", query: { q: "widget" }, ...inputs }, { target: { baseUrl: server.url }, ...more }), server };
}

describe("search_query passes", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a count", { min_count: 2, max_count: 2 }],
    ["the first result", { first_result_contains: "red" }],
    ["text in every result, in any case", { every_contains: "widget" }],
    ["fields of a result", { must_contain: { title: "Red widget", owner: { name: "ann" } } }],
    ["matchers of fields", { every_contains: { price: { operator: "gte", expected: 5 } } }],
    ["a number anywhere", { must_contain: [7, "bob"] }],
    ["what must not be there", { must_not_contain: ["gadget", { id: 3 }] }],
  ])("with %s", async (_name, expected_results) => {
    expect((await run({ expected_results })).step).toMatchObject({ outcome: "pass", message: "2 results" });
  });

  it("no results where none are expected", async () => {
    expect((await run({ query: { q: "nothing" }, expected_results: { max_count: 0 } })).step).toMatchObject({ outcome: "pass", message: "0 results" });
    expect((await run({ query: { q: "nothing" }, expected_results: { min_count: 0, must_not_contain: "widget" } })).step.outcome).toBe("pass");
  });

  it.each<[string, Search["wrap"], string | undefined]>([
    ["data", (data) => ({ total: 2, data }), undefined],
    ["items", (items) => ({ results: 2, items }), undefined],
    ["payload", (payload) => ({ payload }), undefined],
    ["the body", (hits) => hits, undefined],
    ["a path of its own", (hits) => ({ hits: { hits: hits.map((source) => ({ _score: 1, _source: source })) } }), "$.hits.hits[*]._source"],
    ["a nested list", (list) => ({ data: { list } }), "$.data.list"],
  ])("wherever the results are: %s", async (_name, wrap, results_path) => {
    const inputs = { expected_results: { min_count: 2, max_count: 2, must_contain: { id: 1 } }, ...(results_path !== undefined && { results_path }) };
    expect((await run(inputs, searchable({ ...(wrap && { wrap }) }))).step).toMatchObject({ outcome: "pass" });
  });

  it("sends the query as parameters, or as the body of a POST", async () => {
    const expected_results = { every_contains: "widget" };
    expect((await run({ query: { q: "widget", tag: ["a", "b c"] }, expected_results })).server.seen[0]?.path).toBe("/search?q=widget&tag=a&tag=b%20c");
    const post = await run({ method: "post", expected_results });
    expect(post.step.outcome).toBe("pass");
    expect(post.server.seen[0]).toMatchObject({ path: "/search", body: '{"q":"widget"}' });
    const both = await run({ method: "POST", query: { page: 1 }, body: { q: "widget" }, expected_results });
    expect(both.server.seen[0]).toMatchObject({ path: "/search?page=1", body: '{"q":"widget"}' });
  });

  it("finds what it was given, once the index has caught up", async () => {
    const setup = [{ method: "POST", path: "/docs", body: { title: "Odd {{thing}}", owner: { name: "ann" }, price: 1 }, capture: { doc: "$.id", name: "$.title" } }];
    const inputs = { setup, query: { q: "{{name}}" }, expected_results: { min_count: 1, max_count: 1, first_result_contains: { id: "{{doc}}", title: "{{name}}" } } };
    const options = { variables: { thing: "sprocket & co" } };
    const { step, server } = await run({ ...inputs, poll: { timeout_ms: 5_000, interval_ms: 10 } }, searchable({ lag: 2 }), options);
    expect(step).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 }, phases: [{ phase: "setup 1", status: 201 }] } });
    expect(server.seen[1]?.path).toBe("/search?q=Odd%20sprocket%20%26%20co");
    expect((await run(inputs, searchable({ lag: 2 }), options)).step).toMatchObject({ outcome: "fail", code: "too-few-results" });
  });

  it("leaves the answer to the steps behind it", async () => {
    const server = await startServer(searchable());
    const chain = [
      { type: "search_query", inputs: { path: "/search?q=widget", expected_results: { min_count: 1 } } },
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.results[0].id", expected: 1 }] } },
    ];
    const { steps } = await runChain(chain, { target: { baseUrl: server.url } });
    expect(steps.map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
  });
});

describe("search_query fails", () => {
  it.each<[string, Search, Record<string, unknown>, string]>([
    ["too few", {}, { min_count: 3 }, "too-few-results"],
    ["too many", {}, { max_count: 1 }, "too-many-results"],
    ["another first result", {}, { first_result_contains: "blue" }, "wrong-first-result"],
    ["a result without the text", {}, { every_contains: "red" }, "wrong-result"],
    ["a missing result", {}, { must_contain: ["red", "green"] }, "missing-result"],
    ["text that is only a field's name", {}, { must_contain: "owner" }, "missing-result"],
    ["text where the number is wanted", {}, { must_contain: { price: "5" } }, "missing-result"],
    ["an unwanted result", {}, { must_not_contain: ["green", "blue"] }, "unwanted-result"],
    // wrong systems
    ["a search that ignores the query", { ignoresQuery: true }, { every_contains: "widget" }, "wrong-result"],
    ["a search that ignores the query, by what must not be there", { ignoresQuery: true }, { must_not_contain: "gadget" }, "unwanted-result"],
    ["a search that finds nothing, by what must not be there", { wrap: () => ({ results: [] }) }, { must_not_contain: "gadget" }, "too-few-results"],
    ["a search that finds nothing, by every result", { wrap: () => ({ results: [] }) }, { min_count: 0, every_contains: "widget" }, "wrong-result"],
    ["an error with a list", { status: 500 }, { min_count: 1 }, "unexpected-status"],
    ["an error where nothing is expected", { status: 503, wrap: () => [] }, { max_count: 0 }, "unexpected-status"],
    ["no list", { wrap: () => ({}) }, { max_count: 0 }, "no-results-list"],
    ["a map of results", { wrap: (hits) => ({ results: { ...hits } }) }, { min_count: 1 }, "no-results-list"],
    ["a count instead of results", { wrap: ({ length }) => ({ results: length }) }, { min_count: 1 }, "no-results-list"],
  ])("%s", async (_name, search, expected_results, code) => {
    expect((await run({ expected_results }, searchable(search))).step).toMatchObject({ outcome: "fail", code });
  });

  it("a page", async () => {
    expect((await run({ expected_results: { max_count: 0 } }, (_request, response) => sendHtml(response, "<p>no results</p>"))).step).toMatchObject({ code: "not-json" });
  });

  it("a system that is not there, with and without patience", async () => {
    const target = { baseUrl: await deadOrigin() };
    const inputs = { path: "/search", expected_results: { max_count: 0 } };
    expect(await runStep("search_query", inputs, { target })).toMatchObject({ outcome: "fail", code: "connection-failed" });
    expect(await runStep("search_query", { ...inputs, poll: { timeout_ms: 60, interval_ms: 20 } }, { target })).toMatchObject({ outcome: "fail", code: "poll-timeout" });
  });

  it("what does not come true in time, saying what is wrong at last", async () => {
    const { step } = await run({ query: { q: "odd" }, poll: { timeout_ms: 400, interval_ms: 400 }, expected_results: { min_count: 1 } });
    expect(step).toMatchObject({ outcome: "fail", code: "too-few-results" });
    expect(step.message).toMatch(/after \d+ requests/);
  });

  it("a set-up that is refused, before it searches", async () => {
    const { step, server } = await run({ setup: [{ path: "/search?q=x", expected_status: 201 }], expected_results: { min_count: 1 } });
    expect(step).toMatchObject({ outcome: "fail", code: "unexpected-status" });
    expect(server.seen).toHaveLength(1);
  });

  it("expectations that turn out to ask nothing", async () => {
    const setup = [{ method: "POST", path: "/docs", body: { title: "x" }, capture: { n: "$.zero" } }];
    const answer: Handler = (request, response) => (request.method === "POST" ? sendJson(response, { zero: 0 }) : sendJson(response, []));
    expect((await run({ setup, expected_results: { min_count: "{{n}}" } }, answer)).step).toMatchObject({ outcome: "fail", code: "vacuous" });
    expect((await run({ setup, expected_results: { min_count: "{{n}}" }, allow_vacuous: true }, answer)).step).toMatchObject({ outcome: "pass" });
  });
});

describe("search_query refuses", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["nothing expected", {}, "vacuous-expectation"],
    ["an empty expectation", { expected_results: {} }, "vacuous-expectation"],
    ["min_count 0 alone", { expected_results: { min_count: 0 } }, "vacuous-expectation"],
    ["a field that may be anything", { expected_results: { must_contain: { title: { operator: "contains", expected: "" } } } }, "vacuous-expectation"],
    ["empty text", { expected_results: { must_contain: "" } }, "invalid-input"],
    ["no content", { expected_results: { must_not_contain: [] } }, "invalid-input"],
    ["fields without a field", { expected_results: { every_contains: {} } }, "invalid-input"],
    ["more than at most", { expected_results: { min_count: 3, max_count: 2 } }, "invalid-expected"],
    ["a bad path", { results_path: "$[", expected_results: { min_count: 1 } }, "invalid-path"],
    ["an unknown expectation", { expected_results: { min: 1 } }, "unknown-key"],
    ["two bodies", { method: "POST", body: {}, form: {}, expected_results: { min_count: 1 } }, "conflicting-body"],
  ])("%s", async (_name, inputs, code) => {
    expect(await refusalOf(runStep("search_query", { path: "/search", ...inputs }))).toEqual([code]);
  });
});

it.each<[Record<string, unknown>, string]>([
  [{ path: "/s" }, "read"],
  [{ path: "/s", method: "POST" }, "write"],
  [{ path: "/s", setup: [{ path: "/x" }] }, "write"],
])("the effect of %j is %s", (inputs, effect) => {
  expect(effectsOf(searchQuery, inputs)).toBe(effect);
});
