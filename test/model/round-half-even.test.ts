import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundHalfEven } from "../../src/model/round-half-even.js";

describe("roundHalfEven", () => {
  // The left column as Python computes it, the right one from Python's documentation of round() and exact decimal expansion.
  it.each([
    [(1 / 4) * 9, 2.2],
    [(3 / 4) * 3, 2.2],
    [(1 / 8) * 2, 0.2],
    [(3 / 8) * 2, 0.8],
    [(1 / 3) * 2, 0.7],
    [0.35, 0.3],
    [(1 / 2) * 0.3, 0.1],
    [0.05, 0.1], // 0.05000000000000000277...
    [0.15, 0.1], // 0.1499999999999999944...
    [0.25, 0.2],
    [0.45, 0.5], // 0.4500000000000000111...
    [0.75, 0.8],
    [2.5, 2.5],
    [10.25, 10.2],
    [10.75, 10.8],
    [2 ** 50 + 0.25, 2 ** 50 + 0.2],
    [1e300, 1e300],
    [0, 0],
    [5e-324, 0],
    [-0.25, -0.2],
    [-0.75, -0.8],
  ])("rounds %d to %d", (value, expected) => {
    expect(roundHalfEven(value)).toBe(expected);
  });

  it("agrees with integer arithmetic on the exact value of the double", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, min: 0, max: 1e6 }), quarters, twentieths), (value) => {
        expect(roundHalfEven(value)).toBe(roundExactly(value));
      }),
      { numRuns: 5_000 },
    );
  });

  it("never moves a value that is a tenth already", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (tenths) => {
        expect(roundHalfEven(tenths / 10)).toBe(tenths / 10);
      }),
    );
  });
});

const quarters = fc.integer({ min: 0, max: 1_000_000 }).map((count) => count / 4);
const twentieths = fc.integer({ min: 0, max: 1_000_000 }).map((count) => count / 20);

/** value = numerator / 2^1074 exactly; tenths = round-half-even(10 * numerator / 2^1074). */
function roundExactly(value: number): number {
  const scale = 1n << 1074n;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = (word >> 52n) & 0x7ffn;
  const fraction = word & ((1n << 52n) - 1n);
  const numerator = exponent === 0n ? fraction : ((1n << 52n) | fraction) << (exponent - 1n);
  const whole = (10n * numerator) / scale;
  const rest = 2n * ((10n * numerator) % scale);
  const isUp = rest > scale || (rest === scale && whole % 2n === 1n);
  const tenths = isUp ? whole + 1n : whole;
  return Number(`${tenths / 10n}.${tenths % 10n}`);
}
