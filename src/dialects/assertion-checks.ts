import { numberOf } from "./aliases.js";
import { isObject } from "./draft.js";
import { LENGTH_WORDS, OPERATOR_WORDS, typesNamed, type Check } from "./expected-words.js";

type Reader = (value: unknown) => Check | readonly Check[] | undefined;

/** Keys of an assertion that are a check of their own: what each says by its value; `undefined` when it says nothing. */
const CHECKS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...named(bound("gte"), "expected_min", "expected_gte", "min_value", "min", "gte", "expected_min_value"),
  ...named(bound("lte"), "expected_max", "expected_lte", "max_value", "max", "lte", "expected_max_value"),
  ...named(bound("gt"), "gt", "expected_gt", "greater_than"),
  ...named(bound("lt"), "lt", "expected_lt", "less_than"),
  ...named(flag("exists", "not_exists"), "exists", "should_exist", "expected_exists", "json_path_exists"),
  ...named(flag("not_exists", "exists"), "not_exists", "expected_absent", "absent"),
  ...named(flag("not_null", "is_null"), "not_null", "expected_not_null", "expected_present", "is_not_null", "present"),
  ...named(flag("is_null", "not_null"), "is_null", "expected_null"),
  ...named(flag("not_empty", "empty"), "not_empty", "expected_not_empty", "non_empty"),
  ...named(typed, "is_type", "type", "expected_type", "_type", "type_check"),
  ...["array", "object", "boolean", "integer", "string", "number"].map((type) => [`is_${type}`, (value: unknown) => (value === true ? { operator: "type", expected: type } : undefined)] as const),
  ...named(operand("contains", true), "expected_contains", "contains", "contains_text", "string_contains", "must_contain", "expected_substring"),
  ...named(operand("not_contains", true), "not_contains", "expected_not_contains", "must_not_contain"),
  ...named(operand("contains_any", true), "contains_any", "expected_contains_one_of", "expected_contains_any", "contains_one_of"),
  ...named(operand("contains_all", true), "contains_all", "expected_contains_all"),
  ...named(operand("in"), "in", "one_of", "expected_in", "expected_one_of", "acceptable", "any_of", "expected_any_of"),
  ...named(operand("not_in"), "not_in", "expected_not_in"),
  ...named(operand("regex"), "regex", "matches_regex", "pattern", "match_regex", "expected_pattern", "expected_regex", "_regex", "regex_match", "matches"),
  ...named(operand("not_equals"), "not_equals", "expected_not", "expected_ne", "expected_not_equals", "ne"),
  ...named(operand("starts_with"), "starts_with", "expected_starts_with", "expected_prefix"),
  ...named(operand("ends_with"), "ends_with", "expected_ends_with"),
  ...named(operand("equals"), "equals", "eq", "expected_equals", "expected_value"),
  ...named(pathOrValue, "expected_eq"),
  ...named(operand("equals_path"), "equals_path", "expected_equals_path"),
  ...named((value: unknown): Check | undefined => (Array.isArray(value) ? { operator: "keys", expected: value } : undefined), "has_exactly_keys", "expected_keys", "keys"),
  ...named(operand("length"), "length", "array_length", "expected_length", "expected_count"),
  ...[...LENGTH_WORDS].map(([word, operator]) => [word, (value: unknown) => lengthCheck(operator, value)] as const),
  ...named(operand("time_from_now"), "expected_in_range_seconds_from_now"),
  ...named((value: unknown): Check | undefined => (value === true ? { operator: "json_text" } : undefined), "is_valid_json"),
  ...named((value: unknown): Check | undefined => (value === true ? { operator: "type", expected: ["object", "array"] } : undefined), "is_json"),
  ...named((value: unknown): Check | undefined => (value === true ? { operator: "equals", expected: false, each: "all" } : undefined), "expected_all_false", "expected_all_false_or_absent"),
  ...named((value: unknown): Check | undefined => ({ operator: "gt", expected: value, each: "all" }), "expected_all_gt"),
  ...named((value: unknown): Check | undefined => ({ operator: "gte", expected: value, each: "all" }), "expected_all_gte"),
  ...named((value: unknown): Check | undefined => ({ operator: "equals", expected: value, each: "all" }), "all_equal", "expected_all_equal"),
]);

/** The check that a key of an assertion is; `undefined` for a key that is none, or says nothing. */
export function checkAt(key: string, value: unknown): Check | readonly Check[] | undefined {
  return CHECKS.get(key)?.(value);
}

/** An operator by any of its names, with its operand; `undefined` for one that nobody knows. */
export function checkNamed(word: string, value: unknown): Check | readonly Check[] | undefined {
  const bound = LENGTH_WORDS.get(word);
  if (bound !== undefined) return lengthCheck(bound, value);
  if (word === "is_json") return besideState({ operator: "type", expected: ["object", "array"] }, value);
  const operator = OPERATOR_WORDS.get(word);
  if (operator === undefined) {
    const types = word.startsWith("is_") ? typesNamed(word) : undefined;
    return types === undefined ? undefined : besideState({ operator: "type", expected: types }, value);
  }
  switch (operator) {
    case "exists":
    case "not_exists":
    case "not_null":
    case "is_null":
    case "empty":
    case "not_empty":
    case "json_text":
      return besideState({ operator }, value);
    case "type":
      return { operator, expected: typesNamed(value) ?? value };
    case "contains":
    case "not_contains":
    case "contains_any":
    case "contains_all":
      return value === undefined ? { operator } : containment(operator, value);
    case "equals":
      return value === null ? { operator: "is_null" } : { operator, expected: value };
    default:
      return { operator, ...(value !== undefined && { expected: value }) };
  }
}

/**
 * A check that needs no value, and one beside it: yes or no, the word for this state or its opposite, or a value that must be
 * there as well. What contradicts the check says nothing that can be judged.
 */
function besideState(check: Check, value: unknown): Check | readonly Check[] | undefined {
  const { operator } = check;
  const isSame = typeof value === "string" && OPERATOR_WORDS.get(value) === operator;
  if (value === undefined || value === null || value === "" || value === true || isSame) return check;
  const opposite = OPPOSITES.get(operator);
  if (value === false || value === opposite) return opposite === undefined ? undefined : { operator: opposite };
  if (operator === "empty") return (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0) ? check : undefined;
  if (!PRESENT.has(operator)) return undefined;
  if (typeof value !== "string" || !OPPOSITES.has(value)) return [check, { operator: "equals", expected: value }];
  return PRESENT.has(value) ? [check, { operator: value }] : undefined;
}

const OPPOSITES: ReadonlyMap<string, string> = new Map(
  ([["exists", "not_exists"], ["not_null", "is_null"], ["not_empty", "empty"]] as const).flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);

/** They ask for a value, of which more can be asked. */
const PRESENT: ReadonlySet<string> = new Set(["exists", "not_null", "not_empty", "type"]);

function named<Value>(value: Value, ...keys: readonly string[]): (readonly [string, Value])[] {
  return keys.map((key) => [key, value]);
}

function bound(operator: string): (value: unknown) => Check | undefined {
  return (value) => (numberOf(value) === undefined && typeof value !== "string" ? undefined : { operator, expected: numberOf(value) ?? value });
}

function flag(whenTrue: string, whenFalse: string): (value: unknown) => Check | undefined {
  return (value) => (value === true ? { operator: whenTrue } : value === false ? { operator: whenFalse } : undefined);
}

function operand(operator: string, loose = false): (value: unknown) => Check | readonly Check[] | undefined {
  return (value) => {
    if (value === undefined || value === null) return undefined;
    return loose ? containment(operator, value) : { operator, expected: value };
  };
}

/** Several texts are all of them; a lookup for one of several takes a list. */
function containment(operator: string, value: unknown): Check | readonly Check[] {
  const loose = true;
  const isList = Array.isArray(value) && !value.some(isObject);
  if (operator === "contains" && isList) return { operator: "contains_all", expected: value, loose };
  if (operator === "not_contains" && isList) return (value as unknown[]).map((expected) => ({ operator, expected, loose }));
  return { operator, expected: operator.includes("_a") && !Array.isArray(value) ? [value] : value, loose };
}

function typed(value: unknown): Check | undefined {
  const types = typesNamed(value);
  return types === undefined ? undefined : { operator: "type", expected: types };
}

function pathOrValue(value: unknown): Check | undefined {
  if (typeof value === "string" && value.startsWith("$.")) return { operator: "equals_path", expected: value };
  return { operator: value === null ? "is_null" : "equals", ...(value !== null && { expected: value }) };
}

function lengthCheck(operator: string, value: unknown): Check | undefined {
  const length = numberOf(value);
  return length === undefined ? undefined : { operator: "length", expected: { operator, expected: length } };
}
