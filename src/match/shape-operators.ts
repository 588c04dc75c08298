import { describeValue } from "../model/describe-value.js";
import { compareNumbers, isIntegral, isNumeric, type Numeric } from "../model/exact-number.js";
import { isData } from "../model/literal-data.js";
import { isJsonObject, jsonTypeOf } from "./equality.js";
import { pathProblem, selectPath } from "./json-path.js";
import { isMatcherForm, matcherForm } from "./matcher-form.js";
import { invalid, vacuous, type ExpectationProblem, type Operator, type Ruling } from "./operator.js";
import { isAscending } from "./ordering.js";

/** The type names that `type` knows. An integer is a number without a fractional part, however it is written. */
export const TYPE_NAMES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
export type TypeName = (typeof TYPE_NAMES)[number];

/** Operators about what a value is like. */
export const shapeOperators = {
  is_null: {
    describe: () => "null",
    problem: (expected) => (expected === null ? undefined : needsNothing(expected)),
    judge: (value) => value === null,
  },
  not_null: {
    describe: () => "anything but null",
    problem: needsNothing,
    judge: (value) => value !== null,
  },
  type: {
    describe: (expected) => `a value of type ${typesIn(expected).join(" or ")}`,
    problem: needsTypes,
    judge: (value, expected) => typesIn(expected).some((type) => isOfType(value, type)),
  },
  empty: {
    describe: () => "an empty text, list or object",
    problem: needsNothing,
    judge: (value) => ofSize(value, (size) => size === 0),
    isOfLists: true,
  },
  not_empty: {
    describe: () => "a text, list or object that is not empty",
    problem: needsNothing,
    judge: (value) => ofSize(value, (size) => size > 0),
    isOfLists: true,
  },
  length: {
    describe: (expected) => `a length of ${describeMatcher(expected)}`,
    problem: needsLength,
    judge: (value, expected, context) => ofSize(value, (size) => context.matches({ exists: true, value: size }, expected).ok),
    nested: (expected) => [expected],
    isOfLists: true,
  },
  keys: {
    describe: (expected) => `an object with exactly the keys ${describeValue(expected)}`,
    problem: (expected) =>
      Array.isArray(expected) && expected.every((key) => typeof key === "string") ? undefined : invalid(`expected a list of keys as \`expected\`, got ${describeValue(expected)}`),
    judge: hasExactlyKeys,
  },
  sorted_by: {
    describe: (expected) => {
      const { key, order } = sortingOf(expected);
      return `a list sorted ${key === undefined ? "" : `by ${key} `}${order === "desc" ? "descending" : "ascending"}`;
    },
    problem: needsSorting,
    judge: isSorted,
    isOfLists: true,
  },
} satisfies Record<string, Operator>;

/** True when a value has a JSON type, integers apart from other numbers. */
export function isOfType(value: unknown, type: TypeName): boolean {
  return type === "integer" ? isNumeric(value) && isIntegral(value) : jsonTypeOf(value) === type;
}

/** What is wrong with a type name or a list of them. */
export function typeProblem(expected: unknown): string | undefined {
  const names: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  const unknown = names.find((name) => !(TYPE_NAMES as readonly unknown[]).includes(name));
  if (names.length > 0 && unknown === undefined) return undefined;
  return `expected one or more of ${TYPE_NAMES.join(", ")}, got ${describeValue(names.length === 0 ? expected : unknown)}`;
}

/** A type name or a list of them, as a list. */
export function typesIn(expected: unknown): readonly TypeName[] {
  return (Array.isArray(expected) ? expected : [expected]) as readonly TypeName[];
}

function needsTypes(expected: unknown): ExpectationProblem | undefined {
  if (expected === undefined) return vacuous("there is no type in `expected`; name one");
  const problem = typeProblem(expected);
  if (problem !== undefined) return invalid(problem);
  const named = new Set<TypeName>(typesIn(expected));
  if (named.has("number")) named.add("integer");
  return named.size === TYPE_NAMES.length ? vacuous("every value has one of these types; leave some out") : undefined;
}

function needsNothing(expected: unknown): ExpectationProblem | undefined {
  return expected === undefined || expected === true
    ? undefined
    : invalid(`expected no \`expected\` beside this operator, got ${describeValue(expected)}; use another operator to compare`);
}

/** The length of RFC 9535: characters, elements, members. */
function ofSize(value: unknown, holds: (size: number) => boolean): Ruling {
  if (typeof value === "string") return holds([...value].length);
  if (Array.isArray(value)) return holds(value.length);
  return isJsonObject(value) ? holds(Object.keys(value).length) : "type-mismatch";
}

function needsLength(expected: unknown): ExpectationProblem | undefined {
  if (expected === undefined) return vacuous("there is no length in `expected`; give a number or a matcher");
  const { operator, expected: bound } = matcherForm(expected);
  if (!isNumeric(bound)) return isMatcherForm(expected) ? undefined : invalid(`expected a number or a matcher as \`expected\`, got ${describeValue(expected)}`);
  const isAlways = isBelowZero(bound) ? ["gt", "gte", "not_equals"].includes(operator) : operator === "gte" && compareNumbers(bound, 0) === 0;
  return isAlways ? vacuous(`every length is ${operator} ${String(bound)}; ask for more`) : undefined;
}

function isBelowZero(number: Numeric): boolean {
  return compareNumbers(number, 0) === -1;
}

function describeMatcher(expected: unknown): string {
  const { operator, expected: operand } = matcherForm(expected);
  return operator === "equals" ? describeValue(operand) : `${operator} ${describeValue(operand)}`;
}

function hasExactlyKeys(value: unknown, expected: unknown): Ruling {
  if (!isJsonObject(value)) return "type-mismatch";
  const wanted = new Set(Array.isArray(expected) ? expected : []);
  const keys = Object.keys(value);
  return keys.length === wanted.size && keys.every((key) => wanted.has(key));
}

interface Sorting {
  readonly key?: string;
  readonly order?: "asc" | "desc";
}

/** A key alone, `{key?, order?}`, or nothing for a list of values in ascending order. */
function sortingOf(expected: unknown): Sorting {
  return typeof expected === "string" ? { key: expected } : isJsonObject(expected) ? expected : {};
}

function needsSorting(expected: unknown): ExpectationProblem | undefined {
  if (isData(expected)) return invalid(`expected {key, order} that is written in the document, got data: ${describeValue(expected)}`);
  if (expected !== undefined && typeof expected !== "string" && !isJsonObject(expected)) {
    return invalid(`expected {key, order} as \`expected\`, got ${describeValue(expected)}`);
  }
  const { key, order, ...others } = sortingOf(expected) as Record<string, unknown>;
  if (Object.keys(others).length > 0) return invalid(`expected nothing but key and order, got ${Object.keys(others).join(", ")}`);
  if (order !== undefined && order !== "asc" && order !== "desc") return invalid(`expected the order "asc" or "desc", got ${describeValue(order)}`);
  const problem = key === undefined ? undefined : typeof key === "string" ? pathProblem(key) : `expected a path as key, got ${describeValue(key)}`;
  return problem === undefined ? undefined : invalid(problem);
}

function isSorted(value: unknown, expected: unknown): Ruling {
  if (!Array.isArray(value)) return "type-mismatch";
  if (value.length < 2) return { code: "too-few-elements", why: `a list of ${value.length} has no order; at least 2 elements are needed` };
  const { key, order } = sortingOf(expected);
  const keys = key === undefined ? value : value.map((element) => selectPath(element, key).values[0]);
  const missing = keys.findIndex((item) => item === undefined);
  if (missing >= 0) return { code: "missing-value", why: `element ${missing} has no ${key ?? "value"}` };
  return isAscending(order === "desc" ? keys.toReversed() : keys) ?? "type-mismatch";
}
