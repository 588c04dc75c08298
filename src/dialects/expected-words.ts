import { isObject, type Keys } from "./draft.js";
import { partsJoined } from "./joined.js";

/** One operator and its operand, as assertions and matchers write them. */
export interface Check {
  readonly operator: string;
  readonly expected?: unknown;
  readonly tolerance?: unknown;
  readonly each?: "all" | "any" | "none";
  readonly loose?: true;
  readonly key?: unknown;
  readonly order?: unknown;
  readonly claims?: unknown;
}

/** Other names of operators. */
export const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    equals: ["=", "==", "===", "eq", "equal", "equals", "exact", "is", "numeric_equal", "equal_to", "exact_match"],
    not_equals: ["!=", "<>", "ne", "neq", "not_eq", "not_equal", "not_equals"],
    gt: [">", "gt", "gt_strict", "greater_than", "strictly_greater"],
    gte: [">=", "gte", "ge", "min", "at_least", "greater_or_equal", "greater_than_or_equal", "greater_equal"],
    lt: ["<", "lt", "less_than"],
    lte: ["<=", "lte", "le", "max", "at_most", "less_or_equal", "less_than_or_equal", "less_equal"],
    exists: ["exists", "exist", "json_path_exists", "path_exists"],
    not_exists: ["not_exists", "absent", "does_not_exist", "undefined", "missing"],
    is_null: ["is_null", "null"],
    not_null: ["not_null", "is_not_null", "non_null", "notnull", "present", "is_present"],
    empty: ["empty", "is_empty"],
    not_empty: ["not_empty", "non_empty", "nonempty", "is_not_empty"],
    contains: ["contains", "includes", "string_contains", "contains_text", "must_contain", "substring"],
    not_contains: ["not_contains", "does_not_contain", "must_not_contain", "excludes"],
    contains_any: ["contains_any", "contains_one_of", "any_contains"],
    contains_all: ["contains_all", "contains_every"],
    in: ["in", "one_of", "any_of", "is_in", "is_one_of"],
    not_in: ["not_in", "none_of"],
    starts_with: ["starts_with", "startswith", "prefix"],
    ends_with: ["ends_with", "endswith", "suffix"],
    regex: ["regex", "matches", "match", "matches_regex", "regex_match", "match_regex", "pattern"],
    not_regex: ["not_regex", "not_matches"],
    type: ["type", "is_type", "type_is", "type_check", "has_type"],
    length: ["length", "array_length", "len", "length_equals", "has_length", "count"],
    keys: ["keys", "has_exactly_keys", "exact_keys"],
    equals_path: ["equals_path", "same_as"],
    sorted_by: ["sorted_by", "is_sorted"],
    matches_object: ["matches_object", "superset", "object_contains"],
    time_from_now: ["time_from_now"],
    jwt: ["jwt", "jwt_decode", "is_jwt"],
    json_text: ["json_text", "is_valid_json", "valid_json"],
  }).flatMap(([operator, words]) => words.map((word) => [word, operator] as const)),
);

/** Operators that bound a length. */
export const LENGTH_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gte: ["min_length", "expected_min_length", "array_min_length", "length_gte", "array_length_gte", "string_min_length", "length_min", "min_items", "min_count"],
    gt: ["length_gt", "array_length_gt"],
    lte: ["max_length", "expected_max_length", "array_max_length", "length_lte", "array_length_lte", "string_max_length", "max_items"],
    lt: ["length_lt", "array_length_lt"],
  }).flatMap(([operator, words]) => words.map((word) => [word, operator] as const)),
);

/** Type names of several languages, as JSON names them. */
export const TYPE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ["string", "str", "text"],
    integer: ["integer", "int"],
    number: ["number", "float", "numeric", "double"],
    boolean: ["boolean", "bool"],
    array: ["array", "list"],
    object: ["object", "dict", "map"],
    null: ["null", "none", "nonetype"],
  }).flatMap(([type, words]) => words.map((word) => [word, type] as const)),
);

/** One type or several, by any of their names; `undefined` when one is unknown. */
export function typesNamed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const types = value.map(typesNamed);
    return types.every((type) => typeof type === "string") ? types : undefined;
  }
  if (typeof value !== "string") return undefined;
  const word = value.toLowerCase().replace(/^is_(?:an?_)?/, "");
  if (/_or_/.test(word)) return typesNamed(word.split("_or_"));
  return TYPE_WORDS.get(word);
}

/** What a text in the place of a value says, where it is no value: `">=20"`, `"not_null"`, `"regex:^a"`, `"{{gte_1}}"`. */
export function checkInText(text: string): Check | undefined {
  const word = /^\{\{\s*(\w+)\s*\}\}$/.exec(text)?.[1] ?? text.trim();
  const isBraced = word !== text.trim();
  const [, sign, operand] = /^(>=|<=|==|!=|>|<)\s*(-?\d+(?:\.\d+)?|\S.*)$/s.exec(word) ?? [];
  if (sign !== undefined && operand !== undefined && (/^(?:-?\d|\{\{[^{}]+\}\}$)/.test(operand) || sign === "==" || sign === "!=")) {
    return { operator: OPERATOR_WORDS.get(sign) ?? sign, expected: literal(operand) };
  }
  const [, name, rest] = /^(contains|not_contains|regex|matches_regex|matches|starts_with|ends_with|type|in|one[ _]of):(?!\/\/)\s*(.+)$/s.exec(word) ?? [];
  if (name !== undefined && rest !== undefined) return prefixed(name, rest);
  const [, bound, number] = /^(gte|gt|lte|lt|eq|ne)_(-?\d+(?:\.\d+)?)$/.exec(word) ?? [];
  if (isBraced && bound !== undefined) return { operator: OPERATOR_WORDS.get(bound) ?? bound, expected: Number(number) };
  const plain = word.toLowerCase().replace(/[\s-]+/g, "_");
  const operator = WORDS.get(plain);
  if (operator !== undefined) return { operator };
  const types = plain === "array" || plain.startsWith("is_") ? typesNamed(plain) : undefined;
  return types === undefined ? undefined : { operator: "type", expected: types };
}

/** Words that are hardly meant as a value. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["not_null", "not_null"],
  ["is_not_null", "not_null"],
  ["non_null", "not_null"],
  ["present", "not_null"],
  ["non_empty", "not_empty"],
  ["not_empty", "not_empty"],
  ["nonempty", "not_empty"],
  ["exists", "exists"],
  ["not_exists", "not_exists"],
  ["undefined", "not_exists"],
  ["is_null", "is_null"],
]);

function prefixed(name: string, rest: string): Check | undefined {
  switch (name) {
    case "type": {
      const types = typesNamed(rest);
      return types === undefined ? undefined : { operator: "type", expected: types };
    }
    case "in":
    case "one of":
    case "one_of":
      return { operator: "in", expected: rest.split(",").map((item) => literal(item.trim())) };
    case "contains":
    case "not_contains":
      return { operator: name, expected: rest, loose: true };
    default:
      return { operator: OPERATOR_WORDS.get(name) ?? name, expected: rest };
  }
}

/** A sign and a value, or a word: behind `contains:` an `and` is a part of what is looked for. */
function isComparing(text: string): boolean {
  return /^(?:>=|<=|==|!=|>|<)\s*\S/.test(text) || WORDS.has(text.toLowerCase().replaceAll(" ", "_"));
}

/** A number where the text writes one. */
export function literal(text: string): unknown {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text === "true" ? true : text === "false" ? false : text.replace(/^(['"])(.*)\1$/s, "$2");
}

/** The checks in an object in the place of a value: `{op, value}`, `{"$gte": 1}`, `{min, max}`; `undefined` for plain data. */
export function checksInObject(value: Readonly<Keys>): readonly Check[] | undefined {
  const { op, operator = op, value: beside, expected = beside, tolerance } = value;
  if (typeof operator === "string") {
    const known = OPERATOR_WORDS.get(operator);
    const isOwn = Object.keys(value).every((key) => ["op", "operator", "value", "expected", "tolerance"].includes(key)) && !(Object.hasOwn(value, "value") && Object.hasOwn(value, "expected"));
    const operand = typeof expected === "string" && ORDERING.has(known ?? "") ? literal(expected) : expected;
    return known === undefined || !isOwn ? undefined : [{ operator: known, ...(operand !== undefined && { expected: operand }), ...(tolerance !== undefined && { tolerance }) }];
  }
  const entries = Object.entries(value);
  const checks = entries.map(([key, item]) => checkOfKey(key.replace(/^\$/, ""), item, key.startsWith("$")));
  return entries.length > 0 && checks.every((check) => check !== undefined) ? checks : undefined;
}

/** A number in quotes is one to these. */
const ORDERING: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"]);

/** Members that are an operator; others make the object plain data. */
function checkOfKey(key: string, value: unknown, isMarked: boolean): Check | undefined {
  if (key === "not_null" || key === "exists") return value === true ? { operator: key } : value === false ? { operator: key === "exists" ? "not_exists" : "is_null" } : undefined;
  if (key === "null" || key === "is_null") return value === true ? { operator: "is_null" } : value === false ? { operator: "not_null" } : undefined;
  if (key === "not_empty") return value === true ? { operator: "not_empty" } : undefined;
  const operator = OPERATOR_WORDS.get(key);
  if (operator === undefined || (!isMarked && !OBJECT_KEYS.has(key))) return undefined;
  if (operator === "type") return typesNamed(value) === undefined ? undefined : { operator, expected: typesNamed(value) };
  return { operator, expected: value };
}

const OBJECT_KEYS: ReadonlySet<string> = new Set(["gte", "gt", "lte", "lt", "min", "max", "in", "not_in", "regex", "pattern", "contains", "not_contains", "ne", "eq", ">=", "<=", ">", "<", "==", "!=", "starts_with", "ends_with"]);

/** Whether a value may be several checks; an object that is plain data is none. */
export function checksIn(value: unknown): readonly Check[] | undefined {
  if (typeof value === "string") {
    const [, least, most] = /^\s*between\s+(-?\d+(?:\.\d+)?)\s+and\s+(-?\d+(?:\.\d+)?)\s*$/i.exec(value) ?? [];
    if (least !== undefined && most !== undefined) return [{ operator: "gte", expected: Number(least) }, { operator: "lte", expected: Number(most) }];
    const joined = partsJoined(value);
    if (joined.length > 1 && joined.every(isComparing)) {
      const checks = joined.map(checkInText);
      if (checks.every((check) => check !== undefined)) return checks;
    }
    const check = checkInText(value);
    return check === undefined ? undefined : [check];
  }
  return isObject(value) ? checksInObject(value) : undefined;
}
