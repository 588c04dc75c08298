import { describe, expect, it } from "vitest";
import { combineScores, type Combination } from "../../src/judges/combine.js";

describe("combineScores", () => {
  // by hand
  it.each<[readonly number[], Record<Combination, number>]>([
    [[7], { median: 7, mean: 7, majority: 7 }],
    [[7, 8, 3], { median: 7, mean: 6, majority: 7 }],
    [[9, 2, 9], { median: 9, mean: 20 / 3, majority: 9 }],
    [[2, 2, 9], { median: 2, mean: 13 / 3, majority: 2 }],
    [[4, 9], { median: 6.5, mean: 6.5, majority: 4 }],
    [[8, 5, 8, 5], { median: 6.5, mean: 6.5, majority: 5 }],
    [[8, 8, 8, 5], { median: 8, mean: 7.25, majority: 8 }],
    [[1, 10, 5, 9, 1], { median: 5, mean: 5.2, majority: 5 }],
    [[0, 0, 10], { median: 0, mean: 10 / 3, majority: 0 }],
    [[10, 9, 100], { median: 10, mean: 119 / 3, majority: 10 }],
  ])("%j", (scores, expected) => {
    for (const [combination, score] of Object.entries(expected)) {
      for (const order of [scores, scores.toReversed()]) expect(combineScores(order, combination as Combination, 100).score).toBeCloseTo(score, 12);
    }
  });

  it("never leaves the scores, though sums of fractions do", () => {
    expect(0.1 + 0.1 + 0.1).toBeGreaterThan(0.3);
    expect(combineScores([0.1, 0.1, 0.1], "mean", 0.1).score).toBe(0.1);
  });

  // mean difference of pairs: (1+3+2)/3 = 2; (10+10+0)/3 = 20/3; (5*4)/6 = 10/3
  it.each<[readonly number[], number, number | null]>([
    [[5], 0, null],
    [[6, 6, 6], 0, 1],
    [[0, 10], 10, 0],
    [[5, 6, 8], 3, 0.8],
    [[0, 10, 10], 10, 0.333],
    [[0, 5, 0, 5], 5, 0.667],
  ])("%j of 10 has the spread %s and the agreement %s", (scores, spread, agreement) => {
    expect(combineScores(scores, "median", 10)).toMatchObject({ spread, agreement });
  });
});
