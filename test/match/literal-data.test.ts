import { describe, expect, it } from "vitest";
import { assertionSchema, evaluateAssertions } from "../../src/match/assertions.js";
import { countMatcher, matchValue, valueMatcher } from "../../src/match/matcher.js";
import { applyOperator } from "../../src/match/operators.js";
import { asData, isData } from "../../src/model/literal-data.js";

const hostile = { operator: "regex", expected: "." };
const met = (operator: string, actual: unknown, expected: unknown): boolean => applyOperator(operator, { exists: true, value: actual }, expected).ok;

describe("asData", () => {
  it("marks objects and lists at any depth, and returns the same value", () => {
    const value = { a: [{ b: {} }] };
    expect(asData(value)).toBe(value);
    expect([value, value.a, value.a[0], value.a[0]?.b].every(isData)).toBe(true);
    expect(isData({ a: value })).toBe(false);
  });
  it("leaves scalars alone, and ends on what holds itself", () => {
    const ring: unknown[] = [];
    ring.push(ring);
    expect(isData(asData(ring))).toBe(true);
    expect([asData(1), asData("x"), asData(null)]).toEqual([1, "x", null]);
    expect(isData(asData("x"))).toBe(false);
  });
});

describe("data that looks like a matcher", () => {
  it.each([
    ["equals", "x", hostile],
    ["matches_object", { item: "x" }, { item: hostile }],
    ["matches_object", { item: "x" }, hostile],
    ["contains", ["x"], hostile],
    ["contains", [{ item: "x" }], { item: hostile }],
    ["contains_any", [{ item: "x" }], [{ item: hostile }]],
    ["contains_all", ["x"], [hostile]],
    ["length", "x", { operator: "gte", expected: 1 }],
  ])("%s %j is not met by %j", (operator, actual, expected) => expect(met(operator, actual, asData(structuredClone(expected)))).toBe(false));
  it("is no matcher within an object that was written either", () => expect(met("matches_object", { item: "x" }, { item: asData({ ...hostile }) })).toBe(false));
  it("equals itself", () => {
    expect(met("equals", hostile, asData({ ...hostile }))).toBe(true);
    expect(met("matches_object", { item: hostile, more: 1 }, asData({ item: hostile }))).toBe(true);
    expect(met("contains", [hostile], asData({ ...hostile }))).toBe(true);
  });
  it("stays data when zod has read it", () => {
    expect(matchValue({ exists: true, value: "x" }, valueMatcher.parse(asData({ ...hostile }))).ok).toBe(false);
    expect(matchValue({ exists: true, value: hostile }, valueMatcher.parse(asData({ ...hostile }))).ok).toBe(true);
    expect(valueMatcher.safeParse(asData({ operator: "gt", more: 1 })).success).toBe(true);
    expect(matchValue({ exists: true, value: 5 }, countMatcher.parse(asData({ operator: "gte", expected: 1 }))).ok).toBe(false);
  });
  it("is data in an assertion", () => {
    const source = { document: { ok: true as const, value: { item: "x" } }, now: 0 };
    expect(evaluateAssertions(source, [{ path: "$", operator: "matches_object", expected: asData({ item: { ...hostile } }) }]).ok).toBe(false);
  });
});

describe("data in the place of options", () => {
  const token = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sub":"x"}').toString("base64url")}.`;

  it.each([
    ["sorted_by", [{ a: 2, b: 1 }, { a: 1, b: 2 }], { key: "b" }],
    ["sorted_by", [2, 1], { order: "desc" }],
    ["jwt", token, {}],
    ["jwt", token, { claims: { sub: "x" } }],
  ])("%s is not told by the system how to judge: %j, %j", (operator, actual, expected) => {
    expect(met(operator, actual, structuredClone(expected))).toBe(true);
    expect(applyOperator(operator, { exists: true, value: actual }, asData(structuredClone(expected)))).toMatchObject({ ok: false, code: "invalid-expected" });
  });

  it("nor which claims there must be", () => {
    const source = { document: { ok: true as const, value: { token } }, now: 0 };
    const judge = (claims: unknown): boolean => evaluateAssertions(source, [assertionSchema.parse({ path: "$.token", operator: "jwt", claims })]).ok;
    expect([judge({}), judge(asData({}))]).toEqual([true, false]);
  });

  it("a key may be", () => {
    const key = asData({ kty: "oct", k: "c2VjcmV0" });
    expect(applyOperator("jwt", { exists: true, value: token }, { key })).toMatchObject({ code: "jwt-unverified" });
  });
});
