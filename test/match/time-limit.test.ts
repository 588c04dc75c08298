import { describe, expect, it } from "vitest";
import { TimeLimitExceeded, withTimeLimit } from "../../src/match/time-limit.js";

function forever(): never {
  for (;;);
}

describe("withTimeLimit", () => {
  it("gives what the work gives, undefined too", () => {
    expect(withTimeLimit(1_000, () => 5)).toBe(5);
    expect(withTimeLimit(1_000, () => undefined)).toBeUndefined();
  });
  it("throws what the work throws", () => {
    const error = new Error("x");
    expect(() => withTimeLimit(1_000, () => { throw error; })).toThrow(error);
  });
  it("ends work that takes too long, and works again afterwards", () => {
    expect(() => withTimeLimit(20, forever)).toThrow(TimeLimitExceeded);
    expect(withTimeLimit(1_000, () => 5)).toBe(5);
  });
  it("counts the outer limit alone", () => {
    expect(() => withTimeLimit(20, () => withTimeLimit(60_000, forever))).toThrow(TimeLimitExceeded);
    expect(withTimeLimit(60_000, () => withTimeLimit(0, () => 5))).toBe(5);
  });
});
