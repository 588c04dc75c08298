/**
 * A number that a double can not hold without changing its decimal value: an integer beyond 2^53, or a decimal with
 * too many digits. Everything else stays a plain `number`. JSON bodies, DAG files and SQL rows are read into these two,
 * so no check ever compares a rounded value.
 */
export class ExactNumber {
  /** The number as it was written, e.g. `"9007199254740993"`. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
    Object.freeze(this);
  }

  /**
   * Reads a decimal literal; a plain `number` when a double holds its value exactly as written, else an `ExactNumber`.
   * Anything else is `NaN`, which equals nothing.
   */
  static read(text: string): number | ExactNumber {
    if (!DECIMAL.test(text)) return NaN;
    const double = Number(text);
    if (Number.isFinite(double) && sameDecimal(decimalOf(text), decimalOf(String(double)))) return double;
    return new ExactNumber(text);
  }

  toString(): string {
    return this.text;
  }

  /** Reports carry the digits as a string, since JSON readers would round them. */
  toJSON(): string {
    return this.text;
  }
}

/** Anything that is a number to dagrade. A `bigint` may come from a host or a database port. */
export type Numeric = number | bigint | ExactNumber;

/** True for every {@link Numeric}; `NaN` and the infinities are numbers too, and equal nothing. */
export function isNumeric(value: unknown): value is Numeric {
  return typeof value === "number" || typeof value === "bigint" || value instanceof ExactNumber;
}

/** True when `text` is a decimal literal as JSON or SQL writes one. */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * Compares two numbers by their decimal values, without rounding.
 * Returns -1, 0 or 1; `undefined` when either is `NaN`, or when an exponent is beyond all reason (2^53).
 */
export function compareNumbers(left: Numeric, right: Numeric): -1 | 0 | 1 | undefined {
  if (typeof left === "number" && typeof right === "number") {
    return Number.isNaN(left) || Number.isNaN(right) ? undefined : left < right ? -1 : left > right ? 1 : 0;
  }
  if (Number.isNaN(left) || Number.isNaN(right)) return undefined;
  if (left === Infinity || right === -Infinity) return 1;
  if (left === -Infinity || right === Infinity) return -1;
  const [one, other] = [String(left), String(right)];
  return one === other ? 0 : compareDecimals(decimalOf(one), decimalOf(other));
}

/** True when the value has no fractional part. */
export function isIntegral(value: Numeric): boolean {
  if (!(value instanceof ExactNumber)) return typeof value === "bigint" || Number.isInteger(value);
  const { digits, magnitude } = decimalOf(value.text);
  return digits.length <= magnitude + 1;
}

/**
 * True when two numbers are at most `tolerance` apart, by their decimal values (1.1 is within 0.1 of 1). Where the three
 * numbers span more than 4,096 digits only equal numbers are.
 */
export function isWithin(left: Numeric, right: Numeric, tolerance: Numeric): boolean {
  if (compareNumbers(left, right) === 0) return true;
  const decimals = [left, right, tolerance].map((number) => decimalOf(String(number)));
  const lowest = Math.min(...decimals.map(lastExponent));
  const isFinite = [left, right, tolerance].every((number) => typeof number !== "number" || Number.isFinite(number));
  if (!isFinite || !(Math.max(...decimals.map(({ magnitude }) => magnitude)) - lowest <= MAX_SPAN)) return false;
  const [one = 0n, other = 0n, limit = 0n] = decimals.map((decimal) => scaled(decimal, lowest));
  return (one > other ? one - other : other - one) <= limit;
}

/** More digits than any sensible tolerance needs, and few enough to be exact about at once. */
const MAX_SPAN = 4_096;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Sign, the digits without leading and trailing zeros, and the power of ten of the first digit. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly magnitude: number;
}

function decimalOf(text: string): Decimal {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  const whole = parts?.[2] ?? "";
  const all = whole + (parts?.[3] ?? "");
  let start = 0;
  while (start < all.length && all.charCodeAt(start) === 48) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  if (start === end) return { sign: 0, digits: "", magnitude: 0 };
  return {
    sign: parts?.[1] === "-" ? -1 : 1,
    digits: all.slice(start, end),
    magnitude: whole.length - 1 - start + Number(parts?.[4] ?? 0),
  };
}

/** The power of ten of the last digit. */
function lastExponent({ digits, magnitude }: Decimal): number {
  return digits === "" ? 0 : magnitude - digits.length + 1;
}

/** The number in units of `10 ** exponent`. */
function scaled(decimal: Decimal, exponent: number): bigint {
  return decimal.sign === 0 ? 0n : BigInt(decimal.sign) * BigInt(decimal.digits) * 10n ** BigInt(lastExponent(decimal) - exponent);
}

function sameDecimal(left: Decimal, right: Decimal): boolean {
  return left.sign === right.sign && left.magnitude === right.magnitude && left.digits === right.digits;
}

function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 | undefined {
  if (left.sign !== right.sign) return left.sign < right.sign ? -1 : 1;
  if (left.sign === 0) return 0;
  // an exponent of more than 15 digits was rounded itself
  if (!Number.isSafeInteger(left.magnitude) || !Number.isSafeInteger(right.magnitude)) return undefined;
  const larger = left.sign;
  const smaller = larger === 1 ? -1 : 1;
  if (left.magnitude !== right.magnitude) return left.magnitude > right.magnitude ? larger : smaller;
  if (left.digits === right.digits) return 0;
  return left.digits > right.digits ? larger : smaller;
}
