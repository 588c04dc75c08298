import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareNumbers, ExactNumber, isDecimalText, isIntegral, isNumeric, isWithin, type Numeric } from "../../src/model/exact-number.js";

fc.configureGlobal({ seed: 9535 });

/** A decimal with its value as an integer number of units of 10^-20, by arithmetic that the library does not share. */
const decimal = fc
  .record({ negative: fc.boolean(), whole: fc.bigInt({ min: 0n, max: 10n ** 22n }), fraction: fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }) })
  .map(({ negative, whole, fraction }) => {
    const units = (whole * 10n ** 20n + fraction) * (negative ? -1n : 1n);
    return { text: `${negative ? "-" : ""}${whole}.${String(fraction).padStart(20, "0")}`, units };
  });

describe("ExactNumber.read", () => {
  it.each(["0", "-0", "1", "2.670", "0.1", "1e3", "1E-7", "9007199254740991", "9007199254740992", "1e21", "100000000000000000000000", "5e-324", "1.7976931348623157e308"])(
    "%s is a plain number",
    (text) => expect(ExactNumber.read(text)).toBe(Number(text)),
  );
  it.each(["9007199254740993", "-9007199254740993", "0.10000000000000000001", "123456789012345678", "1e400", "1e-400", "0.1000000000000000055511151231257827", "1e99999999999999999999"])(
    "%s keeps its digits",
    (text) => expect(String(ExactNumber.read(text))).toBe(text),
  );
  it.each(["", "abc", "NaN", "Infinity", "0x10", "1_000", "١", " 1"])("%j is no number", (text) => {
    expect(isDecimalText(text)).toBe(false);
    expect(ExactNumber.read(text)).toBeNaN();
  });
  it("is a string of digits in a report", () => expect(JSON.stringify({ id: ExactNumber.read("9007199254740993") })).toBe('{"id":"9007199254740993"}'));
  it("can not be changed", () => expect(Object.isFrozen(ExactNumber.read("9007199254740993"))).toBe(true));
});

describe("compareNumbers", () => {
  const exact = (text: string): Numeric => ExactNumber.read(text);

  it.each<[Numeric, Numeric, -1 | 0 | 1 | undefined]>([
    [1, 1, 0],
    [0, -0, 0],
    [exact("9007199254740993"), 9007199254740992, 1],
    [exact("9007199254740993"), 9007199254740993n, 0],
    [exact("9007199254740993.0"), exact("9007199254740993"), 0],
    [exact("-9007199254740993"), 9007199254740993n, -1],
    [1e21, 10n ** 21n, 0],
    [exact("123456789012345678e0"), exact("12345678901234567.8e1"), 0],
    [exact("1e400"), exact("1e399"), 1],
    [exact("-1e400"), exact("-1e399"), -1],
    [exact("1e-400"), 0, 1],
    [exact("1e400"), Infinity, -1],
    [exact("1e400"), -Infinity, 1],
    [NaN, 1, undefined],
    [NaN, NaN, undefined],
    [exact("1e400"), NaN, undefined],
    [exact("1e99999999999999999999"), exact("2e99999999999999999999"), undefined],
    [exact("1e99999999999999999999"), exact("1e99999999999999999999"), 0],
  ])("%s to %s: %s", (left, right, order) => expect(compareNumbers(left, right)).toBe(order));

  it("agrees with integer arithmetic on decimals of 42 digits", () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const order = one.units < other.units ? -1 : one.units > other.units ? 1 : 0;
        expect(compareNumbers(exact(one.text), exact(other.text))).toBe(order);
      }),
    );
  });
  it("agrees with integer arithmetic on bigints and exact integers", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (one, other) => {
        expect(compareNumbers(one, exact(String(other)))).toBe(one < other ? -1 : one > other ? 1 : 0);
        expect(compareNumbers(exact(String(one)), one)).toBe(0);
      }),
    );
  });
  it("agrees with the comparison of doubles", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.double({ noNaN: true, noDefaultInfinity: true }), (one, other) => {
        expect(compareNumbers(exact(String(one)), exact(String(other)))).toBe(one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });
});

describe("isNumeric", () => {
  it.each([0, NaN, 5n, ExactNumber.read("9007199254740993")])("%s is a number", (value) => expect(isNumeric(value)).toBe(true));
  it.each([true, "5", null, undefined, {}, [1], new Date()])("%s is none", (value) => expect(isNumeric(value)).toBe(false));
});

describe("isIntegral", () => {
  it.each(["1", "-3", "1.0", "1e3", "9007199254740993", "9007199254740993.000", "1e400", "0.0000"])("%s has no fraction", (text) =>
    expect(isIntegral(ExactNumber.read(text))).toBe(true),
  );
  it.each(["1.5", "9007199254740993.5", "1e-400", "0.10000000000000000001"])("%s has one", (text) => expect(isIntegral(ExactNumber.read(text))).toBe(false));
  it("is true of every bigint and false of what is not finite", () => {
    expect(isIntegral(5n)).toBe(true);
    expect([NaN, Infinity].some(isIntegral)).toBe(false);
  });
});

describe("isWithin", () => {
  const exact = (text: string): Numeric => ExactNumber.read(text);
  it.each<[Numeric, Numeric, Numeric, boolean]>([
    [1.1, 1, 0.1, true], // 1.1 - 1 > 0.1 in doubles
    [0.3, 0.1, 0.2, true],
    [1.1, 1, 0.0999999999, false],
    [1, 1, 0, true],
    [exact("9007199254740993"), 9007199254740992, 1, true],
    [exact("9007199254740993"), 9007199254740992, 0.5, false],
    [exact("9007199254740993"), 9007199254740992n, exact("0.99999999999999999999"), false],
    [-1, 1, 2, true],
    [exact("1e9999"), 1, 5, false],
    [exact("1e9999"), exact("1e9999"), 0, true],
    [Infinity, 1, 5, false],
    [NaN, 1, 5, false],
    [1, 2, Infinity, false],
  ])("%s is within %s ± %s: %s", (left, right, tolerance, expected) => {
    // the order of the first two does not matter
    expect(isWithin(left, right, tolerance)).toBe(expected);
    expect(isWithin(right, left, tolerance)).toBe(expected);
  });
  it("agrees with integer arithmetic", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (one, other, limit) => {
        const distance = one.units > other.units ? one.units - other.units : other.units - one.units;
        expect(isWithin(exact(one.text), exact(other.text), exact(limit.text))).toBe(distance <= limit.units || distance === 0n);
      }),
    );
  });
});
