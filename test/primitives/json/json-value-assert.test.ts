import { describe, expect, it } from "vitest";
import { jsonValueAssert } from "../../../src/primitives/json/json-value-assert.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { deadOrigin, sendJson, startServer } from "../../support/server.js";
import { answering, grade, lastStep } from "./grade.js";

const assert = (...assertions: unknown[]) => ({ type: "json_value_assert", inputs: { assertions } });

/** What one assertion says of a system that answers with this body. */
async function outcomeOn(body: unknown, assertion: unknown, status = 200): Promise<string | undefined> {
  const { outcome, code } = lastStep(await grade(await answering(body, status), [assert(assertion)]));
  return code ?? outcome;
}

describe("json_value_assert", () => {
  it.each<[unknown, unknown, string]>([
    [{ a: 1 }, { path: "$.a", expected: 1 }, "pass"],
    [{ a: true }, { path: "$.a", expected: 1 }, "not-equal"],
    [{ a: 1 }, { path: "$.a", expected: true }, "not-equal"],
    [{ a: "5" }, { path: "$.a", expected: 5 }, "not-equal"],
    [{ a: null }, { path: "$.a", expected: null }, "pass"],
    [{ a: null }, { path: "$.a", operator: "is_null" }, "pass"],
    [{}, { path: "$.a", expected: null }, "missing-value"],
    [{}, { path: "$.a", operator: "is_null" }, "missing-value"],
    [{ items: [] }, { path: "$.items[*].id", operator: "gt", expected: 0 }, "missing-value"],
    [[], { path: "$[*]", operator: "not_null" }, "missing-value"],
    [{}, { path: "$.a", operator: "not_equals", expected: 1 }, "missing-value"],
    [[{ token: "leak" }], { path: "$[0].token", operator: "not_exists" }, "unexpected-value"],
    // wrong systems
    [{}, { path: "$.data", operator: "not_null" }, "missing-value"],
    [{ data: null }, { path: "$.data", operator: "not_null" }, "not-equal"],
    [{ error: "not found" }, { path: "$.data.id", operator: "exists" }, "missing-value"],
    ["<!doctype html><title>App</title>", { path: "$.error", operator: "not_exists" }, "not-json"],
    [{ name: "Ada Lovelace" }, { path: "$.name", expected: "Ada" }, "not-equal"],
    [[{ role: "user" }, { role: "admin" }], { path: "$[*].role", expected: "user" }, "not-equal"],
    [[{ id: 1 }, {}], { path: "$[*].id", operator: "type", expected: "integer" }, "missing-value"],
  ])("%j with %j: %s", async (body, assertion, outcome) => expect(await outcomeOn(body, assertion)).toBe(outcome));

  it.each<[string, unknown]>([
    ["an operator", { path: "$.a", operator: "{{told.operator}}", expected: 2 }],
    ["a whole assertion", "{{told.assertion}}"],
    ["how many must hold", { path: "$.list[*]", each: "{{told.each}}", expected: 2 }],
    ["whether it must be there", { path: "$.b", optional: "{{told.optional}}", expected: 2 }],
  ])("lets the system not say %s", async (_what, assertion) => {
    const url = await answering({ a: 1, list: [1, 2], operator: "not_equals", each: "any", optional: true, assertion: { path: "$.a", operator: "exists" } });
    const steps = [{ type: "http_request", inputs: { path: "/", capture: { told: "$" } } }, assert({ path: "$.a", expected: 1 }, assertion)];
    expect(lastStep(await grade(url, steps))).toMatchObject({ outcome: "fail", code: "captured-rule" });
  });

  it.each([401, 404, 500])("asserts on a %i as on any other answer", async (status) => {
    expect(await outcomeOn({ error: "no" }, { path: "$.id", operator: "exists" }, status)).toBe("missing-value");
    expect(await outcomeOn({ error: "no" }, { path: "$.error", expected: "no" }, status)).toBe("pass");
  });

  it("compares numbers that a double can not hold", async () => {
    const server = await startServer((_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"id":9007199254740993}'));
    const outcome = async (expected: unknown) => lastStep(await grade(server.url, [assert({ path: "$.id", expected })])).outcome;
    expect(await outcome(9007199254740992)).toBe("fail");
    expect(await outcome(9007199254740993n)).toBe("pass");
  });

  it("fails when nothing was produced in this node", async () => {
    const steps = [assert({ path: "$.a", operator: "not_exists" })];
    expect(lastStep(await runChain(steps))).toMatchObject({ outcome: "fail", code: "no-prior-result" });
    const { steps: results } = await runChain([{ type: "http_request", inputs: { path: "/" } }, ...steps], { target: { baseUrl: await deadOrigin() }, method: "weighted" });
    expect(results[1]).toMatchObject({ outcome: "fail", code: "no-prior-result" });
  });

  it("gives path, expected and actual value as evidence", async () => {
    const { evidence, message } = lastStep(await grade(await answering({ a: 1, b: [2] }), [assert({ path: "$.a", expected: 1 }, { path: "$.b", expected: [3] })]));
    expect(message).toBe("$.b: expected [3], got [2]");
    expect(evidence).toEqual({
      assertions: [
        { path: "$.a", operator: "equals", expected: 1, actual: 1, ok: true },
        { path: "$.b", operator: "equals", expected: [3], actual: [2], ok: false, code: "not-equal", message: "$.b: expected [3], got [2]" },
      ],
    });
  });

  it("reads another source", async () => {
    const server = await startServer(({ path }, response) => sendJson(response, { path }));
    const request = (path: string, save_as?: string) => ({ type: "http_request", inputs: { path, ...(save_as !== undefined && { save_as }) } });
    const read = (source: string, expected: string) => ({ type: "json_value_assert", inputs: { source, assertions: [{ path: "$.path", expected }] } });
    const { status } = await runChain([request("/one", "first"), request("/two"), read("step:1", "/one"), read("first", "/one"), read("last", "/two"), read("response", "/two")], {
      target: { baseUrl: server.url },
    });
    expect(status).toBe("PASSED");
  });

  it("hands captured values on with their types, those of passed assertions only", async () => {
    const server = await startServer(({ body, path }, response) => sendJson(response, path === "/echo" ? (JSON.parse(body) as unknown) : { zero: 0, list: [{ id: 7 }] }));
    const result = await runChain(
      [
        { type: "http_request", inputs: { path: "/" } },
        assert({ path: "$.zero", expected: 0, capture_as: "zero" }, { path: "$.list", operator: "contains", expected: { id: 7 }, capture_as: "found" }),
        { type: "http_request", inputs: { method: "POST", path: "/echo", body: { zero: "{{zero}}", found: "{{found}}" } } },
        assert({ path: "$", expected: { zero: 0, found: { id: 7 } } }),
      ],
      { target: { baseUrl: server.url } },
    );
    expect(result).toMatchObject({ status: "PASSED" });
    expect(jsonValueAssert.writes?.({ assertions: [{ path: "$.a", capture_as: "x" }, 5], assertions_any_of: [{ capture_as: { y: "$.b" } }] })).toEqual(["x", "y"]);
    const unset = await grade(server.url, [assert({ path: "$.zero", operator: "exists" }), { type: "json_value_assert", inputs: { min_passing: 1, assertions: [{ path: "$.zero", expected: 0 }, { path: "$.zero", expected: 1, capture_as: "never" }] } }, { type: "http_request", inputs: { path: "/{{never}}" } }]);
    expect(lastStep(unset)).toMatchObject({ code: "unresolved-placeholder" });
  });

  it("takes captured text for data, in patterns and in paths", async () => {
    const url = await answering({ name: "a.c", others: [{ id: "x", n: 1 }, { id: "y", n: 2 }] });
    const outcome = async (assertion: unknown, variables: Record<string, unknown>) => lastStep(await grade(url, [assert(assertion)], variables)).outcome;
    expect(await outcome({ path: "$.name", operator: "regex", expected: "^{{v}}$" }, { v: "a.c" })).toBe("pass");
    expect(await outcome({ path: "$.name", operator: "regex", expected: "^{{v}}$" }, { v: "..." })).toBe("fail");
    expect(await outcome({ path: "$.name", operator: "contains", expected: "{{v}}" }, { v: "." })).toBe("pass");
    expect(await outcome({ path: "$.others[?@.id=='{{v}}'].n", expected: 2 }, { v: "y" })).toBe("pass");
    expect(await outcome({ path: "$.others[?@.id=='{{v}}'].n", operator: "exists" }, { v: "z'||'a'=='a" })).toBe("fail");
    expect(await outcome({ path: "$.{{v}}", operator: "exists" }, { v: "*" })).toBe("fail");
  });

  it.each<[unknown, string]>([
    [{ assertions: [{ path: "$.a" }] }, "vacuous-expectation"],
    [{ assertions: [] }, "vacuous-expectation"],
    [{ assertions: [{ path: "$.a", expected: 1 }], min_passing: 0 }, "vacuous-expectation"],
    [{ assertions: [{ path: "$.a", operator: "contains", expected: "" }] }, "vacuous-expectation"],
    [{ assertions: [{ path: "$.a", operator: "gte", expected: null }] }, "invalid-expected"],
  ])("refuses %j", async (inputs, code) => {
    const refused = await refusalOf(runChain([{ type: "http_request", inputs: { path: "/" } }, { type: "json_value_assert", inputs: inputs as Record<string, unknown> }]));
    expect(refused).toContain(code);
  });

  it("fails when every assertion is optional and nothing is there, unless told otherwise", async () => {
    const url = await answering({});
    const step = (allow_vacuous: boolean) => ({ type: "json_value_assert", inputs: { allow_vacuous, assertions: [{ path: "$.a", expected: 1, optional: true }] } });
    expect(lastStep(await grade(url, [step(false)]))).toMatchObject({ outcome: "fail", code: "vacuous" });
    expect(lastStep(await grade(url, [step(true)]))).toMatchObject({ outcome: "pass" });
  });

  it("needs one of the alternatives too", async () => {
    const url = await answering({ a: 1, b: 2 });
    const step = (any: unknown[]) => ({ type: "json_value_assert", inputs: { assertions: [{ path: "$.a", expected: 1 }], assertions_any_of: any } });
    expect(lastStep(await grade(url, [step([{ path: "$.b", expected: 3 }, { header: "content-type", operator: "starts_with", expected: "application/json" }])])).outcome).toBe("pass");
    expect(lastStep(await grade(url, [step([{ path: "$.b", expected: 3 }, { part: "status", expected: 201 }])])).outcome).toBe("fail");
  });
});
