import { compareNumbers, ExactNumber, isDecimalText, isNumeric } from "../model/exact-number.js";
import { numberIn, type EqualityOptions } from "./equality.js";
import { instantOf } from "./instant.js";

/**
 * Orders an actual value against an expected one: numbers by value, texts that both write numbers by these, texts that are
 * both dates by the instant, other texts by code units. `undefined` when the two have no common order.
 */
export function compareOrdered(actual: unknown, expected: unknown, options: EqualityOptions = {}): -1 | 0 | 1 | undefined {
  if (isNumeric(actual)) {
    const number = numberIn(expected, options);
    return number === undefined ? undefined : compareNumbers(actual, number);
  }
  if (typeof actual !== "string" || typeof expected !== "string") return undefined;
  for (const read of [readNumber, instantOf]) {
    const [one, other] = [read(actual), read(expected)];
    if (one !== undefined && other !== undefined) return compareNumbers(one, other);
    if (other !== undefined) return undefined;
  }
  return compareTexts(actual, expected);
}

/**
 * True when a list of keys is in ascending order: numbers by value, texts by any order that databases sort them in
 * (numbers, instants, code units, or English collation with either punctuation rule). `undefined` when the keys are of mixed types.
 */
export function isAscending(keys: readonly unknown[]): boolean | undefined {
  if (keys.every(isNumeric)) return inOrder(keys, compareNumbers);
  if (!keys.every((key) => typeof key === "string")) return undefined;
  if (keys.every(isDecimalText) && inOrder(keys.map((key) => ExactNumber.read(key)), compareNumbers)) return true;
  const instants = keys.map(instantOf);
  if (instants.every((instant) => instant !== undefined) && inOrder(instants, compareNumbers)) return true;
  return [compareTexts, ...COLLATORS].some((compare) => inOrder(keys, compare));
}

const COLLATORS = [true, false].map((ignorePunctuation) => {
  const collator = new Intl.Collator("en", { sensitivity: "base", ignorePunctuation });
  return (left: string, right: string): number => collator.compare(left, right);
});

function inOrder<T>(keys: readonly T[], compare: (one: T, other: T) => number | undefined): boolean {
  return keys.every((key, index) => index === 0 || (compare(keys[index - 1] as T, key) ?? 1) <= 0);
}

function compareTexts(one: string, other: string): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0;
}

function readNumber(text: string): number | ExactNumber | undefined {
  return isDecimalText(text) ? ExactNumber.read(text) : undefined;
}
