import { isJsonObject, jsonEqual } from "./equality.js";
import { isMatcherForm } from "./matcher-form.js";
import type { OperatorContext } from "./operator.js";

/**
 * True when `actual` holds all that `expected` names: an object may have further members at any depth, lists must have
 * the same length, other values are equal. A matcher (`{operator, expected}`) in the place of a value is judged as one.
 */
export function isSuperset(actual: unknown, expected: unknown, context: OperatorContext): boolean {
  return holds(true, actual, expected, context);
}

function holds(exists: boolean, actual: unknown, expected: unknown, context: OperatorContext): boolean {
  if (isMatcherForm(expected)) return context.matches(exists ? { exists, value: actual } : { exists }, expected).ok;
  if (!exists) return false;
  if (isJsonObject(expected)) {
    return isJsonObject(actual) && Object.entries(expected).every(([key, item]) => holds(Object.hasOwn(actual, key), actual[key], item, context));
  }
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((item, index) => holds(true, actual[index], item, context));
  }
  return jsonEqual(actual, expected);
}
