import { describeValue } from "../model/describe-value.js";
import { didYouMean, suggester } from "../model/suggest.js";
import { comparisonOperators } from "./comparison-operators.js";
import { containmentOperators } from "./containment-operators.js";
import { isLarge } from "./large.js";
import { matcherForm, type MatcherForm } from "./matcher-form.js";
import { invalid, type ExpectationProblem, type Found, type Judgement, type Operator, type OperatorContext, type OperatorOptions, type Ruling } from "./operator.js";
import { shapeOperators } from "./shape-operators.js";
import { textOperators } from "./text-operators.js";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.js";

const byName = { ...comparisonOperators, ...containmentOperators, ...shapeOperators, ...textOperators };

export type OperatorName = "exists" | "not_exists" | keyof typeof byName;

/** The operators of value matchers and of json_value_assert. */
export const OPERATORS = ["exists", "not_exists", ...Object.keys(byName)] as [OperatorName, ...OperatorName[]];

/** The operator of this name; `exists` and `not_exists`, which need no value, are none of them. */
export function operatorNamed(name: string): Operator | undefined {
  return Object.hasOwn(byName, name) ? byName[name as keyof typeof byName] : undefined;
}

/**
 * Applies an operator to a value or to the absence of one. Only `not_exists` holds where there is no value. Never throws for
 * a wrong type (`type-mismatch`); a `StepFailure` comes only from a bad path or pattern and from their time limits.
 */
export function applyOperator(name: string, actual: Found, expected: unknown, options: OperatorOptions = {}): Judgement {
  if (name === "exists") return actual.exists ? MET : unmet("missing-value", "expected a value, got nothing");
  if (name === "not_exists") return actual.exists ? unmet("unexpected-value", `expected nothing, got ${describeValue(actual.value)}`) : MET;
  const operator = operatorNamed(name);
  if (operator === undefined) return unmet("unknown-operator", unknownOperator(name));
  if (!actual.exists) return unmet("missing-value", `expected ${operator.describe(expected)}, got nothing`);
  const problem = operator.problem(expected);
  if (problem?.code === "invalid-expected") return unmet(problem.code, problem.message);
  const judge = (): Ruling => operator.judge(actual.value, expected, contextOf(options));
  try {
    const ruling = isLarge(actual.value) || isLarge(expected) ? withTimeLimit(OPERATOR_LIMIT_MS, judge) : judge();
    return ruling === true ? MET : explain(operator.describe(expected), actual.value, ruling);
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    return unmet(name.endsWith("regex") ? "regex-timeout" : "time-out", `expected ${name} to be judged within ${OPERATOR_LIMIT_MS} ms, which took longer; compare less at once`);
  }
}

/** For large operands: lists are searched in lists, which takes time by the product of their lengths. */
const OPERATOR_LIMIT_MS = 2_000;

/** What is wrong with the operand of an operator, so that it accepts everything (`vacuous`) or nothing (`invalid-expected`). */
export function expectationProblem({ operator: name, expected }: MatcherForm): ExpectationProblem | undefined {
  if (name === "exists" || name === "not_exists") {
    return expected === undefined || expected === true ? undefined : invalid(`expected no \`expected\` beside ${name}, got ${describeValue(expected)}`);
  }
  const operator = operatorNamed(name);
  if (operator === undefined) return invalid(unknownOperator(name));
  const problem = operator.problem(expected);
  if (problem !== undefined) return problem;
  return operator.nested?.(expected).map((matcher) => expectationProblem(matcherForm(matcher))).find((nested) => nested !== undefined);
}

/** How operators judge what is nested in their operands. */
export function contextOf(options: OperatorOptions): OperatorContext {
  return new Context(options);
}

/** Judges a value by a literal or a matcher. */
export function applyMatcher(found: Found, matcher: unknown, options: OperatorOptions = {}): Judgement {
  const { operator, expected, tolerance } = matcherForm(matcher);
  return applyOperator(operator, found, expected, { ...options, tolerance });
}

/** A class, since one is made for every assertion. */
class Context implements OperatorContext {
  readonly areStringsNumeric: boolean;
  readonly tolerance: number | undefined;
  readonly now: number | undefined;
  readonly document: OperatorOptions["document"];
  readonly isLoose: boolean;

  constructor({ areStringsNumeric = false, tolerance, now, document, isLoose = false }: OperatorOptions) {
    this.areStringsNumeric = areStringsNumeric;
    this.tolerance = tolerance;
    this.now = now;
    this.document = document;
    this.isLoose = isLoose;
  }

  matches(found: Found, matcher: unknown): Judgement {
    return applyMatcher(found, matcher, this);
  }
}

const MET: Judgement = { ok: true, message: "" };

function unmet(code: string, message: string): Judgement {
  return { ok: false, code, message };
}

function explain(expectation: string, value: unknown, ruling: Exclude<Ruling, true>): Judgement {
  const message = `expected ${expectation}, got ${describeValue(value)}`;
  if (ruling === false) return unmet("not-equal", message);
  if (ruling === "type-mismatch") return unmet(ruling, `${message}, which is of another type`);
  return unmet(ruling.code, `${message}: ${ruling.why}`);
}

function unknownOperator(name: string): string {
  const { hint } = didYouMean(suggester(OPERATORS)(name));
  return `expected an operator such as equals or not_null, got ${JSON.stringify(name)}${hint === undefined ? "" : `; ${hint}`}`;
}
