import { z } from "zod";
import { isData } from "../model/literal-data.js";
import { isJsonObject } from "./equality.js";
import { hasMatcherKeys, isMatcherForm, matcherForm } from "./matcher-form.js";
import type { Found, Judgement, OperatorOptions } from "./operator.js";
import { applyMatcher, expectationProblem, operatorNamed, OPERATORS } from "./operators.js";

/** What a value is compared with: text that a pattern is built of is escaped when a placeholder stands in it. */
export const operand = (): z.ZodUnknown => z.unknown().meta({ placeholders: (holder, _inputs, path) => operandContext(holder, path) });

/** How a placeholder at `path` within the operand of a matcher is written; the innermost matcher around it decides. */
function operandContext(holder: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): "rule" | "regex" | "json-path" | "text" {
  let matcher = holder;
  let value: unknown = holder["expected"];
  for (const key of path) {
    if (isJsonObject(value) && Object.hasOwn(value, "operator") && hasMatcherKeys(value)) {
      if (key === "operator" || key === "tolerance") return "rule";
      matcher = value;
    }
    value = typeof value === "object" && value !== null ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined;
  }
  const { operator } = matcher;
  if (operator === "regex" || operator === "not_regex") return "regex";
  if (operator === "equals_path") return "json-path";
  return RULE_OPERANDS.has(operator) || (operator === "sorted_by" && path.at(-1) === "order") ? "rule" : "text";
}

/** What these look for is a kind of value or a span of time, and so how much is asked, and no value to compare with. */
const RULE_OPERANDS: ReadonlySet<unknown> = new Set(["type", "keys", "time_from_now"]);

/** What decides how it compares; a literal with other members may have one of that name. */
const ofMatcher = (holder: Readonly<Record<string, unknown>>): "rule" | "text" => (hasMatcherKeys(holder) ? "rule" : "text");

const matcherObject = z.strictObject({
  operator: z.enum(OPERATORS).describe("How the value is compared.").meta({ placeholders: ofMatcher }),
  expected: operand().optional().describe("What it is compared with."),
  tolerance: z.number().min(0).optional().describe("Numbers are equal when they are no further apart than this.").meta({ placeholders: ofMatcher }),
});

/** Anything but what looks like a matcher and is none. */
const literal = z.unknown().refine((value) => !isMeantAsMatcher(value), {
  error: "expected a literal, or {operator, expected, tolerance} with a known operator and no other keys",
});

/** What a placeholder stands for; no document can write it. It goes before matchers: a copy that zod makes is no longer known as data. */
export const data = z.unknown().refine(isData).meta({ not: {} });

/** A literal (equality), or `{operator, expected, tolerance?}`. Data is a literal, whatever it looks like. */
export const valueMatcher = z.union([data, matcherObject, literal]);

/** An integer, or a matcher for one. Data is neither, and no count equals it. */
export const countMatcher = z.union([data, z.int().min(0), matcherObject]);

/** Judges a value, or the absence of one, by a literal or a matcher. A missing value equals nothing, not even null. */
export function matchValue(actual: Found, matcher: unknown, options: OperatorOptions = {}): Judgement {
  return applyMatcher(actual, matcher, options);
}

/** True for a matcher that accepts every value (`contains ""`, `not_in []`, a length of at least 0). */
export function isVacuousMatcher(matcher: unknown): boolean {
  return expectationProblem(matcherForm(matcher))?.code === "vacuous";
}

/** True for a matcher that every count meets, such as `{operator: "gte", expected: 0}`. */
export function isVacuousCount(matcher: unknown): boolean {
  return isVacuousMatcher({ operator: "length", expected: matcher });
}

function isMeantAsMatcher(value: unknown): boolean {
  if (isData(value)) return false;
  if (isMatcherForm(value)) return true;
  if (!isJsonObject(value) || !Object.hasOwn(value, "operator") || typeof value["operator"] !== "string") return false;
  return ["exists", "not_exists"].includes(value["operator"]) || operatorNamed(value["operator"]) !== undefined;
}
