import { describeValue } from "../model/describe-value.js";
import { writeJson } from "../model/json.js";
import { isJsonObject, jsonEqual } from "./equality.js";
import { invalid, vacuous, type ExpectationProblem, type Operator, type OperatorContext, type Ruling } from "./operator.js";
import { isMatcherForm } from "./matcher-form.js";
import { isSuperset } from "./superset.js";

/** Operators that look for something within a text, a list or an object. */
export const containmentOperators = {
  contains: {
    describe: (expected) => `something that contains ${describeValue(expected)}`,
    problem: needsContent,
    judge: contains,
    isOfLists: true,
  },
  not_contains: {
    describe: (expected) => `something without ${describeValue(expected)}`,
    problem: (expected) => (needsContent(expected) === undefined ? undefined : invalid(`expected something to look for as \`expected\`, got ${describeValue(expected)}`)),
    judge: (value, expected, context) => not(contains(value, expected, context)),
    isOfLists: true,
    isNegative: true,
  },
  contains_any: {
    describe: (expected) => `something that contains one of ${describeValue(expected)}`,
    problem: (expected) => eachContent(expected, (problems) => problems.find((problem) => problem !== undefined)) ?? ifEmpty(expected, invalid("expected what to look for, got an empty list; nothing contains one of it")),
    judge: (value, expected, context) => over(expected, value, context, (rulings) => rulings.includes(true)),
    isOfLists: true,
  },
  contains_all: {
    describe: (expected) => `something that contains all of ${describeValue(expected)}`,
    problem: (expected) => eachContent(expected, (problems) => (problems.every((problem) => problem !== undefined) ? problems[0] : undefined)) ?? ifEmpty(expected, vacuous("expected what to look for, got an empty list; everything contains all of it")),
    judge: (value, expected, context) => over(expected, value, context, (rulings) => rulings.every((ruling) => ruling === true)),
    isOfLists: true,
  },
  matches_object: {
    describe: (expected) => `an object with ${describeValue(expected)}`,
    problem: needsMembers,
    judge: (value, expected, context) => (isJsonObject(value) ? isSuperset(value, expected, context) : "type-mismatch"),
  },
} satisfies Record<string, Operator>;

/** The member of a list that `contains` finds; an object is found in a list of objects that hold more than it. */
export function findMember(list: readonly unknown[], expected: unknown, context: OperatorContext): { readonly member: unknown } | undefined {
  const index = list.findIndex((member) => (isJsonObject(expected) ? isSuperset(member, expected, context) : jsonEqual(member, expected, context)));
  return index < 0 ? undefined : { member: list[index] };
}

function contains(value: unknown, expected: unknown, context: OperatorContext): Ruling {
  if (typeof value === "string") return typeof expected === "string" ? value.includes(expected) : "type-mismatch";
  if (Array.isArray(value)) return findMember(value, expected, context) !== undefined || isInText(value, expected, context);
  if (!isJsonObject(value)) return "type-mismatch";
  if (typeof expected === "string") return Object.hasOwn(value, expected) || isInText(value, expected, context);
  return isJsonObject(expected) ? isSuperset(value, expected, context) : "type-mismatch";
}

function isInText(value: unknown, expected: unknown, { isLoose }: OperatorContext): boolean {
  return isLoose === true && typeof expected === "string" && (writeJson(value) ?? "").includes(expected);
}

function not(ruling: Ruling): Ruling {
  return typeof ruling === "boolean" ? !ruling : ruling;
}

function over(expected: unknown, value: unknown, context: OperatorContext, decide: (rulings: readonly Ruling[]) => boolean): Ruling {
  const rulings = Array.isArray(expected) ? expected.map((item) => contains(value, item, context)) : [];
  if (decide(rulings)) return true;
  return rulings.find((ruling) => typeof ruling !== "boolean") ?? false;
}

function needsContent(expected: unknown): ExpectationProblem | undefined {
  if (expected === undefined) return vacuous("there is no `expected` to look for; give one");
  if (expected === "") return vacuous('everything contains ""; say what to look for');
  return isJsonObject(expected) ? needsMembers(expected) : undefined;
}

function needsMembers(expected: unknown): ExpectationProblem | undefined {
  if (isMatcherForm(expected)) return undefined;
  if (!isJsonObject(expected)) return invalid(`expected an object as \`expected\`, got ${describeValue(expected)}`);
  return Object.keys(expected).length === 0 ? vacuous("every object holds all of an empty one; name its members") : undefined;
}

function eachContent(expected: unknown, pick: (problems: readonly (ExpectationProblem | undefined)[]) => ExpectationProblem | undefined): ExpectationProblem | undefined {
  if (!Array.isArray(expected)) return invalid(`expected a list of what to look for as \`expected\`, got ${describeValue(expected)}`);
  return pick(expected.map(needsContent));
}

function ifEmpty(expected: unknown, problem: ExpectationProblem): ExpectationProblem | undefined {
  return Array.isArray(expected) && expected.length === 0 ? problem : undefined;
}
