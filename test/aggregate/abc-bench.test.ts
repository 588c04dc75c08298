import { describe, expect, it } from "vitest";
import { environmentSuccess } from "../../src/aggregate/environment-success.js";
import { passAt1, passAt1Error } from "../../src/aggregate/pass-at-1.js";

describe("passAt1", () => {
  it("means over attempts first, then over tasks", () => {
    // 1 of 1 and 1 of 3: (1 + 1/3) / 2, not 2 of 4
    expect(passAt1([[true], [true, false, false]])).toBeCloseTo(2 / 3, 12);
    expect(passAt1([[true, true, true]])).toBe(1);
    expect(passAt1([[false], [false]])).toBe(0);
  });

  it("gives the standard error of the task means", () => {
    // means 1, 0, 1, 0: sample variance 1/3, error sqrt(1/3 / 4)
    expect(passAt1Error([[true], [false], [true], [false]])).toBeCloseTo(Math.sqrt(1 / 12), 12);
    expect(passAt1Error([[true, false], [false, true]])).toBe(0);
    expect(passAt1Error([[true]])).toBeNull();
  });

  it.each([
    [[], "at least one task"],
    [[[true], []], "at least one attempt of task 2"],
    [[[1 as unknown as boolean]], "true or false for each attempt of task 1, got 1"],
  ])("refuses %j", (attempts, message) => {
    expect(() => passAt1(attempts)).toThrow(message);
    expect(() => passAt1Error(attempts)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("environmentSuccess", () => {
  it.each([
    [[{ built: true, passed: true }, { built: true, passed: false }, { built: false, passed: false }, { built: false, passed: false }], 0.5, 0.5],
    [[{ built: false, passed: false }], 0, 0],
    [[{ built: false, passed: true }, { built: true, passed: true }], 0.5, 1],
  ])("%#", (runs, s1, s2) => {
    expect(environmentSuccess(runs)).toEqual({ s1, s2 });
  });

  it("refuses no runs, and runs that say neither", () => {
    expect(() => environmentSuccess([])).toThrow("at least one run");
    expect(() => environmentSuccess([{ built: true } as { built: boolean; passed: boolean }])).toThrow("passed of run 1");
  });
});
