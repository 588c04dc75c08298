import { describe, expect, it } from "vitest";
import { agreementOf } from "../../src/judges/agreement.js";

function compare(judged: readonly number[], expected: readonly number[], maxScore = 5) {
  return agreementOf(judged.map((score, index) => ({ judged: score, expected: expected[index] ?? NaN, maxScore })));
}

describe("agreementOf", () => {
  it("is whole for equal scores", () => {
    expect(compare([0, 3, 5], [0, 3, 5])).toEqual({ exact: 1, withinOne: 1, kappa: 1, bias: 0 });
  });

  it("counts equal scores, near ones and the lean", () => {
    // differences +1, 0, -1, +3
    expect(compare([4, 2, 1, 5], [3, 2, 2, 2])).toMatchObject({ exact: 0.25, withinOne: 0.75, bias: 0.75 });
  });

  it("has the kappa of the definition with its two tables", () => {
    // Ratings by two raters of ten items in the classes 0..2:
    //         second 0  1  2
    // first 0        3  1  0    (row 4)
    // first 1        0  2  1    (row 3)
    // first 2        1  0  2    (row 3)   columns 4, 3, 3
    // weights (i-j)²: observed 1·1 + 1·1 + 1·4 = 6; by chance, row × column / 10:
    // (0,1) 4·3, (1,0) 3·4, (1,2) 3·3, (2,1) 3·3 at weight 1 = 42; (0,2) 4·3, (2,0) 3·4 at weight 4 = 96; 138 / 10 = 13.8
    const first = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2];
    const second = [0, 0, 0, 1, 1, 1, 2, 0, 2, 2];
    expect(compare(first, second, 2).kappa).toBeCloseTo(1 - 6 / 13.8, 12);
  });

  it("is the same on any scale", () => {
    const kappa = compare([1, 2, 4, 5], [1, 3, 3, 5]).kappa ?? NaN;
    expect(compare([10, 20, 40, 50], [10, 30, 30, 50], 50).kappa).toBeCloseTo(kappa, 12);
    const mixed = [{ judged: 1, expected: 1, maxScore: 5 }, { judged: 20, expected: 30, maxScore: 50 }, { judged: 4, expected: 3, maxScore: 5 }, { judged: 50, expected: 50, maxScore: 50 }];
    expect(agreementOf(mixed).kappa).toBeCloseTo(kappa, 12);
  });

  it("is below zero for a judge that turns the scale round", () => {
    expect(compare([5, 0, 5, 0], [0, 5, 0, 5]).kappa).toBe(-1);
  });

  it("is zero for a judge that always says the same", () => {
    expect(compare([3, 3, 3], [1, 3, 5]).kappa).toBe(0);
  });

  it("is unknown where nothing can be told", () => {
    expect(compare([], [])).toEqual({ exact: null, withinOne: null, kappa: null, bias: null });
    expect(compare([2, 2], [2, 2])).toEqual({ exact: 1, withinOne: 1, kappa: null, bias: 0 });
  });
});
