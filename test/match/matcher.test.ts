import { describe, expect, it } from "vitest";
import { countMatcher, isVacuousCount, isVacuousMatcher, matchValue, valueMatcher } from "../../src/match/matcher.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { z } from "zod";
import { placeholderContext } from "../../src/primitives/placeholder.js";

const big = ExactNumber.read("9007199254740993");

describe("valueMatcher", () => {
  it.each([null, 0, "", ">=1", "not_null", false, [], {}, { a: 1 }, { operator: 5 }, { operator: "equalsish", more: 1 }, { operator: "gt", expected: 1 }, { operator: "exists" }, { operator: "equals", expected: { operator: "x" } }, { operator: "equals", expected: 1, tolerance: 0.1 }])(
    "takes %j",
    (value) => expect(valueMatcher.parse(value)).toEqual(value),
  );
  it.each([{ operator: "greater", expected: 1 }, { operator: "admin" }, { operator: "gt", expected: 1, tolerence: 2 }, { operator: "exists", value: 1 }, { operator: "equals", expected: 1, tolerance: -1 }])("refuses %j", (value) =>
    expect(valueMatcher.safeParse(value).success).toBe(false),
  );
  it("keeps exact numbers", () => expect(valueMatcher.parse(big)).toBe(big));
  it("has placeholders escaped where they become a pattern or a path", () => {
    const schema = z.strictObject({ columns: z.record(z.string(), valueMatcher) });
    const contextOf = (operator: string): string => placeholderContext(schema, ["columns", "a", "expected"], { columns: { a: { operator, expected: "{{x}}" } } });
    expect(contextOf("regex")).toBe("regex");
    expect(contextOf("not_regex")).toBe("regex");
    expect(contextOf("equals_path")).toBe("json-path");
    expect(contextOf("equals")).toBe("text");
    expect(placeholderContext(schema, ["columns", "a"], { columns: { a: "{{x}}" } })).toBe("text");
  });
});

describe("countMatcher", () => {
  it.each([0, 5, { operator: "gte", expected: 2 }])("takes %j", (value) => expect(countMatcher.parse(value)).toEqual(value));
  it.each([-1, 1.5, "1", ">=1", null, [1], { operator: "x" }])("refuses %j", (value) => expect(countMatcher.safeParse(value).success).toBe(false));
});

describe("matchValue", () => {
  const match = (value: unknown, matcher: unknown, options = {}): true | string | undefined => {
    const { ok, code } = matchValue({ exists: true, value }, matcher, options);
    return ok || code;
  };
  it("compares with a literal, or by an operator", () => {
    expect(match(5, 5)).toBe(true);
    expect(match(5, "5")).toBe("not-equal");
    expect(match(5, { operator: "gte", expected: 5 })).toBe(true);
    expect(match(">=1", ">=1")).toBe(true);
    expect(match(5, ">=1")).toBe("not-equal");
    expect(match({ operator: 5 }, { operator: 5 })).toBe(true);
    expect(match(1.05, { operator: "equals", expected: 1, tolerance: 0.1 })).toBe(true);
  });
  it("tells null from nothing", () => {
    expect(match(null, null)).toBe(true);
    expect(matchValue({ exists: false }, null)).toEqual({ ok: false, code: "missing-value", message: "expected null, got nothing" });
    expect(matchValue({ exists: false }, { operator: "not_equals", expected: 1 }).ok).toBe(false);
    expect(matchValue({ exists: false }, { operator: "not_exists" }).ok).toBe(true);
  });
  it("compares SQL values with numeric texts exactly", () => {
    const sql = { areStringsNumeric: true };
    expect(match(big, "9007199254740993", sql)).toBe(true);
    expect(match(9007199254740993n, "9007199254740993", sql)).toBe(true);
    expect(match(9007199254740993n, "9007199254740992", sql)).toBe("not-equal");
    expect(match(big, { operator: "gt", expected: "9007199254740992" }, sql)).toBe(true);
    expect(match(big, { operator: "in", expected: ["9007199254740993"] }, sql)).toBe(true);
    expect(match("2024-01-01", "2024-01-01", sql)).toBe(true);
    expect(match(true, "1", sql)).toBe("not-equal");
  });
});

describe("vacuity", () => {
  it.each([{ operator: "contains", expected: "" }, { operator: "not_in", expected: [] }, { operator: "equals" }, { operator: "regex", expected: "a*" }])("%j accepts every value", (matcher) =>
    expect(isVacuousMatcher(matcher)).toBe(true),
  );
  it.each([null, "", 0, {}, [], { operator: "gte", expected: 0 }, { operator: "not_null" }, { operator: "gte", expected: null }, { operator: "in", expected: [] }])("%j does not", (matcher) =>
    expect(isVacuousMatcher(matcher)).toBe(false),
  );
  it("knows that no count is below 0", () => {
    expect(isVacuousCount({ operator: "gte", expected: 0 })).toBe(true);
    expect(isVacuousCount({ operator: "gt", expected: -1 })).toBe(true);
    expect(isVacuousCount({ operator: "gte", expected: 1 })).toBe(false);
    expect(isVacuousCount(0)).toBe(false);
  });
});
