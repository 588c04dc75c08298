import { isData } from "../model/literal-data.js";
import { isJsonObject } from "./equality.js";

/** An operator with its operand, written in the place of a literal. */
export interface MatcherForm {
  readonly operator: string;
  readonly expected?: unknown;
  readonly tolerance?: number;
}

const KEYS = new Set(["operator", "expected", "tolerance"]);

/** True for an object with an `operator` and nothing but an operand beside it, unless it is data of the system under test. */
export function isMatcherForm(value: unknown): value is MatcherForm {
  if (isData(value) || !isJsonObject(value) || !Object.hasOwn(value, "operator") || typeof value["operator"] !== "string") return false;
  return hasMatcherKeys(value) && (value["tolerance"] === undefined || typeof value["tolerance"] === "number");
}

/** True for an object with no other members than a matcher has. */
export function hasMatcherKeys(value: object): boolean {
  return Object.keys(value).every((key) => KEYS.has(key));
}

/** A matcher as it stands, or equality with a literal. */
export function matcherForm(matcher: unknown): MatcherForm {
  return isMatcherForm(matcher) ? matcher : { operator: "equals", expected: matcher };
}
