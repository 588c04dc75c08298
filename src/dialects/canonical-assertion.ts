import type { Place } from "./assertion-place.js";
import { placeOf } from "./assertion-place.js";
import type { Chain } from "./chain.js";
import type { Draft, Keys } from "./draft.js";
import type { Check } from "./expected-words.js";
import { translated } from "./regexes.js";

/** What an assertion was read as. */
export interface Reading {
  readonly draft: Draft;
  readonly chain: Chain;
  readonly place: Place;
  readonly checks: readonly Check[];
  /** Keys that go along as they are. */
  readonly settings: Readonly<Keys>;
  /** Variables for the value found. */
  readonly capture: unknown;
}

/** The assertions that a reading stands for, one a check. */
export function toCanonical({ draft, chain, place, checks, settings, capture }: Reading): Keys[] {
  const { tolerance, optional, source = place.source, ...more } = settings;
  const where = { ...place.keys, ...(optional === true && { optional }), ...(source !== undefined && { source }) };
  const captured = capture === undefined ? {} : { capture_as: capture };
  if (checks.length === 0) {
    // a captured null would be no value to go on with
    if (capture !== undefined) return [{ ...where, ...captured, operator: "not_null" }];
    const isPlaceless = Object.keys(place.keys).length === 0;
    return isPlaceless ? [] : [{ ...where, ...more, ...(place.operator === undefined || place.operator === "length" ? {} : { operator: place.operator }) }];
  }
  return checks.map((check, index) => {
    const { operator, expected, ...beside } = onMediaType(onLength(check, place), place);
    const operand = operandOf(operator, expected, draft, chain);
    const texts = textsFor(where, operand);
    if (texts !== undefined) return { ...where, path: undefined, part: "text", operator, expected: texts };
    return {
      ...where,
      ...more,
      ...operand,
      ...beside,
      ...(tolerance !== undefined && TOLERANT.has(operand.operator) && { tolerance }),
      ...(index === 0 && captured),
    };
  });
}

const TOLERANT: ReadonlySet<string> = new Set(["equals", "not_equals", "in", "not_in", "equals_path"]);

/** What is compared with a length is a check of the length. */
function onLength(check: Check, place: Place): Check {
  if (place.operator !== "length" || check.operator === "length") return check;
  return { operator: "length", expected: check.operator === "equals" ? check.expected : { operator: check.operator, expected: check.expected } };
}

/** A media type is the same with parameters behind it. */
function onMediaType(check: Check, { keys }: Place): Check {
  const { header } = keys;
  const { operator, expected } = check;
  const isType = typeof header === "string" && header.toLowerCase() === "content-type" && operator === "equals" && typeof expected === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(expected);
  return isType ? { operator: "regex", expected: `^${expected.replace(/[.+]/g, "\\$&")}\\s*(?:;|$)` } : check;
}

interface Operand {
  readonly operator: string;
  readonly expected?: unknown;
}

function operandOf(operator: string, expected: unknown, draft: Draft, chain: Chain): Operand {
  if ((operator === "regex" || operator === "not_regex") && typeof expected === "string") return { operator, expected: translated(expected, draft) };
  if (operator === "equals_path" && typeof expected === "string") return otherPath(expected, chain);
  if (operator === "length" && Array.isArray(expected)) return { operator, expected: { operator: "in", expected } };
  return expected === undefined ? { operator } : { operator, expected };
}

/** A path into another saved result is a placeholder for its value. */
function otherPath(path: string, chain: Chain): Operand {
  const { keys, source } = placeOf(path, chain);
  const target = keys["path"];
  if (source === undefined || typeof target !== "string") return { operator: "equals_path", expected: typeof target === "string" ? target : path };
  return { operator: "equals", expected: `{{${source}${target.slice(1)}}}` };
}

/** "Nothing, in whatever form" is said of the text, since an empty body is no JSON. */
function textsFor(where: Readonly<Keys>, { operator, expected }: Operand): readonly string[] | undefined {
  if (where["path"] !== "$" || operator !== "in" || !Array.isArray(expected) || !expected.includes("")) return undefined;
  return [...new Set(expected.map((value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))))];
}
