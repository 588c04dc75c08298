import { jsonpath, type JSONPathQuery } from "json-p3";
import { compareNumbers, ExactNumber, isNumeric } from "../model/exact-number.js";
import { jsonEqual, jsonTypeOf } from "./equality.js";
import { compileRegex } from "./regex.js";

/** Answers a query within a filter: from the element that is tested (`@`), or from the document's root (`$`). */
export type Subquery = (query: JSONPathQuery, isRelative: boolean) => readonly unknown[];

/** A node of a filter, as the parser gives it. */
export type Expression = InstanceType<typeof jsonpath.expressions.FilterExpression>;

/** Whether a filter's expression holds (RFC 9535, section 2.3.5), numbers compared by their decimal values. */
export function isSelected(expression: Expression, subquery: Subquery): boolean {
  if (expression instanceof LogicalExpression) return isSelected(expression.expression, subquery);
  if (expression instanceof PrefixExpression) return !isSelected(expression.right, subquery);
  if (expression instanceof InfixExpression) {
    if (expression.operator === "&&") return isSelected(expression.left, subquery) && isSelected(expression.right, subquery);
    if (expression.operator === "||") return isSelected(expression.left, subquery) || isSelected(expression.right, subquery);
    return compares(valueOf(expression.left, subquery), expression.operator, valueOf(expression.right, subquery));
  }
  if (expression instanceof FilterQuery) return nodesOf(expression, subquery).length > 0;
  if (expression instanceof FunctionExtension) return isFound(expression, subquery);
  throw new Error(`a filter can not hold ${expression.constructor.name}`);
}

const {
  BooleanLiteral,
  FilterQuery,
  FunctionExtension,
  InfixExpression,
  LogicalExpression,
  NullLiteral,
  NumberLiteral,
  PrefixExpression,
  RelativeQuery,
  StringLiteral,
} = jsonpath.expressions;

/** The absence of a value; equal to itself alone. */
const NOTHING = Symbol("nothing");

function valueOf(expression: Expression, subquery: Subquery): unknown {
  if (expression instanceof NullLiteral) return null;
  if (expression instanceof NumberLiteral) return ExactNumber.read(expression.token.value);
  if (expression instanceof StringLiteral || expression instanceof BooleanLiteral) return expression.value;
  if (expression instanceof FilterQuery) return onlyOf(nodesOf(expression, subquery));
  if (expression instanceof FunctionExtension) return resultOf(expression, subquery);
  throw new Error(`a comparison can not hold ${expression.constructor.name}`);
}

function nodesOf(query: InstanceType<typeof FilterQuery>, subquery: Subquery): readonly unknown[] {
  return subquery(query.path, query instanceof RelativeQuery);
}

function onlyOf(nodes: readonly unknown[]): unknown {
  return nodes.length === 1 ? nodes[0] : NOTHING;
}

function isFound({ name, args }: InstanceType<typeof FunctionExtension>, subquery: Subquery): boolean {
  const [text, pattern] = args.map((arg) => valueOf(arg, subquery));
  if (typeof text !== "string" || typeof pattern !== "string") return false;
  return toRegex(name, pattern).test(text);
}

/** The pattern of `match()`, for the whole text, or of `search()`, by the mapping of RFC 9485 to ECMAScript. Throws `invalid-regex`. */
export function toRegex(name: string, pattern: string): RegExp {
  const source = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./g, (part) => (part === "." ? "[^\\n\\r]" : part));
  return compileRegex(name === "match" ? `^(?:${source})$` : source, { isUnicode: true });
}

/** `length()`, `count()` and `value()`. */
function resultOf({ name, args }: InstanceType<typeof FunctionExtension>, subquery: Subquery): unknown {
  const [argument] = args;
  if (argument === undefined) return NOTHING;
  if (name === "length") return lengthOf(valueOf(argument, subquery));
  if (!(argument instanceof FilterQuery)) return NOTHING;
  const nodes = nodesOf(argument, subquery);
  return name === "count" ? nodes.length : onlyOf(nodes);
}

function lengthOf(value: unknown): unknown {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return jsonTypeOf(value) === "object" ? Object.keys(value as object).length : NOTHING;
}

function compares(left: unknown, operator: string, right: unknown): boolean {
  switch (operator) {
    case "==":
      return isSame(left, right);
    case "!=":
      return !isSame(left, right);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isSame(left, right);
    case ">=":
      return isLess(right, left) || isSame(left, right);
    default:
      throw new Error(`a filter can not compare with ${operator}`);
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return left === NOTHING || right === NOTHING ? left === right : jsonEqual(left, right);
}

function isLess(left: unknown, right: unknown): boolean {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right) === -1;
  return typeof left === "string" && typeof right === "string" && left < right;
}
