import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import { effectsOf } from "../../../src/primitives/define.js";
import { graphqlQuery } from "../../../src/primitives/http/graphql-query.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { startGraphql } from "../../support/graphql-server.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, sendHtml, sendJson, startAnswering, startServer, type Handler } from "../../support/server.js";

const CREATE = "mutation Create($name: String!, $count: Int) { create(name: $name, count: $count) { id name count } }";
const created = { type: "graphql_query", inputs: { query: CREATE, variables: { name: "one", count: 3 }, capture: { item: "$.data.create.id" } } };

/** Runs one query after one item was created, and gives its result. */
async function ask(inputs: Record<string, unknown>, variables: Record<string, unknown> = {}): Promise<{ step: StepResult | undefined; bodies: unknown[] }> {
  const server = await startGraphql();
  const { steps } = await runChain([created, { type: "graphql_query", inputs }], { target: { baseUrl: server.url }, variables });
  return { step: steps[1], bodies: server.seen.map(({ body }) => (body === "" ? undefined : (JSON.parse(body) as unknown))) };
}

/** Runs one query against a system that answers whatever it likes. */
async function against(answer: unknown, inputs: Record<string, unknown> = {}): Promise<StepResult> {
  const server = await startServer(typeof answer === "function" ? (answer as Handler) : (_request, response) => sendJson(response, answer));
  return runStep("graphql_query", { query: "{ a }", ...inputs }, { target: { baseUrl: server.url } });
}

describe("graphql_query passes", () => {
  it.each<[string, Record<string, unknown>]>([
    ["data without errors", { query: "{ items { id } }" }],
    ["a query sent by GET", { query: "query Q($id: ID!) { item(id: $id) { id } }", variables: { id: "1" }, method: "GET", operation_name: "Q", capture: { x: "$.data.item.id" } }],
    ["one operation of several", { query: "query A { items { id } } query B { nothing }", operation_name: "A", capture: { x: "$.data.items[0].id" } }],
    ["a null field", { query: "{ nothing }" }],
    ["a placeholder in a string and as a word", { query: '{ item(id: "{{item}}") { id } items(status: {{state}}) { id } }', capture: { x: "$.data.items[0].id", y: "$.data.item.id" } }],
    ["the expected errors", { query: "{ admin }", expect_errors: "some" }],
    ["the expected code", { query: "{ admin }", expect_error_code: "FORBIDDEN" }],
    ["the expected code among data", { query: "{ items { id secret } }", expect_error_code: "FORBIDDEN", expect_errors: "some" }],
    ["a document that is meant to be refused", { query: "{ nobody }", expect_error_code: "GRAPHQL_VALIDATION_FAILED" }],
    ["any errors as such", { query: "{ admin }", expect_errors: "any" }],
  ])("%s", async (_name, inputs) => {
    expect((await ask(inputs, { state: "OPEN" })).step).toMatchObject({ outcome: "pass" });
  });

  it("with variables of the type that was captured, and an injection that stays content", async () => {
    const evil = '") { id } secret: item(id: "1';
    const { step, bodies } = await ask({ query: 'query { items(filter: {text: "{{evil}}"}) { id } }', variables: { n: "{{n}}", t: "n={{n}}" } }, { evil, n: 7 });
    expect(step?.outcome).toBe("pass");
    expect(bodies[1]).toEqual({ query: `query { items(filter: {text: ${JSON.stringify(evil)}}) { id } }`, variables: { n: 7, t: "n=7" } });
  });

  it("and leaves the envelope to the steps behind it", async () => {
    const server = await startGraphql();
    const chain = [
      created,
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.data.create.count", expected: 3 }, { path: "$.errors", operator: "not_exists" }] } },
      { type: "graphql_query", inputs: { query: "{ admin }", expect_errors: "any", save_as: "answer" } },
      { type: "json_value_assert", inputs: { source: "answer", assertions: [{ path: "$.errors[0].extensions.code", expected: "FORBIDDEN" }] } },
    ];
    expect(await runChain(chain, { target: { baseUrl: server.url } })).toMatchObject({ status: "PASSED" });
  });
});

describe("graphql_query fails", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["errors beside data", { query: "{ items { id secret } }" }, "graphql-errors"],
    ["what exists already", { query: CREATE, variables: { name: "one" } }, "graphql-errors"],
    ["a field that is not there", { query: "{ nobody }" }, "graphql-errors"],
    ["data where errors are expected", { query: "{ items { id } }", expect_errors: "some" }, "no-graphql-errors"],
    ["another code", { query: "{ admin }", expect_error_code: "UNAUTHENTICATED" }, "wrong-error-code"],
    ["no code", { query: "mutation { fail { id } }", expect_error_code: "CONFLICT" }, "wrong-error-code"],
    ["a field that is not there where a denial is expected", { query: "{ nobody }", expect_errors: "some" }, "invalid-document"],
    ["a document that can not be parsed where a denial is expected", { query: "{ admin", expect_errors: "some" }, "invalid-document"],
    ["a missing value to capture", { query: "{ items { id } }", capture: { x: "$.data.nobody" } }, "capture-missing"],
    ["a placeholder that nothing sets", { query: '{ item(id: "{{nobody}}") { id } }' }, "unresolved-placeholder"],
    ["another path", { query: "{ items { id } }", path: "/other" }, "not-graphql"],
  ])("%s", async (_name, inputs, code) => {
    expect((await ask(inputs)).step).toMatchObject({ outcome: "fail", code });
  });

  // wrong systems
  it.each<[string, unknown, Record<string, unknown>, string]>([
    ["a page with 200", (_request: unknown, response: Parameters<Handler>[1]) => sendHtml(response, "<h1>data</h1>"), {}, "not-graphql"],
    ["an empty object", {}, {}, "not-graphql"],
    ["a list", [{ data: { a: 1 } }], {}, "not-graphql"],
    ["null data", { data: null }, {}, "no-data"],
    ["empty data", { data: {} }, {}, "no-data"],
    ["data that is text", { data: "ok" }, {}, "no-data"],
    ["data of another field", { data: { b: 1 } }, {}, "missing-data"],
    ["data without one of the fields", { data: { a: 1 } }, { query: "{ a other: a }" }, "missing-data"],
    ["data under the field's name instead of its alias", { data: { a: 1 } }, { query: "query Q { mine: a }", operation_name: "Q" }, "missing-data"],
    ["data without the field of a fragment", { data: { b: 1 } }, { query: "{ b ...F } fragment F on Query { a }" }, "missing-data"],
    ["an echo", (request: { body: string }, response: Parameters<Handler>[1]) => sendJson(response, JSON.parse(request.body)), {}, "not-graphql"],
    ["a crash where a denial is expected", { data: null, errors: [{ message: "Internal server error", extensions: { code: "INTERNAL_SERVER_ERROR" } }] }, { expect_errors: "some" }, "unexpected-error"],
    ["a bug where a denial is expected", { errors: [{ message: "Cannot read properties of undefined (reading 'id')" }] }, { expect_errors: "some" }, "unexpected-error"],
    ["errors that are no list", { errors: "no" }, { expect_errors: "some" }, "not-graphql"],
    ["errors without a message", { errors: [{ detail: "no" }] }, { expect_errors: "some" }, "not-graphql"],
    ["an empty list of errors", { errors: [] }, { expect_errors: "some" }, "not-graphql"],
    ["an outage where a denial is expected", (_request: unknown, response: Parameters<Handler>[1]) => sendJson(response, { errors: [{ message: "Internal server error" }] }, 500), { expect_errors: "some" }, "unexpected-status"],
    ["data with an error's status", (_request: unknown, response: Parameters<Handler>[1]) => sendJson(response, { data: { a: 1 } }, 500), {}, "unexpected-status"],
    ["a page where anything is right", (_request: unknown, response: Parameters<Handler>[1]) => sendHtml(response, "<p>"), { expect_errors: "any" }, "not-graphql"],
    ...[404, 405, 302, 429, 503].map((status): [string, unknown, Record<string, unknown>, string] => [`errors with status ${status}`, (_request: unknown, response: Parameters<Handler>[1]) => sendJson(response, { errors: [{ message: "no", extensions: { code: "NO" } }] }, status), status === 404 ? { expect_error_code: "NO" } : { expect_errors: "some" }, "unexpected-status"]),
    ["an error beside complete data", { data: { a: 1 }, errors: [{ message: "forbidden", path: ["a"] }] }, { expect_errors: "some" }, "data-despite-errors"],
    ["an error without a place beside data", { data: { a: { b: 1 } }, errors: [{ message: "forbidden" }] }, { query: "{ a { b } }", expect_errors: "some" }, "data-despite-errors"],
    ["the expected code beside complete data", { data: { a: 1 }, errors: [{ message: "forbidden", extensions: { code: "FORBIDDEN" } }] }, { expect_error_code: "FORBIDDEN" }, "data-despite-errors"],
    ["a denial of something else beside what should be denied", { data: { a: { b: 1 }, c: null }, errors: [{ message: "forbidden", path: ["a", "b"] }] }, { query: "{ a { b } c }", expect_errors: "some" }, "data-despite-errors"],
    ["a variable that was not provided", { errors: [{ message: 'Variable "$i" of required type "ID!" was not provided.' }] }, { query: "query ($i: ID!) { a(i: $i) }", expect_errors: "some" }, "invalid-document"],
    ["graphql-java's complaint of a variable", { errors: [{ message: "Variable 'i' has coerced Null value for NonNull type 'ID!'" }] }, { expect_errors: "some" }, "invalid-document"],
    ["graphql-ruby's complaint of a variable", { errors: [{ message: "Variable $i of type ID! was provided invalid value" }] }, { expect_errors: "some" }, "invalid-document"],
    ["data without what the variables include", { data: { a: 1 } }, { query: "query ($s: Boolean!) { a b @include(if: $s) }", variables: { s: true } }, "missing-data"],
    ["data without what the variables do not skip", { data: { a: 1 } }, { query: "query ($s: Boolean!) { a b @skip(if: $s) }", variables: { s: false } }, "missing-data"],
    ["graphql-java's validation", { errors: [{ message: "Validation error (FieldUndefined@[a]) : Field 'a' in type 'Query' is undefined" }] }, { expect_errors: "some" }, "invalid-document"],
    ["graphql-ruby's validation", { errors: [{ message: "Field 'a' doesn't exist on type 'Query'", extensions: { code: "undefinedField" } }] }, { expect_errors: "some" }, "invalid-document"],
  ])("%s", async (_name, answer, inputs, code) => {
    expect(await against(answer, inputs)).toMatchObject({ outcome: "fail", code });
  });

  it.each<[string, unknown, number, Record<string, unknown>]>([
    ["nothing", { errors: [{ message: "no" }] }, 401, {}],
    ["null data", { data: null, errors: [{ message: "no" }] }, 403, {}],
    ["a null field", { data: { a: null }, errors: [{ message: "no" }] }, 200, {}],
    ["a null field within what was asked for", { data: { a: { b: null, c: 1 } }, errors: [{ message: "no", path: ["a", "b"] }] }, 200, { query: "{ a { b c } }" }],
    ["null around the field", { data: { a: [null] }, errors: [{ message: "no", path: ["a", 0, "b"] }] }, 200, { query: "{ a { b } }" }],
    ["a refusal before the operation", { errors: [{ message: "no" }] }, 400, {}],
  ])("not a denial with %s", async (_what, body, status, inputs) => {
    expect(await against((_request: unknown, response: Parameters<Handler>[1]) => sendJson(response, body, status), { expect_errors: "some", ...inputs })).toMatchObject({ outcome: "pass" });
  });

  it("not what may be left out, or is null", async () => {
    expect(await against({ data: { a: null } }, { query: "query ($no: Boolean!) { a b @skip(if: $no) }", variables: { no: true } })).toMatchObject({ outcome: "pass" });
  });

  it("an empty list of errors beside data is none", async () => {
    expect(await against({ data: { a: 1 }, errors: [] })).toMatchObject({ outcome: "pass" });
    expect(await against({ data: { a: 1 }, errors: null })).toMatchObject({ outcome: "pass" });
  });

  it("a system that is not there, or closes midway", async () => {
    expect(await runStep("graphql_query", { query: "{ a }", expect_errors: "any" }, { target: { baseUrl: await deadOrigin() } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
    const cut = await startAnswering('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"data":{"a":1}}');
    expect(await runStep("graphql_query", { query: "{ a }" }, { target: { baseUrl: cut.url } })).toMatchObject({ outcome: "fail" });
    const slow = await startServer(() => undefined);
    expect(await runStep("graphql_query", { query: "{ a }", timeout: 0.1 }, { target: { baseUrl: slow.url } })).toMatchObject({ outcome: "fail", code: "time-out" });
  });

  it("does not run a word that is none outside of strings", async () => {
    const server = await startGraphql();
    const chain = [{ type: "graphql_query", inputs: { query: CREATE, variables: { name: "a) { id } x" }, capture: { name: "$.data.create.name" } } }, { type: "graphql_query", inputs: { query: "{ item(id: {{name}}) { id } }" } }];
    const { steps } = await runChain(chain, { target: { baseUrl: server.url } });
    expect(steps[1]).toMatchObject({ outcome: "fail", code: "unsafe-graphql-value" });
    expect(server.seen).toHaveLength(1);
  });
});

describe("graphql_query refuses", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["a code without errors", { query: "{ a }", expect_errors: "none", expect_error_code: "X" }, "conflicting-keys"],
    ["several operations without a name", { query: "query A { a } query B { b }" }, "no-operation"],
    ["an operation that is not there", { query: "query A { a }", operation_name: "B" }, "no-operation"],
    ["no operation", { query: "fragment F on A { b }" }, "no-operation"],
    ["a relative path", { query: "{ a }", path: "graphql" }, "invalid-path"],
    ["no document", {}, "invalid-input"],
    ["URL parameters", { query: { a: 1 } }, "invalid-input"],
    ["a JSON body", { query: "{ a }", body: {} }, "unknown-key"],
    ["a bad path to capture", { query: "{ a }", capture: { x: "$[" } }, "invalid-path"],
  ])("%s", async (_name, inputs, code) => {
    expect(await refusalOf(runStep("graphql_query", inputs))).toEqual([code]);
  });
});

it.each<[Record<string, unknown>, string]>([
  [{ query: "{ a }" }, "read"],
  [{ query: "{ a }", role: "admin" }, "write"],
  [{ query: "mutation { a }" }, "write"],
  [{ query: '{ a(b: "mutation { c }") }' }, "read"],
  [{ query: "{{document}}" }, "write"],
])("the effect of %j is %s", (inputs, effect) => {
  expect(effectsOf(graphqlQuery, inputs)).toBe(effect);
});
