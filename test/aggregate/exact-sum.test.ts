import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactSum, meanOf, percentOf } from "../../src/aggregate/exact-sum.js";

describe("exactSum", () => {
  it.each([
    [[], 0],
    [[0.1, 0.2], 0.3],
    [Array.from({ length: 10 }, () => 0.1), 1],
    [Array.from({ length: 172_991 }, () => 0.1), 17_299.1],
    [[1.1, 2.2, 3.3], 6.6],
    [[1e16, 1.25, -1e16], 1.25],
    [[2.25, 0.1, 0.2], 2.55],
  ])("%#", (values, expected) => {
    expect(exactSum(values)).toBe(expected);
    expect(exactSum(values.toReversed())).toBe(expected);
  });

  it("does not depend on the order, even where the compensation is rounded too", () => {
    const large = 1.25 * 2 ** 40; // half a unit in its last place is 2 ** -13
    expect(exactSum([2 ** -66, large, 2 ** -68, 2 ** -13])).toBe(exactSum([2 ** -68, large, 2 ** -13, 2 ** -66]));
    const spread = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -80, max: 80 })).map(([digit, exponent]) => digit * 2 ** exponent);
    const shuffled = fc.array(spread, { maxLength: 40 }).chain((values) => fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })));
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        expect(exactSum(others)).toBe(exactSum(values));
      }),
    );
  });
});

describe("percentOf", () => {
  it.each([
    [0.3, 0.3, 100],
    [2.9, 10, 29],
    [5.7, 10, 57],
    [2.25, 2.25, 100],
    [1.125, 2.25, 50],
    [0, 5, 0],
    [0, 0, null],
    [5, 0, null],
    [5, Number.NaN, null],
  ])("%d of %d is %s", (part, whole, expected) => {
    expect(percentOf(part, whole)).toBe(expected);
  });
});

describe("meanOf", () => {
  it("is null of nothing", () => {
    expect(meanOf([])).toBeNull();
    expect(meanOf([0.1, 0.2])).toBe(0.15);
  });
});
