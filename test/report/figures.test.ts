import { describe, expect, it } from "vitest";
import { duration, percent, points } from "../../src/report/figures.js";

describe("figures", () => {
  it.each([
    [null, "n/a"],
    [0, "0.0 %"],
    [66.666, "66.7 %"],
    [99.96, "99.9 %"],
    [100, "100.0 %"],
  ])("percent(%s) is %s", (value, shown) => {
    expect(percent(value)).toBe(shown);
  });

  it.each([
    [3, "3"],
    [2.2, "2.2"],
    [0.1 + 0.2, "0.3"],
    [10 / 3, "3.33"],
  ])("points(%d) is %s", (value, shown) => {
    expect(points(value)).toBe(shown);
  });

  it.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [1_000, "1.0 s"],
    [59_999, "59.9 s"],
    [60_000, "1 min 00 s"],
    [3_605_000, "60 min 05 s"],
  ])("duration(%d) is %s", (value, shown) => {
    expect(duration(value)).toBe(shown);
  });
});
