import { compareNumbers, ExactNumber, isDecimalText, isNumeric, isWithin, type Numeric } from "../model/exact-number.js";

/** The type of a value to dagrade. `bytes` comes from databases only; `other` is what JSON has no form for (`undefined`, a `Date`). */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object" | "bytes" | "other";

/** The JSON type of a value. Exact numbers and bigints are numbers; only what may be descended into is an array or an object. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (isNumeric(value)) return "number";
  if (Array.isArray(value)) return "array";
  if (value instanceof Uint8Array) return "bytes";
  const type = typeof value;
  if (type === "object") return isPlain(value as object) ? "object" : "other";
  return type === "boolean" || type === "string" ? type : "other";
}

/** True for what has named members: a JSON object, not an array, a number or bytes. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return jsonTypeOf(value) === "object";
}

export interface EqualityOptions {
  /** An actual number equals an expected text that writes the same number (values of SQL columns). Not within lists and objects. */
  readonly areStringsNumeric?: boolean | undefined;
  /** Two numbers are equal when they are no further apart; exact decimal arithmetic. Not within lists and objects. */
  readonly tolerance?: number | undefined;
}

/**
 * Equality as every primitive means it: strict by JSON type, numbers by their decimal value without rounding, members of
 * objects in any order. `NaN` equals nothing, a boolean is no number.
 */
export function jsonEqual(actual: unknown, expected: unknown, options: EqualityOptions = {}): boolean {
  if (isNumeric(actual)) {
    const number = numberIn(expected, options);
    if (number === undefined) return false;
    return options.tolerance === undefined ? compareNumbers(actual, number) === 0 : isWithin(actual, number, options.tolerance);
  }
  return isObject(actual) && isObject(expected) ? areDeepEqual(actual, expected) : actual === expected;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** A number, or with `areStringsNumeric` the number that a text writes. */
export function numberIn(value: unknown, options: EqualityOptions): Numeric | undefined {
  if (isNumeric(value)) return value;
  if (options.areStringsNumeric !== true || typeof value !== "string") return undefined;
  const text = value.trim();
  return isDecimalText(text) ? ExactNumber.read(text) : undefined;
}

/** Not of a class: a `Date` has no members to compare, and would equal every other. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Works off a list of pairs, so that no nesting can exhaust the stack. */
function areDeepEqual(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair;
    const type = jsonTypeOf(one);
    if (type !== jsonTypeOf(other)) return false;
    if (type === "number") {
      if (compareNumbers(one as Numeric, other as Numeric) !== 0) return false;
    } else if (type === "array" || type === "object") {
      if (one !== other && !pushMembers(one as object, other as object, pairs)) return false;
    } else if (type === "bytes") {
      if (Buffer.compare(one as Uint8Array, other as Uint8Array) !== 0) return false;
    } else if (one !== other) return false;
  }
  return true;
}

function pushMembers(one: object, other: object, pairs: [unknown, unknown][]): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(other, key)) return false;
    pairs.push([(one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]]);
  }
  return true;
}
