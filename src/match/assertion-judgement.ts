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
  readonly captured?: { readonly value: unknown } | undefined;
}

/** The options under which a source's values are compared. */
export function optionsFor({ document, now, areStringsNumeric }: AssertionSource, { tolerance, isLoose }: Pick<OperatorOptions, "tolerance" | "isLoose">): OperatorOptions {
  return { tolerance, isLoose, now, areStringsNumeric, document: document.ok ? document : undefined };
}

/**
 * Judges an assertion that may look in several places. A positive one must hold in one of them; a negative one in every
 * place where there is something, and there must be such a place; `not_exists` means that nothing is in any.
 */
export function judgeSubjects(subjects: readonly Subject[], comparison: Comparison): AssertionJudgement {
  const isNothing = subjects.every(({ selection }) => selection.values.length === 0);
  if (comparison.isOptional && isNothing) return { ok: false, isJudged: false, message: "nothing is there; not judged" };
  const [only] = subjects;
  if (subjects.length === 1 && only !== undefined) return judgeSubject(only, comparison);
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

function judgeSubject(subject: Subject, comparison: Comparison): AssertionJudgement {
  const { operator, each, isOptional } = comparison;
  const { values, isSingular, isReached, gaps } = subject.selection;
  const [first] = values;
  const finish = (judgement: Judgement): AssertionJudgement => conclude(subject, judgement);

  const gapped: Judgement | undefined =
    gaps > 0 && !isOptional && (each === undefined || each === "all")
      ? { ok: false, code: "missing-value", message: `expected a value in each element, got none in ${gaps} of them` }
      : undefined;
  if (operator === "exists" || operator === "not_exists") {
    if (each === "none") return finish({ ok: false, code: "invalid-expected", message: `${operator} can not be asked of none; use ${operator === "exists" ? "not_exists" : "exists"}` });
    const judgement = values.length === 0 ? applyToNothing(comparison) : apply(comparison, first);
    return finish(judgement.ok && operator === "exists" ? (gapped ?? judgement) : judgement);
  }
  if (each === undefined && isSingular) return values.length === 0 ? finish(applyToNothing(comparison)) : conclude(subject, apply(comparison, first), memberOf(first, comparison));
  const isOfLists = operatorNamed(operator)?.isOfLists === true;
  if (each === undefined && isOfLists) {
    const isMissing = !isReached || (values.length === 0 && operatorNamed(operator)?.isNegative === true);
    return isMissing ? finish(applyToNothing(comparison)) : conclude(subject, apply(comparison, values), memberOf(values, comparison));
  }
  if (isSingular && values.length === 0) return finish(applyToNothing(comparison));
  if (isSingular && !Array.isArray(first)) return finish({ ok: false, code: "type-mismatch", message: `expected a list for each: ${each ?? "all"}, got no list` });
  const elements: readonly unknown[] = isSingular ? (first as unknown[]) : values;
  if (elements.length === 0) return finish({ ok: false, code: "missing-value", message: "expected at least one value, got none" });
  if (gapped !== undefined) return finish(gapped);
  try {
    return withTimeLimit(EACH_LIMIT_MS, () => judgeEach(subject, elements, comparison));
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    return finish({ ok: false, code: operator.endsWith("regex") ? "regex-timeout" : "time-out", message: `expected ${elements.length} values to be judged within ${EACH_LIMIT_MS} ms` });
  }
}

function apply({ operator, expected, options }: Comparison, value: unknown): Judgement {
  return applyOperator(operator, { exists: true, value }, expected, options);
}

function applyToNothing({ operator, expected, options }: Comparison): Judgement {
  return applyOperator(operator, { exists: false }, expected, options);
}

/** What a judgement says about a place; captured is what was looked at unless another value is given. */
function conclude({ label, selection: { values, isSingular } }: Subject, { ok, code, message }: Judgement, captured?: unknown): AssertionJudgement {
  const isThere = values.length > 0;
  const value = isSingular ? values[0] : values;
  return {
    ok,
    code,
    message: ok ? "" : `${label}: ${message}`,
    isJudged: true,
    actual: isThere ? value : undefined,
    captured: ok && isThere ? { value: captured === undefined ? value : captured } : undefined,
  };
}

const EACH_LIMIT_MS = 5_000;

function judgeEach(subject: Subject, elements: readonly unknown[], comparison: Comparison): AssertionJudgement {
  const each = comparison.each ?? "all";
  let firstFailure: Judgement | undefined;
  for (const [index, element] of elements.entries()) {
    const judgement = apply(comparison, element);
    if (each === "any" && judgement.ok) return conclude(subject, judgement, element);
    if (each === "none" && judgement.ok) return conclude(subject, { ok: false, code: "unexpected-value", message: `expected this of no element, but element ${index} meets it` });
    if (each === "none" && judgement.code !== "not-equal") return conclude(subject, judgement);
    if (!judgement.ok) firstFailure ??= { ...judgement, message: `element ${index}: ${judgement.message}` };
    if (each === "all" && firstFailure !== undefined) return conclude(subject, firstFailure);
  }
  return conclude(subject, each === "any" && firstFailure !== undefined ? firstFailure : { ok: true, message: "" });
}

/** `contains` on a list captures the member that it found. */
function memberOf(value: unknown, { operator, expected, options }: Comparison): unknown {
  if (operator !== "contains" || !Array.isArray(value)) return value;
  return findMember(value, expected, contextOf(options))?.member ?? value;
}
