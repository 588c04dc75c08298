import { isNumeric } from "../model/exact-number.js";
import { eachString, placeholdersOf } from "../model/placeholder-syntax.js";
import type { InputFinding } from "../primitives/define.js";
import { isData } from "../model/literal-data.js";
import { pathProblem } from "./json-path.js";
import { isMatcherForm } from "./matcher-form.js";
import { expectationProblem, OPERATORS } from "./operators.js";

/** An assertion as it is written. */
export interface WrittenAssertion {
  readonly path?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly header?: string | undefined;
  readonly part?: string | undefined;
  readonly operator?: string | undefined;
  readonly expected?: unknown;
  readonly tolerance?: number | undefined;
  readonly each?: string | undefined;
  readonly capture_as?: unknown;
  readonly optional?: boolean | undefined;
  readonly key?: unknown;
  readonly order?: unknown;
  readonly claims?: unknown;
  readonly loose?: boolean | undefined;
}

/** An operator and its operand, as they are applied. */
interface Applied {
  readonly operator: string;
  readonly expected: unknown;
}

/**
 * What is wrong with one assertion: `vacuous` when nothing could fail it, `invalid-expected` when nothing could meet it,
 * `unread-key` for a key that its operator does not read, `invalid-path`. An operand that holds a placeholder is not looked at.
 */
export function assertionProblems(assertion: WrittenAssertion, applied: Applied): InputFinding[] {
  return [...pathProblems(assertion), ...expectationProblems(assertion, applied), ...existenceProblems(assertion, applied), ...unreadKeys(assertion, applied)];
}

function* pathProblems({ path, paths = [] }: WrittenAssertion): Generator<InputFinding> {
  for (const text of path === undefined ? paths : [path, ...paths]) {
    const problem = holdsPlaceholder(text) ? undefined : pathProblem(text);
    if (problem !== undefined) yield { code: "invalid-path", message: problem };
  }
}

function* expectationProblems(assertion: WrittenAssertion, { operator, expected }: Applied): Generator<InputFinding> {
  if (assertion.operator === undefined && expected === undefined) {
    if (assertion.capture_as === undefined) yield { code: "vacuous", message: "it only says where to look; add an operator or `expected`" };
    return;
  }
  if (operator === "equals_path" && expected === assertion.path) yield { code: "vacuous", message: "every value equals itself; compare with another path" };
  const matcher = matcherWithin(operator, expected);
  if (matcher !== undefined) {
    const message = `${operator}: expected a literal, got a matcher, which would be compared as it stands; write \`operator: ${matcher}\` and its \`expected\` into the assertion itself`;
    yield { code: "invalid-expected", message, path: ["expected"] };
    return;
  }
  const problem = holdsPlaceholder(expected) ? undefined : expectationProblem({ operator, expected });
  if (problem !== undefined) yield { ...problem, message: `${operator}: ${problem.message}`, path: ["expected"] };
}

/** The operator of a matcher in the place of a literal: who writes one there expects it to be applied. */
function matcherWithin(operator: string, expected: unknown): string | undefined {
  if (!LITERAL_OPERATORS.has(operator) || isData(expected)) return undefined;
  const literals: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  return literals.filter(isMatcherForm).find((matcher) => KNOWN_OPERATORS.has(matcher.operator))?.operator;
}

/** Those that compare with literals alone. */
const LITERAL_OPERATORS: ReadonlySet<string> = new Set(["equals", "not_equals", "in", "not_in"]);
const KNOWN_OPERATORS: ReadonlySet<string> = new Set(OPERATORS);

function* existenceProblems({ path, part, optional, capture_as: variable, each }: WrittenAssertion, { operator }: Applied): Generator<InputFinding> {
  if (operator !== "exists" && operator !== "not_exists") return;
  if (operator === "exists" && path?.trim() === "$") {
    yield { code: "vacuous", severity: "warning", message: "every JSON document has a root; assert something within it" };
  }
  const isBoth = optional === true;
  if (operator === "exists" && (isBoth || part !== undefined)) {
    yield { code: "vacuous", message: isBoth ? "an optional value either exists or is not judged; leave one of the two out" : "a part is always there; compare it with something" };
  }
  if (operator === "not_exists" && (isBoth || part !== undefined || variable !== undefined)) {
    yield { code: "invalid-expected", message: `not_exists can never hold ${isBoth ? "for an optional value" : part !== undefined ? "for a part" : "where there is a value to capture"}` };
  }
  if (each === "any" || each === "none") yield { code: "unread-key", message: `${operator} does not read each: ${each}; use ${operator === "exists" ? "a path to one of them, or not_exists" : "it without each"}`, path: ["each"] };
}

/** Which operators read a key that stands beside `expected`. */
const READERS = {
  key: ["sorted_by", "jwt"],
  order: ["sorted_by"],
  claims: ["jwt"],
  loose: ["contains", "not_contains", "contains_any", "contains_all"],
  tolerance: ["equals", "not_equals", "in", "not_in", "equals_path"],
} as const;

function* unreadKeys(assertion: WrittenAssertion, { operator, expected }: Applied): Generator<InputFinding> {
  for (const [key, readers] of Object.entries(READERS)) {
    if (assertion[key as keyof typeof READERS] === undefined) continue;
    if (!(readers as readonly string[]).includes(operator)) yield { code: "unread-key", message: `${operator} does not read ${key}`, path: [key] };
    else if (["key", "order", "claims"].includes(key) && assertion.expected !== undefined) yield { code: "unread-key", message: `${key} stands beside an \`expected\`; write it in there`, path: [key] };
  }
  const isComparable = isNumeric(expected) || Array.isArray(expected) || operator === "equals_path" || holdsPlaceholder(expected);
  if (assertion.tolerance !== undefined && !isComparable) yield { code: "unread-key", message: "tolerance compares numbers, and `expected` is none", path: ["tolerance"] };
}

function holdsPlaceholder(value: unknown): boolean {
  let holds = false;
  eachString(value, (text) => {
    holds ||= placeholdersOf(text).length > 0;
  });
  return holds;
}
