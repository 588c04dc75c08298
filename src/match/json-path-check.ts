import { jsonpath, type JSONPathQuery } from "json-p3";
import { toRegex, type Expression } from "./json-path-filter.js";

/**
 * What is wrong with a query by its filters: the parser lets through some that RFC 9535 does not know (`!'x'`, `!length(@)`)
 * and patterns that are none.
 */
export function filterProblem(segments: JSONPathQuery["segments"]): string | undefined {
  const filters = segments.flatMap(({ selectors }) => selectors).filter((selector) => selector instanceof FilterSelector);
  return first(filters.map(({ expression }) => () => logicalProblem(expression)));
}

function logicalProblem(expression: Expression): string | undefined {
  if (expression instanceof LogicalExpression) return logicalProblem(expression.expression);
  if (expression instanceof PrefixExpression) return logicalProblem(expression.right);
  if (expression instanceof InfixExpression) {
    const problem = expression.logical ? logicalProblem : comparableProblem;
    return problem(expression.left) ?? problem(expression.right);
  }
  if (expression instanceof FilterQuery) return filterProblem(expression.path.segments);
  if (!(expression instanceof FunctionExtension)) return `${expression.toString()} is neither a test nor a comparison`;
  if (!SEARCHES.has(expression.name)) return `${expression.toString()} must be compared`;
  const [, pattern] = expression.args;
  return first([...expression.args.map((arg) => () => comparableProblem(arg)), () => (pattern instanceof StringLiteral ? patternProblem(expression.name, pattern.value) : undefined)]);
}

function comparableProblem(expression: Expression): string | undefined {
  if (expression instanceof FilterQuery) return filterProblem(expression.path.segments) ?? (expression.path.singularQuery() ? undefined : `${expression.toString()} may be more than one value`);
  if (!(expression instanceof FunctionExtension)) return expression instanceof FilterExpressionLiteral ? undefined : `${expression.toString()} can not be compared`;
  if (SEARCHES.has(expression.name)) return `${expression.toString()} can not be compared`;
  return first(expression.args.map((arg) => () => (arg instanceof FilterQuery ? filterProblem(arg.path.segments) : comparableProblem(arg))));
}

function patternProblem(name: string, pattern: string): string | undefined {
  try {
    toRegex(name, pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The functions that are tests; the others give values. */
const SEARCHES = new Set(["match", "search"]);

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const { FilterSelector } = jsonpath.selectors;
const { FilterExpressionLiteral, FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, StringLiteral } = jsonpath.expressions;
