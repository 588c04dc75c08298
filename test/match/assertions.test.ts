import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/match/assertion-subject.js";
import { assertionsCheck, assertionSchema, evaluateAssertions, type AssertionsResult } from "../../src/match/assertions.js";
import { readJson } from "../../src/model/json.js";
import { asData } from "../../src/model/literal-data.js";
import type { ChainRecord } from "../../src/model/records.js";
import { placeholderContext } from "../../src/primitives/placeholder.js";
import { exec, page, query, response } from "./records.js";
import { shortLimits } from "../support/short-limits.js";

const now = Date.UTC(2024, 4, 1, 12);
const parse = (assertions: readonly unknown[]): ReturnType<typeof assertionSchema.parse>[] => assertions.map((assertion) => assertionSchema.parse(assertion));

function evaluate(record: ChainRecord, assertions: readonly unknown[], options: { any?: unknown[]; minPassing?: number } = {}): AssertionsResult {
  return evaluateAssertions(sourceOf(record, now), parse(assertions), { any: options.any && parse(options.any), minPassing: options.minPassing });
}

/** True, or the code of the failure. */
function outcome(record: ChainRecord, assertion: unknown): true | string | undefined {
  const { ok, code, message } = evaluate(record, [assertion]);
  if (!ok) expect(message).not.toBe("");
  return ok || code;
}

const body = {
  id: 5,
  name: "Ada",
  nil: null,
  no: false,
  items: [
    { id: 1, price: 10, tags: ["a"], state: "open" },
    { id: 2, price: 20, tags: ["a", "b"], state: "open" },
    { id: 3, price: 30, tags: [], state: "done" },
  ],
  gaps: [{ id: 1 }, { name: "x" }],
  none: [],
  numbers: [1, 2, 3],
  owner: { id: 5 },
};
const answer = response(body, { status: 201, headers: { "x-total": "42", location: "/things/5" }, setCookies: ["sid=1; HttpOnly", "theme=dark"] });

describe("where an assertion looks", () => {
  it.each<[unknown, true | string]>([
    [{ path: "$.id", expected: 5 }, true],
    [{ path: "items.0.id", expected: 1 }, true],
    [{ path: "$.items[-1].id", expected: 3 }, true],
    [{ path: "$.missing", expected: null }, "missing-value"],
    [{ path: "$.nil", expected: null }, true],
    [{ path: "$.id", expected: "5" }, "not-equal"],
    [{ path: "$.no", expected: 0 }, "not-equal"],
    [{ path: "$.missing", operator: "not_equals", expected: 1 }, "missing-value"],
    [{ path: "$.missing", operator: "not_exists" }, true],
    [{ path: "$.nil", operator: "not_exists" }, "unexpected-value"],
    [{ path: "$.nil", operator: "exists" }, true],
    [{ path: "$.id" , operator: "equals_path", expected: "$.owner.id" }, true],
    [{ path: "$.items[*].id", operator: "equals_path", expected: "$.owner.id" }, "not-equal"],
    [{ header: "X-Total", expected: "42" }, true],
    [{ header: "x-total", expected: 42 }, true],
    [{ header: "x-total", operator: "gte", expected: 41 }, true],
    [{ header: "x-total", operator: "in", expected: [41, 42] }, true],
    [{ header: "location", operator: "gt", expected: 1 }, "type-mismatch"],
    [{ header: "x-other", operator: "exists" }, "missing-value"],
    [{ header: "x-other", operator: "not_contains", expected: "x" }, "missing-value"],
    [{ header: "x-other", operator: "not_exists" }, true],
    [{ header: "set-cookie", operator: "contains", expected: "HttpOnly" }, true],
    [{ header: "set-cookie", operator: "contains", expected: "HttpOnly", each: "all" }, "not-equal"],
    [{ header: "set-cookie", operator: "contains", expected: "HttpOnly", each: "any" }, true],
    [{ part: "status", expected: 201 }, true],
    [{ part: "status", expected: "201" }, "not-equal"],
    [{ part: "content_type", expected: "application/json" }, true],
    [{ part: "text", operator: "contains", expected: '"Ada"' }, true],
    [{ part: "bytes", operator: "gt", expected: 100 }, true],
    [{ part: "stdout", operator: "not_contains", expected: "x" }, "no-such-part"],
    [{ path: "$[", expected: 1 }, "invalid-path"],
  ])("%j: %s", (assertion, expected) => expect(outcome(answer, assertion)).toBe(expected));

  it.each<[ChainRecord, unknown, true | string]>([
    [query([{ n: 9007199254740993n }]), { path: "$.rows[0].n", expected: "9007199254740993" }, true],
    [query([{ n: 9007199254740993n }]), { path: "$.rows[0].n", expected: "9007199254740992" }, "not-equal"],
    [query([]), { path: "$.row_count", expected: 0 }, true],
    [query([]), { path: "$.rows[0].n", operator: "exists" }, "missing-value"],
    [query([]), { header: "x", operator: "not_exists" }, "no-such-part"],
    [exec('{"a":1}'), { path: "$.a", expected: 1 }, true],
    [exec("12\n"), { part: "stdout", expected: 12 }, true],
    [exec("12\n"), { part: "stdout", expected: "12" }, true],
    [exec("twelve\n"), { part: "stdout", operator: "gt", expected: 1 }, "type-mismatch"],
    [exec("x", { exitCode: null }), { part: "exit_code", expected: 0 }, "not-equal"],
    [page, { part: "text", operator: "contains", expected: "Hello" }, true],
    [page, { path: "$.x", operator: "not_exists" }, "not-json"],
  ])("record %#", (record, assertion, expected) => expect(outcome(record, assertion)).toBe(expected));

  it.each([response("<!doctype html>"), response(""), response("{}x")])("fails every path where there is no JSON, negative ones too", (record) => {
    for (const operator of ["not_exists", "exists", "not_null"]) expect(outcome(record, { path: "$.error", operator })).toBe("not-json");
    expect(outcome(record, { path: "$.error", operator: "exists", optional: true })).toBe("not-json");
  });
});

describe("paths that may match many", () => {
  it.each<[unknown, true | string]>([
    // scalar operators: all, over at least one match
    [{ path: "$.items[*].price", operator: "gt", expected: 5 }, true],
    [{ path: "$.items[*].price", operator: "gt", expected: 10 }, "not-equal"],
    [{ path: "$.items[*].price", operator: "gt", expected: 10, each: "any" }, true],
    [{ path: "$.items[*].price", operator: "gt", expected: 30, each: "any" }, "not-equal"],
    [{ path: "$.items[*].price", operator: "gt", expected: 30, each: "none" }, true],
    [{ path: "$.items[*].price", operator: "gt", expected: 20, each: "none" }, "unexpected-value"],
    [{ path: "$.items[*].state", operator: "gt", expected: 30, each: "none" }, "type-mismatch"],
    [{ path: "$.none[*].price", operator: "gt", expected: 5 }, "missing-value"],
    [{ path: "$.none[*].price", operator: "gt", expected: 5, each: "none" }, "missing-value"],
    [{ path: "$.none[*]", operator: "not_equals", expected: 5 }, "missing-value"],
    [{ path: "$.missing[*].price", operator: "lt", expected: 5, each: "none" }, "missing-value"],
    [{ path: "$..price", operator: "type", expected: "integer" }, true],
    // an element without the field
    [{ path: "$.gaps[*].id", expected: 1 }, "missing-value"],
    [{ path: "$.gaps[*].id", operator: "exists" }, "missing-value"],
    [{ path: "$.gaps[*].id", expected: 1, each: "any" }, true],
    [{ path: "$.gaps[*].id", expected: 1, optional: true }, true],
    [{ path: "$.items[*].id", operator: "exists" }, true],
    [{ path: "$.none[*].id", operator: "exists" }, "missing-value"],
    [{ path: "$.none[*].id", operator: "not_exists" }, true],
    [{ path: "$.gaps[*].id", operator: "not_exists" }, "unexpected-value"],
    // list operators see the list
    [{ path: "$.items[*].id", operator: "contains", expected: 2 }, true],
    [{ path: "$.items[*].state", operator: "contains", expected: "op" }, "not-equal"],
    [{ path: "$.items[*].state", operator: "contains", expected: "op", each: "any" }, true],
    [{ path: "$.items[*].state", operator: "not_contains", expected: "gone" }, true],
    [{ path: "$.none[*].state", operator: "not_contains", expected: "gone" }, "missing-value"],
    [{ path: "$.items[*].id", operator: "length", expected: 3 }, true],
    [{ path: "$.items[?@.state=='open']", operator: "length", expected: 2 }, true],
    [{ path: "$.none[*]", operator: "length", expected: 0 }, true],
    [{ path: "$.none[*]", operator: "empty" }, true],
    [{ path: "$.missing[*]", operator: "length", expected: 0 }, "missing-value"],
    [{ path: "$.missing[*]", operator: "empty" }, "missing-value"],
    [{ path: "$.items[*].id", operator: "contains_all", expected: [3, 1] }, true],
    [{ path: "$.items[*].price", operator: "sorted_by", order: "asc" }, true],
    [{ path: "$.items[*].price", operator: "sorted_by", order: "desc" }, "not-equal"],
    // one value that is a list
    [{ path: "$.numbers", operator: "gt", expected: 0 }, "type-mismatch"],
    [{ path: "$.numbers", operator: "gt", expected: 0, each: "all" }, true],
    [{ path: "$.numbers", operator: "gt", expected: 1, each: "all" }, "not-equal"],
    [{ path: "$.none", operator: "gt", expected: 0, each: "all" }, "missing-value"],
    [{ path: "$.name", operator: "gt", expected: 0, each: "all" }, "type-mismatch"],
    [{ path: "$.items", operator: "contains", expected: { id: 2, state: "open" } }, true],
    [{ path: "$.items", operator: "sorted_by", key: "price" }, true],
    [{ path: "$.items", operator: "sorted_by", key: "price", order: "desc" }, "not-equal"],
  ])("%j: %s", (assertion, expected) => expect(outcome(answer, assertion)).toBe(expected));
});

describe("alternative paths", () => {
  it.each<[unknown, true | string]>([
    [{ paths: ["$.data.id", "$.id"], expected: 5 }, true],
    [{ paths: ["$.data.id", "$.id"], expected: 6 }, "not-equal"],
    [{ paths: ["$.data.id", "$.uuid"], expected: 6 }, "missing-value"],
    [{ paths: ["$.name", "$.id"], expected: 5 }, true],
    [{ paths: ["$.data.id", "$.id"], operator: "not_equals", expected: 6 }, true],
    [{ paths: ["$.id", "$.owner.id"], operator: "not_equals", expected: 5 }, "not-equal"],
    [{ paths: ["$.name", "$.id"], operator: "not_equals", expected: 5 }, "not-equal"],
    [{ paths: ["$.a", "$.b"], operator: "not_equals", expected: 5 }, "missing-value"],
    [{ paths: ["$.a", "$.b"], operator: "not_exists" }, true],
    [{ paths: ["$.a", "$.id"], operator: "not_exists" }, "unexpected-value"],
    [{ paths: ["$.a", "$.id"], operator: "exists" }, true],
    [{ paths: ["$.missing[*]", "$.none[*]"], operator: "empty" }, true],
  ])("%j: %s", (assertion, expected) => expect(outcome(answer, assertion)).toBe(expected));
});

describe("lists of assertions", () => {
  const holds = { path: "$.id", expected: 5 };
  const fails = { path: "$.id", expected: 6 };
  const open = { path: "$.other", expected: 1, optional: true };

  it("needs all, and says which fail", () => {
    expect(evaluate(answer, [holds, holds]).ok).toBe(true);
    const { ok, code, message, results } = evaluate(answer, [holds, fails, { path: "$.name", operator: "gt", expected: 1 }]);
    expect({ ok, code }).toEqual({ ok: false, code: "not-equal" });
    expect(message).toBe('$.id: expected 6, got 5; $.name: expected more than 1, got "Ada", which is of another type');
    expect(results).toEqual([
      { path: "$.id", operator: "equals", expected: 5, actual: 5, ok: true },
      { path: "$.id", operator: "equals", expected: 6, actual: 5, ok: false, code: "not-equal", message: "$.id: expected 6, got 5" },
      { path: "$.name", operator: "gt", expected: 1, actual: "Ada", ok: false, code: "type-mismatch", message: expect.any(String) as string },
    ]);
  });
  it("needs as many as min_passing says", () => {
    expect(evaluate(answer, [holds, fails, fails], { minPassing: 1 }).ok).toBe(true);
    expect(evaluate(answer, [holds, fails, fails], { minPassing: 2 })).toMatchObject({ ok: false, code: "not-equal", message: expect.stringContaining("1 of 3 assertions hold, 2 must") as string });
    expect(evaluate(answer, [holds, open], { minPassing: 2 })).toMatchObject({ ok: false, code: "too-few-passing" });
  });
  it("needs one alternative in addition", () => {
    expect(evaluate(answer, [holds], { any: [fails, holds] }).ok).toBe(true);
    expect(evaluate(answer, [], { any: [fails, holds] }).ok).toBe(true);
    expect(evaluate(answer, [holds], { any: [fails, fails] })).toMatchObject({ ok: false, code: "not-equal" });
    expect(evaluate(answer, [fails], { any: [holds] }).ok).toBe(false);
    expect(evaluate(answer, [holds], { any: [open] })).toMatchObject({ ok: false, code: "missing-value" });
    expect(evaluate(answer, [holds], { any: [] }).ok).toBe(false);
  });
  it("does not judge an optional value that is not there", () => {
    expect(evaluate(answer, [holds, open])).toMatchObject({ ok: true, results: [{ ok: true }, { ok: null }] });
    expect(evaluate(answer, [open, open])).toMatchObject({ ok: false, code: "vacuous" });
    expect(evaluate(answer, [open], { any: [open] })).toMatchObject({ ok: false, code: "vacuous" });
    expect(evaluate(answer, [{ path: "$.id", expected: 6, optional: true }]).ok).toBe(false);
    expect(evaluate(answer, [{ header: "x-other", expected: "1", optional: true }, holds]).ok).toBe(true);
    expect(evaluate(answer, [{ path: "$.none[*].x", expected: "1", optional: true }, holds]).ok).toBe(true);
  });
  it("is vacuous without assertions", () => expect(evaluate(answer, [])).toMatchObject({ ok: false, code: "vacuous" }));
  it("fails an assertion whose pattern takes too long, and goes on", () => {
    const limits = shortLimits();
    const slow = response({ text: `${"a".repeat(60)}b` });
    const { code, results } = evaluate(slow, [{ path: "$.text", operator: "regex", expected: "^(a+)+$" }, { path: "$.text", operator: "exists" }]);
    expect(code).toBe("regex-timeout");
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(limits.at(-1)).toBe(1_000);
  });
  it("judges large lists in bounded time", () => {
    const wide = response({ list: Array.from({ length: 100_000 }, (_item, index) => ({ name: `n${index}` })) });
    expect(outcome(wide, { path: "$.list[*].name", operator: "regex", expected: "^n\\d+$" })).toBe(true);
    expect(outcome(wide, { path: "$.list[*].name", operator: "contains", expected: "n99999" })).toBe(true);
  });
  it("reads the clock of the run", () => {
    const soon = response({ at: new Date(now + 3_600_000).toISOString() });
    expect(outcome(soon, { path: "$.at", operator: "time_from_now", expected: [3590, 3610] })).toBe(true);
    expect(outcome(soon, { path: "$.at", operator: "time_from_now", expected: [0, 60] })).toBe("not-equal");
  });
  it("compares exactly", () => {
    const big = response('{"id":9007199254740993}');
    expect(outcome(big, { path: "$.id", expected: 9007199254740992 })).toBe("not-equal");
    const written = readJson('{"path":"$.id","expected":9007199254740993}');
    expect(outcome(big, written.ok ? written.value : undefined)).toBe(true);
  });
  it("verifies tokens by keys beside expected", () => {
    const token = response({ token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0." });
    expect(outcome(token, { path: "$.token", operator: "jwt" })).toBe(true);
    expect(outcome(token, { path: "$.token", operator: "jwt", claims: { sub: "1" } })).toBe(true);
    expect(outcome(token, { path: "$.token", operator: "jwt", claims: { sub: 1 } })).toBe("not-equal");
    expect(outcome(token, { path: "$.token", operator: "jwt", key: "secret" })).toBe("jwt-unverified");
  });
});

describe("capture_as", () => {
  const captured = (assertion: object): unknown => evaluate(answer, [{ capture_as: "x", ...assertion }]).captures;
  it.each<[object, unknown]>([
    [{ path: "$.id", operator: "exists" }, { x: 5 }],
    [{ path: "$.nil", operator: "exists" }, { x: null }],
    [{ path: "$.nil", operator: "not_null" }, {}],
    [{ path: "$.no", expected: false }, { x: false }],
    [{ path: "$.id", expected: 6 }, {}],
    [{ path: "$.other", expected: 6, optional: true }, {}],
    [{ path: "$.id" }, { x: 5 }],
    [{ path: "$.other" }, {}],
    [{ paths: ["$.data.id", "$.id"], operator: "not_null" }, { x: 5 }],
    [{ path: "$.items[*].id", operator: "gt", expected: 0 }, { x: [1, 2, 3] }],
    [{ path: "$.items[*].id", operator: "gt", expected: 1, each: "any" }, { x: 2 }],
    [{ path: "$.items", operator: "contains", expected: { state: "done" } }, { x: body.items[2] }],
    [{ path: "$.items", operator: "contains", expected: { state: "done" }, capture_as: { id: "$.id", price: "price" } }, { id: 3, price: 30 }],
    [{ path: "$.owner", operator: "not_null", capture_as: { id: "$.nothing" } }, {}],
    [{ header: "location", operator: "regex", expected: "/5$" }, { x: "/things/5" }],
    [{ part: "status", expected: 201 }, { x: 201 }],
  ])("%j captures %j", (assertion, captures) => expect(captured(assertion)).toEqual(captures));

  it("fails when what it should capture is not there", () => {
    expect(outcome(answer, { path: "$.owner", operator: "not_null", capture_as: { id: "$.nothing" } })).toBe("capture-missing");
  });
  it("keeps what passed although another fails", () => {
    expect(evaluate(answer, [{ path: "$.id", operator: "exists", capture_as: "x" }, { path: "$.id", expected: 6 }])).toMatchObject({ ok: false, captures: { x: 5 } });
  });
});

describe("assertionSchema", () => {
  it.each([{}, { path: "$.a", header: "x" }, { path: "$.a", operator: "greater" }, { path: "$.a", op: "gt" }, { paths: [] }, { path: "" }, { part: "body" }, { path: "$.a", each: "some" }, { path: "$.a", capture_as: "" }, { path: "$.a", tolerance: -1 }])(
    "refuses %j",
    (assertion) => expect(assertionSchema.safeParse(assertion).success).toBe(false),
  );
  it("has placeholders written for where they stand", () => {
    const contextOf = (assertion: object, key: string): string => placeholderContext(assertionSchema, [key], assertion);
    expect(contextOf({ path: "{{x}}" }, "path")).toBe("json-path");
    expect(contextOf({ path: "$", operator: "regex", expected: "{{x}}" }, "expected")).toBe("regex");
    expect(contextOf({ path: "$", operator: "contains", expected: "{{x}}" }, "expected")).toBe("text");
    expect(contextOf({ path: "$", expected: "{{x}}" }, "expected")).toBe("text");
    expect(placeholderContext(assertionSchema, ["expected", 0], { path: "$", operator: "in", expected: ["{{x}}"] })).toBe("text");
  });
});

describe("assertionsCheck", () => {
  const codes = (assertion: object): string[] => assertionsCheck({ assertions: parse([assertion]) }).map(({ code, severity }) => (severity === undefined ? code : `${severity}: ${code}`));
  it.each<[object, string[]]>([
    [{ path: "$.id" }, ["vacuous"]],
    [{ path: "$.id", capture_as: "x" }, []],
    [{ path: "$.id", operator: "equals" }, ["vacuous"]],
    [{ path: "$.id", operator: "exists" }, []],
    [{ path: "$", operator: "exists" }, ["warning: vacuous"]],
    [{ path: "$.id", operator: "contains", expected: "" }, ["vacuous"]],
    [{ path: "$.id", operator: "regex", expected: ".*" }, ["vacuous"]],
    [{ path: "$.id", operator: "gte", expected: null }, ["invalid-expected"]],
    [{ path: "$.id", operator: "gte" }, ["invalid-expected"]],
    [{ path: "$.id", operator: "in", expected: [] }, ["invalid-expected"]],
    [{ path: "$.id", operator: "not_in", expected: [] }, ["vacuous"]],
    [{ path: "$.id", operator: "equals_path", expected: "$.id" }, ["vacuous"]],
    [{ path: "$.id", operator: "exists", optional: true }, ["vacuous"]],
    [{ path: "$.id", operator: "not_exists", optional: true }, ["invalid-expected"]],
    [{ path: "$.id", operator: "not_exists", capture_as: "x" }, ["invalid-expected"]],
    [{ part: "status", operator: "exists" }, ["vacuous"]],
    [{ part: "status", operator: "not_exists" }, ["invalid-expected"]],
    [{ path: "$.a[*]", operator: "exists", each: "none" }, ["unread-key"]],
    [{ path: "$[", operator: "exists" }, ["invalid-path"]],
    [{ paths: ["$.a", "b["], operator: "exists" }, ["invalid-path"]],
    [{ path: "$.a", operator: "exists", key: "x" }, ["unread-key"]],
    [{ path: "$.a", operator: "equals", expected: 1, claims: {} }, ["unread-key"]],
    [{ path: "$.a", operator: "sorted_by", order: "asc", expected: { key: "x" } }, ["unread-key"]],
    [{ path: "$.a", expected: "x", tolerance: 1 }, ["unread-key"]],
    [{ path: "$.a", operator: "gt", expected: 1, tolerance: 1 }, ["unread-key"]],
    [{ path: "$.a", expected: 1, tolerance: 1 }, []],
    [{ path: "$.a", expected: 1, loose: true }, ["unread-key"]],
    [{ path: "$.a", operator: "jwt", claims: { sub: { operator: "contains", expected: "" } } }, ["vacuous"]],
    [{ path: "$.a", expected: { operator: "gt", expected: 1 } }, ["invalid-expected"]],
    [{ path: "$.a", operator: "not_equals", expected: { operator: "not_null" } }, ["invalid-expected"]],
    [{ path: "$.a", operator: "in", expected: [1, { operator: "gt", expected: 1 }] }, ["invalid-expected"]],
    [{ path: "$.a", expected: { operator: "plus", expected: 1 } }, []],
    [{ path: "$.a", expected: { operator: "gt", expected: 1, more: 1 } }, []],
    [{ path: "$.a", expected: asData({ operator: "gt", expected: 1 }) }, []],
    [{ path: "$.a", operator: "length", expected: { operator: "gt", expected: 1 } }, []],
    [{ path: "$.a", operator: "matches_object", expected: { b: { operator: "gt", expected: 1 } } }, []],
    // left to the run
    [{ path: "$.{{name}}", operator: "exists" }, []],
    [{ path: "$.a", operator: "gte", expected: "{{n}}" }, []],
    [{ path: "$.a", operator: "length", expected: "{{n}}" }, []],
    [{ path: "$.a", operator: "in", expected: ["{{n}}"] }, []],
    [{ path: "$.a", operator: "contains", expected: "{{n}}", loose: true }, []],
  ])("%j: %j", (assertion, expected) => expect(codes(assertion)).toEqual(expected));

  it("looks at the lists as wholes", () => {
    const [one] = parse([{ path: "$.a", operator: "exists" }]);
    const assertions = one === undefined ? [] : [one];
    expect(assertionsCheck({})).toMatchObject([{ code: "vacuous" }]);
    expect(assertionsCheck({ assertions: [] })).toMatchObject([{ code: "vacuous", path: ["assertions"] }]);
    expect(assertionsCheck({ assertions, assertions_any_of: [] })).toMatchObject([{ code: "invalid-expected", path: ["assertions_any_of"] }]);
    expect(assertionsCheck({ assertions_any_of: assertions })).toEqual([]);
    expect(assertionsCheck({ assertions, min_passing: 0 })).toMatchObject([{ code: "vacuous", path: ["min_passing"] }]);
    expect(assertionsCheck({ assertions, min_passing: 2 })).toMatchObject([{ code: "invalid-expected", path: ["min_passing"] }]);
    expect(assertionsCheck({ assertions, min_passing: 1 })).toEqual([]);
    const findings = assertionsCheck({ assertions, assertions_any_of: parse([{ path: "$.a", operator: "contains", expected: "" }]) });
    expect(findings).toMatchObject([{ code: "vacuous", path: ["assertions_any_of", 0, "expected"] }]);
  });
});
