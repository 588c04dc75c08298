import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { applyOperator, expectationProblem, OPERATORS } from "../../src/match/operators.js";
import type { OperatorOptions } from "../../src/match/operator.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { shortLimits } from "../support/short-limits.js";

const exact = (text: string): unknown => ExactNumber.read(text);
const big = exact("9007199254740993");
const now = Date.UTC(2024, 4, 1, 12);
const iso = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

/** operator, value, expected, then what it comes to: true, or the code of the failure. */
type Case = [operator: string, value: unknown, expected: unknown, outcome: true | string, options?: OperatorOptions];

function outcomeOf(operator: string, value: unknown, expected: unknown, options: OperatorOptions = {}): true | string | undefined {
  const judgement = applyOperator(operator, { exists: true, value }, expected, { now, ...options });
  expect(judgement.ok).toBe(judgement.code === undefined);
  if (!judgement.ok) expect(judgement.message).toMatch(/^expected .*, got /);
  return judgement.ok || judgement.code;
}

const show = (value: unknown): string => inspect(value, { breakLength: Infinity, depth: 3 });

function test(cases: readonly Case[]): void {
  for (const [operator, value, expected, outcome, options] of cases) {
    it(`${show(value)} ${operator} ${show(expected)}${options === undefined ? "" : ` with ${show(options)}`}: ${outcome}`, () => {
      expect(outcomeOf(operator, value, expected, options)).toBe(outcome);
    });
  }
}

describe("existence", () => {
  test([
    ["exists", null, undefined, true],
    ["exists", false, undefined, true],
    ["not_exists", null, undefined, "unexpected-value"],
    ["is_null", null, undefined, true],
    ["is_null", 0, undefined, "not-equal"],
    ["is_null", "", undefined, "not-equal"],
    ["not_null", null, undefined, "not-equal"],
    ["not_null", 0, undefined, true],
    ["not_null", false, undefined, true],
  ]);
  it.each(OPERATORS.filter((name) => name !== "not_exists"))("%s never holds where there is nothing", (operator) => {
    for (const expected of [undefined, null, "", 0, [], {}, "x"]) {
      expect(applyOperator(operator, { exists: false }, expected)).toMatchObject({ ok: false, code: "missing-value" });
    }
  });
  it("not_exists holds where there is nothing", () => expect(applyOperator("not_exists", { exists: false }, undefined).ok).toBe(true));
});

describe("equality", () => {
  test([
    ["equals", 1, 1, true],
    ["equals", 1, true, "not-equal"],
    ["equals", "5", 5, "not-equal"],
    ["equals", null, null, true],
    ["equals", "", null, "not-equal"],
    ["equals", big, big, true],
    ["equals", big, 9007199254740992, "not-equal"],
    ["equals", 9007199254740993n, exact("9007199254740993"), true],
    ["equals", { a: [1] }, { a: [1] }, true],
    ["equals", { a: 1, b: 2 }, { a: 1 }, "not-equal"],
    ["equals", "abc", "ab", "not-equal"],
    ["equals", 1.1, 1, true, { tolerance: 0.1 }],
    ["equals", 1.11, 1, "not-equal", { tolerance: 0.1 }],
    ["equals", 5, "5", true, { areStringsNumeric: true }],
    ["not_equals", 1, 2, true],
    ["not_equals", 1, 1, "not-equal"],
    ["not_equals", "1", 1, true],
    ["not_equals", 1.05, 1, "not-equal", { tolerance: 0.1 }],
    ["in", 2, [1, 2], true],
    ["in", "2", [1, 2], "not-equal"],
    ["in", big, [9007199254740992], "not-equal"],
    ["in", 1, [], "invalid-expected"],
    ["in", "a", "abc", "invalid-expected"],
    ["not_in", 3, [1, 2], true],
    ["not_in", 2, [1, 2], "not-equal"],
    ["equals_path", 1, "$.a", true, { document: { value: { a: 1 } } }],
    ["equals_path", 1, "$.a", "not-equal", { document: { value: { a: 2 } } }],
    ["equals_path", 1, "$.b", "missing-value", { document: { value: { a: 2 } } }],
    ["equals_path", null, "$.b", "missing-value", { document: { value: {} } }],
    ["equals_path", [1, 2], "$.a[*]", true, { document: { value: { a: [1, 2] } } }],
    ["equals_path", 1, "$.a", "invalid-expected"],
    ["equals_path", 1, "$[", "invalid-expected", { document: { value: {} } }],
  ]);
});

describe("order", () => {
  test([
    ["gt", 2, 1, true],
    ["gt", 1, 1, "not-equal"],
    ["gte", 1, 1, true],
    ["gte", big, 9007199254740993n, true],
    ["gt", big, 9007199254740992, true],
    ["lt", 9007199254740992, big, true],
    ["lte", 1, 0.999, "not-equal"],
    ["gt", "5", 1, "type-mismatch"],
    ["gt", 5, "1", "type-mismatch"],
    ["gt", 5, "1", true, { areStringsNumeric: true }],
    ["gt", null, 1, "type-mismatch"],
    ["lt", null, 1, "type-mismatch"],
    ["gt", true, 0, "type-mismatch"],
    ["gte", 5, null, "invalid-expected"],
    ["gte", 5, undefined, "invalid-expected"],
    ["gte", [5], 1, "type-mismatch"],
    ["gt", NaN, 1, "type-mismatch"],
    ["gt", "10", "9", true],
    ["gte", "9", "10", "not-equal"],
    ["gt", "b", "a", true],
    ["gte", "2024-05-02", "2024-05-01T23:00:00Z", true],
    ["gt", "2024-05-01T12:00:00+02:00", "2024-05-01T11:00:00Z", "not-equal"],
    ["gte", "soon", "2024-05-01", "type-mismatch"],
    ["gte", "many", "10", "type-mismatch"],
  ]);
});

describe("containment", () => {
  const people = [{ id: 1, name: "Ada", tags: ["x", "y"], at: { city: "Bern", zip: 1 } }, { id: big, name: "Bo" }];
  test([
    ["contains", "abc", "b", true],
    ["contains", "abc", "B", "not-equal"],
    ["contains", "a5", 5, "type-mismatch"],
    ["contains", ["a", "b"], "a", true],
    ["contains", ["ab"], "a", "not-equal"],
    ["contains", [1], "1", "not-equal"],
    ["contains", [[1]], [1], true],
    ["contains", [null], null, true],
    ["contains", people, { name: "Ada" }, true],
    ["contains", people, { at: { city: "Bern" } }, true],
    ["contains", people, { name: "Ada", id: 2 }, "not-equal"],
    ["contains", people, { tags: ["x"] }, "not-equal"],
    ["contains", people, { id: exact("9007199254740993") }, true],
    ["contains", people, { id: 9007199254740992 }, "not-equal"],
    ["contains", people, { name: { operator: "starts_with", expected: "B" } }, true],
    ["contains", people, { missing: { operator: "not_exists" }, id: 1 }, true],
    ["contains", people, { missing: null }, "not-equal"],
    ["contains", [1, 7], { operator: "gt", expected: 5 }, true],
    ["contains", { a: 1 }, "a", true],
    ["contains", { a: 1 }, "constructor", "not-equal"],
    ["contains", { a: "text" }, "text", "not-equal"],
    ["contains", { a: "text" }, "text", true, { isLoose: true }],
    ["contains", [{ a: "some text" }], "some", true, { isLoose: true }],
    ["contains", { a: 1, b: 2 }, { a: 1 }, true],
    ["contains", 12, "1", "type-mismatch"],
    ["contains", null, "a", "type-mismatch"],
    ["not_contains", "abc", "x", true],
    ["not_contains", "abc", "b", "not-equal"],
    ["not_contains", [], "b", true],
    ["not_contains", null, "b", "type-mismatch"],
    ["not_contains", "abc", 5, "type-mismatch"],
    ["not_contains", { a: "secret" }, "secret", "not-equal", { isLoose: true }],
    ["contains_any", "abc", ["x", "b"], true],
    ["contains_any", "abc", ["x", "y"], "not-equal"],
    ["contains_any", ["a"], ["b", "a"], true],
    ["contains_any", "abc", "abc", "invalid-expected"],
    ["contains_any", "abc", [], "invalid-expected"],
    ["contains_any", 5, ["5"], "type-mismatch"],
    ["contains_all", "abc", ["a", "c"], true],
    ["contains_all", "abc", ["a", "x"], "not-equal"],
    ["contains_all", [1, 2, 3], [3, 1], true],
    ["contains_all", null, ["a"], "type-mismatch"],
    ["matches_object", people[0], { id: 1, at: { zip: 1 } }, true],
    ["matches_object", people[0], { id: "1" }, "not-equal"],
    ["matches_object", people[0], { tags: ["x", "y"] }, true],
    ["matches_object", people[0], { tags: ["y", "x"] }, "not-equal"],
    ["matches_object", people, { id: 1 }, "type-mismatch"],
    ["matches_object", null, { id: 1 }, "type-mismatch"],
    ["matches_object", {}, { constructor: { operator: "exists" } }, "not-equal"],
    ["matches_object", {}, [1], "invalid-expected"],
  ]);
});

describe("texts", () => {
  test([
    ["starts_with", "abc", "ab", true],
    ["starts_with", "abc", "b", "not-equal"],
    ["starts_with", 123, "1", "type-mismatch"],
    ["starts_with", ["a"], "a", "type-mismatch"],
    ["ends_with", "abc", "bc", true],
    ["ends_with", "abc", "ab", "not-equal"],
    ["regex", "abc-1", "\\d$", true],
    ["regex", "abc", "^b", "not-equal"],
    ["regex", 5, "\\d", "type-mismatch"],
    ["regex", null, "null", "type-mismatch"],
    ["regex", "x", "(", "invalid-expected"],
    ["not_regex", "abc", "\\d", true],
    ["not_regex", "a1", "\\d", "not-equal"],
    ["not_regex", 5, "x", "type-mismatch"],
    ["json_text", '{"a":1}', undefined, true],
    ["json_text", "{a:1}", undefined, "not-json"],
    ["json_text", "", undefined, "not-json"],
    ["json_text", { a: 1 }, undefined, "type-mismatch"],
    ["json_text", '{"a":1,"b":2}', { operator: "matches_object", expected: { a: 1 } }, true],
    ["json_text", '{"a":9007199254740993}', { a: 9007199254740992 }, "not-equal"],
  ]);
});

describe("shapes", () => {
  test([
    ["type", "a", "string", true],
    ["type", 1, "integer", true],
    ["type", 1.5, "integer", "not-equal"],
    ["type", 1.5, "number", true],
    ["type", big, "integer", true],
    ["type", big, "object", "not-equal"],
    ["type", exact("9007199254740993.5"), "integer", "not-equal"],
    ["type", true, "boolean", true],
    ["type", 1, "boolean", "not-equal"],
    ["type", null, "object", "not-equal"],
    ["type", null, "null", true],
    ["type", [], "object", "not-equal"],
    ["type", [], ["object", "array"], true],
    ["type", [], "list", "invalid-expected"],
    ["type", [], [], "invalid-expected"],
    ["empty", "", undefined, true],
    ["empty", [], undefined, true],
    ["empty", {}, undefined, true],
    ["empty", " ", undefined, "not-equal"],
    ["empty", null, undefined, "type-mismatch"],
    ["empty", 0, undefined, "type-mismatch"],
    ["not_empty", [0], undefined, true],
    ["not_empty", {}, undefined, "not-equal"],
    ["not_empty", null, undefined, "type-mismatch"],
    ["not_empty", big, undefined, "type-mismatch"],
    ["length", [1, 2], 2, true],
    ["length", "äö😀", 3, true],
    ["length", { a: 1 }, 1, true],
    ["length", [1, 2], { operator: "gte", expected: 2 }, true],
    ["length", [1], { operator: "gte", expected: 2 }, "not-equal"],
    ["length", 12, 2, "type-mismatch"],
    ["length", null, 0, "type-mismatch"],
    ["length", [], "0", "invalid-expected"],
    ["keys", { a: 1, b: 2 }, ["b", "a"], true],
    ["keys", { a: 1, b: 2 }, ["a"], "not-equal"],
    ["keys", { a: 1 }, ["a", "b"], "not-equal"],
    ["keys", {}, ["constructor"], "not-equal"],
    ["keys", ["a"], ["a"], "type-mismatch"],
    ["keys", {}, "a", "invalid-expected"],
  ]);
});

describe("sorted_by", () => {
  const by = (...values: unknown[]): unknown[] => values.map((value) => ({ k: { v: value } }));
  test([
    ["sorted_by", [1, 2, 2, 3], undefined, true],
    ["sorted_by", [1, 3, 2], undefined, "not-equal"],
    ["sorted_by", [3, 2, 1], { order: "desc" }, true],
    ["sorted_by", by(1, 2), { key: "k.v" }, true],
    ["sorted_by", by(1, 2), "$.k.v", true],
    ["sorted_by", by(2, 1), { key: "k.v", order: "asc" }, "not-equal"],
    ["sorted_by", by(2, 1), { key: "k.v", order: "desc" }, true],
    ["sorted_by", [9007199254740992, big, 9007199254740994], undefined, true],
    ["sorted_by", [big, 9007199254740992], undefined, "not-equal"],
    ["sorted_by", ["a", "b", "C"], undefined, true], // as a database collates
    ["sorted_by", ["B", "C", "a"], undefined, true], // as code units order
    ["sorted_by", ["b", "a", "c"], undefined, "not-equal"],
    ["sorted_by", ["9", "10"], undefined, true],
    ["sorted_by", ["2024-05-01T12:00:00+02:00", "2024-05-01T11:00:00Z"], undefined, true],
    ["sorted_by", ["2024-05-02", "2024-05-01"], undefined, "not-equal"],
    ["sorted_by", [1], undefined, "too-few-elements"],
    ["sorted_by", [], undefined, "too-few-elements"],
    ["sorted_by", [1, "2"], undefined, "type-mismatch"],
    ["sorted_by", [1, null], undefined, "type-mismatch"],
    ["sorted_by", [{ k: 1 }, {}], { key: "k" }, "missing-value"],
    ["sorted_by", { a: 1, b: 2 }, undefined, "type-mismatch"],
    ["sorted_by", [1, 2], { order: "up" }, "invalid-expected"],
    ["sorted_by", [1, 2], { by: "k" }, "invalid-expected"],
  ]);
});

describe("time_from_now", () => {
  test([
    ["time_from_now", iso(60), [0, 120], true],
    ["time_from_now", iso(121), [0, 120], "not-equal"],
    ["time_from_now", iso(-1), [0, 120], "not-equal"],
    ["time_from_now", iso(-60), [-120, 0], true],
    ["time_from_now", now / 1000 + 3600, [3599, 3601], true],
    ["time_from_now", now + 3_600_000, [3599, 3601], true],
    ["time_from_now", String(now / 1000 + 3600), [3599, 3601], true],
    ["time_from_now", "2024-05-01 12:00:30", [30, 30], true],
    ["time_from_now", "2024-05-01 14:00:30.5+02", [30.5, 30.5], true],
    ["time_from_now", "Wed, 01 May 2024 12:00:30 GMT", [30, 30], true],
    ["time_from_now", "tomorrow", [0, 1e9], "type-mismatch"],
    ["time_from_now", null, [-1e12, 1e12], "type-mismatch"],
    ["time_from_now", true, [-1e12, 1e12], "type-mismatch"],
    ["time_from_now", iso(0), [5, 1], "invalid-expected"],
    ["time_from_now", iso(0), 5, "invalid-expected"],
  ]);
});

it("says what was expected and what was there", () => {
  expect(applyOperator("gte", { exists: true, value: 3 }, 5).message).toBe("expected at least 5, got 3");
  expect(applyOperator("equals", { exists: true, value: "5" }, 5).message).toBe('expected 5, got "5"');
  expect(applyOperator("gt", { exists: true, value: "x" }, 5).message).toBe('expected more than 5, got "x", which is of another type');
  expect(applyOperator("equals", { exists: false }, null).message).toBe("expected null, got nothing");
  expect(applyOperator("equals", { exists: true, value: "x".repeat(100_000) }, "y".repeat(100_000)).message.length).toBeLessThan(300);
});

it("knows no other operators", () => {
  expect(applyOperator("greater", { exists: true, value: 3 }, 1)).toMatchObject({ ok: false, code: "unknown-operator" });
  expect(applyOperator("constructor", { exists: true, value: 3 }, 1)).toMatchObject({ ok: false, code: "unknown-operator" });
  expect(applyOperator("not_equal", { exists: true, value: 3 }, 1).message).toContain("not_equals");
});

describe("expectationProblem", () => {
  it.each<[string, unknown]>([
    ["equals", undefined],
    ["not_equals", undefined],
    ["not_in", []],
    ["contains", undefined],
    ["contains", ""],
    ["contains", {}],
    ["contains_any", ["a", ""]],
    ["contains_all", []],
    ["contains_all", [""]],
    ["starts_with", ""],
    ["ends_with", ""],
    ["regex", ""],
    ["regex", ".*"],
    ["matches_object", {}],
    ["type", ["string", "number", "boolean", "object", "array", "null"]],
    ["type", undefined],
    ["length", { operator: "gte", expected: 0 }],
    ["length", { operator: "gt", expected: -1 }],
    ["length", { operator: "not_equals", expected: -1 }],
    ["length", { operator: "not_in", expected: [] }],
    ["length", undefined],
    ["json_text", { operator: "contains", expected: "" }],
    ["jwt", { claims: { sub: { operator: "regex", expected: ".*" } } }],
  ])("%s is vacuous with %j", (operator, expected) => expect(expectationProblem({ operator, expected })).toMatchObject({ code: "vacuous", message: expect.stringMatching(/./) as string }));

  it.each<[string, unknown]>([
    ["in", []],
    ["in", 5],
    ["gte", null],
    ["gte", undefined],
    ["lt", [1]],
    ["gt", true],
    ["contains_any", []],
    ["not_contains", ""],
    ["not_contains", {}],
    ["not_contains", undefined],
    ["not_regex", ".*"],
    ["regex", "("],
    ["regex", 5],
    ["starts_with", 5],
    ["type", "text"],
    ["type", []],
    ["length", "5"],
    ["length", null],
    ["length", { operator: "gte", expected: null }],
    ["keys", "a"],
    ["exists", false],
    ["not_exists", false],
    ["not_null", "x"],
    ["empty", 5],
    ["equals_path", 5],
    ["equals_path", "$["],
    ["sorted_by", 5],
    ["sorted_by", { key: "a[" }],
    ["time_from_now", "soon"],
    ["jwt", "secret"],
    ["jwt", { claim: {} }],
    ["jwt", { key: "" }],
    ["nope", 1],
  ])("%s can not be met with %j", (operator, expected) => expect(expectationProblem({ operator, expected })).toMatchObject({ code: "invalid-expected" }));

  it.each<[string, unknown]>([
    ["exists", undefined],
    ["exists", true],
    ["equals", null],
    ["equals", ""],
    ["equals", []],
    ["not_equals", null],
    ["is_null", null],
    ["contains", " "],
    ["contains", null],
    ["contains_any", ["a"]],
    ["contains_all", ["", "a"]],
    ["regex", "^$"],
    ["length", 0],
    ["length", { operator: "lte", expected: 0 }],
    ["length", { operator: "gte", expected: 1 }],
    ["keys", []],
    ["sorted_by", undefined],
    ["json_text", undefined],
    ["jwt", undefined],
  ])("nothing is wrong with %s %j", (operator, expected) => expect(expectationProblem({ operator, expected })).toBeUndefined());
});

describe("large operands", () => {
  const objects = (from: number) => Array.from({ length: 10_000 }, (_item, index) => ({ id: from + index, name: "x" }));
  it.each(["contains_all", "contains_any", "not_contains"])("%s of lists in lists ends in time", (operator) => {
    const expected = operator === "not_contains" ? { list: { operator: "contains_any", expected: objects(10_000) } } : objects(10_000);
    const actual = operator === "not_contains" ? [{ list: objects(0) }] : objects(0);
    const limits = shortLimits();
    expect(applyOperator(operator, { exists: true, value: actual }, expected)).toMatchObject({ ok: false, code: "time-out" });
    expect(limits.at(-1)).toBe(2_000);
  });
  it("are judged as small ones are", () => {
    expect(applyOperator("contains", { exists: true, value: objects(0) }, { id: 9_999 }).ok).toBe(true);
    expect(applyOperator("equals", { exists: true, value: objects(0) }, objects(0)).ok).toBe(true);
    expect(applyOperator("equals", { exists: true, value: objects(0) }, objects(1))).toMatchObject({ ok: false, code: "not-equal" });
  });
});
