import { describeValue } from "../model/describe-value.js";
import { isNumeric } from "../model/exact-number.js";
import { jsonEqual } from "./equality.js";
import { pathProblem, selectPath } from "./json-path.js";
import { invalid, vacuous, type ExpectationProblem, type Operator, type OperatorContext, type Ruling } from "./operator.js";
import { compareOrdered } from "./ordering.js";

/** Operators that hold a value against another one. */
export const comparisonOperators = {
  equals: {
    describe: describeValue,
    problem: needsExpected,
    judge: jsonEqual,
  },
  not_equals: {
    describe: (expected) => `a value other than ${describeValue(expected)}`,
    problem: needsExpected,
    judge: (value, expected, context) => !jsonEqual(value, expected, context),
    isNegative: true,
  },
  in: {
    describe: (expected) => `one of ${describeValue(expected)}`,
    problem: (expected) => needsList(expected, invalid("expected the accepted values, got an empty list; nothing is in it")),
    judge: isIn,
  },
  not_in: {
    describe: (expected) => `none of ${describeValue(expected)}`,
    problem: (expected) => needsList(expected, vacuous("expected the refused values, got an empty list; every value is outside of it")),
    judge: (value, expected, context) => !isIn(value, expected, context),
    isNegative: true,
  },
  gt: ordered("more than", (order) => order > 0),
  gte: ordered("at least", (order) => order >= 0),
  lt: ordered("less than", (order) => order < 0),
  lte: ordered("at most", (order) => order <= 0),
  equals_path: {
    describe: (expected) => `the value at ${String(expected)}`,
    problem(expected) {
      const problem = typeof expected === "string" ? pathProblem(expected) : "expected a JSON path as `expected`";
      return problem === undefined ? undefined : invalid(problem);
    },
    judge: equalsPath,
  },
} satisfies Record<string, Operator>;

function needsExpected(expected: unknown): ExpectationProblem | undefined {
  return expected === undefined ? vacuous("there is no `expected` to compare with; give one") : undefined;
}

function needsList(expected: unknown, ifEmpty: ExpectationProblem): ExpectationProblem | undefined {
  if (!Array.isArray(expected)) return invalid(`expected a list of values as \`expected\`, got ${describeValue(expected)}`);
  return expected.length === 0 ? ifEmpty : undefined;
}

function isIn(value: unknown, expected: unknown, context: OperatorContext): boolean {
  return Array.isArray(expected) && expected.some((item) => jsonEqual(value, item, context));
}

function ordered(words: string, holds: (order: -1 | 0 | 1) => boolean): Operator {
  return {
    describe: (expected) => `${words} ${describeValue(expected)}`,
    problem: (expected) =>
      isNumeric(expected) || typeof expected === "string" ? undefined : invalid(`expected a number or a text as \`expected\`, got ${describeValue(expected)}`),
    judge(value, expected, context) {
      const order = compareOrdered(value, expected, context);
      return order === undefined ? "type-mismatch" : holds(order);
    },
  };
}

function equalsPath(value: unknown, expected: unknown, context: OperatorContext): Ruling {
  if (context.document === undefined) return { code: "invalid-expected", why: "there is no document to select from" };
  const { values, isSingular } = selectPath(context.document.value, String(expected));
  if (values.length === 0) return { code: "missing-value", why: "nothing is there" };
  const other = isSingular ? values[0] : values;
  return jsonEqual(value, other, context) || { code: "not-equal", why: `${describeValue(other)} is there` };
}
