import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEqual, jsonTypeOf } from "../../src/match/equality.js";
import { ExactNumber } from "../../src/model/exact-number.js";

fc.configureGlobal({ seed: 9535 });

const exact = (text: string): unknown => ExactNumber.read(text);

describe("jsonTypeOf", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["boolean", false],
    ["number", 0],
    ["number", 5n],
    ["number", exact("9007199254740993")],
    ["string", ""],
    ["array", []],
    ["object", {}],
    ["object", Object.create(null)],
    ["bytes", new Uint8Array()],
    ["other", undefined],
    ["other", new Date(0)],
    ["other", () => 1],
  ])("%s", (type, value) => expect(jsonTypeOf(value)).toBe(type));
});

describe("jsonEqual", () => {
  it.each<[string, unknown, unknown]>([
    ["null", null, null],
    ["an empty text", "", ""],
    ["zero and minus zero", 0, -0],
    ["an integer and its bigint", 5, 5n],
    ["a bigint and an exact number", 9007199254740993n, exact("9007199254740993")],
    ["two spellings of an exact number", exact("9007199254740993.0"), exact("9.007199254740993e15")],
    ["2.670 and 2.67", exact("2.670"), 2.67],
    ["members in another order", { a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }],
    ["bytes", new Uint8Array([1, 2]), new Uint8Array([1, 2])],
    ["a member named __proto__", JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ])("holds for %s", (_name, one, other) => {
    expect(jsonEqual(one, other)).toBe(true);
    expect(jsonEqual(other, one)).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ["1 and true", 1, true],
    ["0 and false", 0, false],
    ['5 and "5"', 5, "5"],
    ['"" and null', "", null],
    ["null and nothing", null, undefined],
    ["0 and null", 0, null],
    ["[] and {}", [], {}],
    ['[] and ""', [], ""],
    ["[1] and 1", [1], 1],
    ["9007199254740993 and 9007199254740992", exact("9007199254740993"), 9007199254740992],
    ["the same within lists", [exact("9007199254740993")], [exact("9007199254740992")]],
    ["an exact number and an object that looks like one", exact("9007199254740993"), { text: "9007199254740993" }],
    ["NaN and NaN", NaN, NaN],
    ["another order of elements", [1, 2], [2, 1]],
    ["a list and a longer one", [1], [1, undefined]],
    ["an object and one with a member more", { a: 1 }, { a: 1, b: undefined }],
    ["a member and an inherited one", { constructor: 1 }, { other: 1 }],
    ["__proto__ and none", JSON.parse('{"__proto__":{}}'), { a: {} }],
    ["bytes and their numbers", new Uint8Array([1]), [1]],
    ["texts in another case", "A", "a"],
    ["two dates", new Date(0), new Date(1)],
    ["a date and an empty object", new Date(0), {}],
    ["a map and another", new Map([[1, 2]]), new Map()],
    ["composed and decomposed letters", "é", "e\u0301"],
  ])("tells %s apart", (_name, one, other) => {
    expect(jsonEqual(one, other)).toBe(false);
    expect(jsonEqual(other, one)).toBe(false);
  });

  it("reads an expected numeric text where texts are numeric, at the top only", () => {
    const options = { areStringsNumeric: true };
    expect(jsonEqual(exact("9007199254740993"), "9007199254740993", options)).toBe(true);
    expect(jsonEqual(2.67, " 2.670 ", options)).toBe(true);
    expect(jsonEqual(9007199254740992, "9007199254740993", options)).toBe(false);
    expect(jsonEqual(5, "5a", options)).toBe(false);
    expect(jsonEqual(0, "", options)).toBe(false);
    expect(jsonEqual("5", 5, options)).toBe(false);
    expect(jsonEqual(1, true, options)).toBe(false);
    expect(jsonEqual([5], ["5"], options)).toBe(false);
  });

  it("allows a tolerance between numbers, at the top only", () => {
    expect(jsonEqual(1.1, 1, { tolerance: 0.1 })).toBe(true);
    expect(jsonEqual(1.2, 1, { tolerance: 0.1 })).toBe(false);
    expect(jsonEqual("1.1", "1", { tolerance: 1 })).toBe(false);
    expect(jsonEqual([1.1], [1], { tolerance: 1 })).toBe(false);
  });

  it("survives nesting that would exhaust the stack, and breadth", () => {
    const nest = (inner: unknown): unknown => {
      let value = inner;
      for (let depth = 0; depth < 100_000; depth++) value = [value];
      return value;
    };
    const deep = nest(1);
    expect([jsonEqual(deep, nest(1)), jsonEqual(deep, nest(2))]).toEqual([true, false]);
    const wide = (last: number): unknown => Array.from({ length: 200_000 }, (_item, index) => ({ index: index < 199_999 ? index : last }));
    expect([jsonEqual(wide(1), wide(1)), jsonEqual(wide(1), wide(2))]).toEqual([true, false]);
  });

  // few and small values, so that equal ones meet
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom("a", "1") });
  const canonical = (one: unknown): string =>
    JSON.stringify(one, (_key, item: unknown) =>
      typeof item === "object" && item !== null && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
    );

  it("agrees with the comparison of canonical texts", () => {
    fc.assert(fc.property(value, value, (one, other) => jsonEqual(one, other) === (canonical(one) === canonical(other))), { numRuns: 1000 });
  });
  it("is reflexive, symmetric and transitive", () => {
    fc.assert(
      fc.property(value, value, value, (one, two, three) => {
        const chain = jsonEqual(one, two) && jsonEqual(two, three);
        return jsonEqual(one, structuredClone(one)) && jsonEqual(one, two) === jsonEqual(two, one) && (!chain || jsonEqual(one, three));
      }),
      { numRuns: 1000 },
    );
  });
  it("is transitive across the kinds of numbers", () => {
    const number = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 4n })).chain((integer) =>
      fc.constantFrom<unknown>(BigInt(integer), exact(String(integer)), exact(`${integer}.0`)),
    );
    fc.assert(fc.property(number, number, number, (one, two, three) => !(jsonEqual(one, two) && jsonEqual(two, three)) || jsonEqual(one, three)), { numRuns: 2000 });
  });
});
