import { defined } from "../model/defined.js";
import type { AssertionSource, Subject } from "./assertion-subject.js";
import { findMember } from "./containment-operators.js";
import type { Judgement, OperatorOptions } from "./operator.js";
import { applyOperator, contextOf, operatorNamed } from "./operators.js";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.js";

/** Over which of several values an operator must hold. `none` needs values that it was tried on. */
export const EACH = ["all", "any", "none"] as const;
export type Each = (typeof EACH)[number];

/** How an assertion compares. */
export interface Comparison {
  readonly operator: string;
  readonly expected: unknown;
  readonly each: Each | undefined;
  readonly isOptional: boolean;
  readonly options: OperatorOptions;
}

/** What an assertion came to. Unjudged: it is optional and nothing is there. */
export interface AssertionJudgement extends Judgement {
  readonly isJudged: boolean;
  /** The value that was looked at; of several, the list. */
  readonly actual?: unknown;
  /** Of a passed assertion: the value to capture. */
  readonly captured?: { readonly value: unknown };
}

/** The options under which a source's values are compared. */
export function optionsFor({ document, now, areStringsNumeric }: AssertionSource, { tolerance, isLoose }: Pick<OperatorOptions, "tolerance" | "isLoose">): OperatorOptions {
  return defined({ tolerance, isLoose, now, areStringsNumeric, document: document.ok ? document : undefined });
}

/**
 * Judges an assertion that may look in several places. A positive one must hold in one of them; a negative one in every
 * place where there is something, and there must be such a place; `not_exists` means that nothing is in any.
 */
export function judgeSubjects(subjects: readonly Subject[], comparison: Comparison): AssertionJudgement {
  const isNothing = subjects.every(({ selection }) => selection.values.length === 0);
  if (comparison.isOptional && isNothing) return { ok: false, isJudged: false, message: "nothing is there; not judged" };
  const judgements = subjects.map((subject) => judgeSubject(subject, comparison));
  const present = judgements.filter((_judgement, index) => (subjects[index]?.selection.values.length ?? 0) > 0);
  const isNegative = comparison.each === "none" || operatorNamed(comparison.operator)?.isNegative === true;
  const looked = isNegative && present.length > 0 ? present : judgements;
  const mustAll = isNegative || comparison.operator === "not_exists";
  const failed = (present.length > 0 ? present : judgements).find(({ ok }) => !ok);
  const passed = looked.find(({ ok }) => ok);
  return (mustAll ? (failed ?? passed) : (passed ?? failed)) ?? NO_SUBJECT;
}

const NO_SUBJECT: AssertionJudgement = { ok: false, isJudged: true, code: "missing-value", message: "expected a place to look at, got none" };

function judgeSubject({ label, selection }: Subject, comparison: Comparison): AssertionJudgement {
  const { operator, expected, each, options, isOptional } = comparison;
  const { values, isSingular, isReached, gaps } = selection;
  const [first] = values;
  const value = isSingular ? first : values;
  const isThere = values.length > 0;
  const finish = ({ ok, code, message }: Judgement, captured: unknown = value): AssertionJudgement =>
    defined({
      ok,
      code,
      message: ok ? "" : `${label}: ${message}`,
      isJudged: true,
      actual: isThere ? value : undefined,
      captured: ok && isThere ? { value: captured } : undefined,
    });
  const apply = (actual: unknown): Judgement => applyOperator(operator, { exists: true, value: actual }, expected, options);
  const missing = (): AssertionJudgement => finish(applyOperator(operator, { exists: false }, expected, options));

  const gapped: Judgement | undefined =
    gaps > 0 && !isOptional && (each === undefined || each === "all")
      ? { ok: false, code: "missing-value", message: `expected a value in each element, got none in ${gaps} of them` }
      : undefined;
  if (operator === "exists" || operator === "not_exists") {
    if (each === "none") return finish({ ok: false, code: "invalid-expected", message: `${operator} can not be asked of none; use ${operator === "exists" ? "not_exists" : "exists"}` });
    const judgement = applyOperator(operator, values.length === 0 ? { exists: false } : { exists: true, value }, expected, options);
    return finish(judgement.ok && operator === "exists" ? (gapped ?? judgement) : judgement);
  }
  if (each === undefined && isSingular) return values.length === 0 ? missing() : finish(apply(first), memberOf(first, comparison));
  const isOfLists = operatorNamed(operator)?.isOfLists === true;
  if (each === undefined && isOfLists) {
    const isMissing = !isReached || (values.length === 0 && operatorNamed(operator)?.isNegative === true);
    return isMissing ? missing() : finish(apply(values), memberOf(values, comparison));
  }
  if (isSingular && values.length === 0) return missing();
  if (isSingular && !Array.isArray(first)) return finish({ ok: false, code: "type-mismatch", message: `expected a list for each: ${each ?? "all"}, got no list` });
  const elements: readonly unknown[] = isSingular ? (first as unknown[]) : values;
  if (elements.length === 0) return finish({ ok: false, code: "missing-value", message: "expected at least one value, got none" });
  if (gapped !== undefined) return finish(gapped);
  try {
    return withTimeLimit(EACH_LIMIT_MS, () => judgeEach(elements, each ?? "all", apply, finish));
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    return finish({ ok: false, code: operator.endsWith("regex") ? "regex-timeout" : "time-out", message: `expected ${elements.length} values to be judged within ${EACH_LIMIT_MS} ms` });
  }
}

const EACH_LIMIT_MS = 5_000;

function judgeEach(
  elements: readonly unknown[],
  each: Each,
  apply: (value: unknown) => Judgement,
  finish: (judgement: Judgement, captured?: unknown) => AssertionJudgement,
): AssertionJudgement {
  let firstFailure: Judgement | undefined;
  for (const [index, element] of elements.entries()) {
    const judgement = apply(element);
    if (each === "any" && judgement.ok) return finish(judgement, element);
    if (each === "none" && judgement.ok) return finish({ ok: false, code: "unexpected-value", message: `expected this of no element, but element ${index} meets it` });
    if (each === "none" && judgement.code !== "not-equal") return finish(judgement);
    if (!judgement.ok) firstFailure ??= { ...judgement, message: `element ${index}: ${judgement.message}` };
    if (each === "all" && firstFailure !== undefined) return finish(firstFailure);
  }
  return finish(each === "any" && firstFailure !== undefined ? firstFailure : { ok: true, message: "" });
}

/** `contains` on a list captures the member that it found. */
function memberOf(value: unknown, { operator, expected, options }: Comparison): unknown {
  if (operator !== "contains" || !Array.isArray(value)) return value;
  return findMember(value, expected, contextOf(options))?.member ?? value;
}
