import type { z } from "zod";
import { ExactNumber, isNumeric } from "../../model/exact-number.js";
import { pointerTo } from "../../model/json-pointer.js";
import { schemaProblems, type SchemaProblem } from "../../model/schema-problems.js";
import { didYouMean, suggester } from "../../model/suggest.js";
import { isCommentKey } from "../../primitives/common-keys.js";
import { derivedDefault } from "../derived-defaults.js";
import { mended, replacedWord } from "../fixes.js";
import { documentSchema, envelopeSchema, LEAST_SCORE, MAX_SCORE, methodSchema, nodeSchema } from "../document-schema.js";
import type { Finding, Rule } from "../rule.js";

/** Everything in which a document differs from the format, but for the inputs of its steps. */
export const structure: Rule = {
  code: "wrong-type",
  severity: "error",
  alsoReports: ["unknown-key", "missing-key", "wrong-value", "unknown-method", "max-score", "empty-chain"],
  check({ document, isNative }, report) {
    for (const problem of schemaProblems(documentSchema, issuesOf(document), document)) for (const finding of findingOf(problem, document, isNative)) report(finding);
  },
};

function issuesOf(document: unknown): z.core.$ZodIssue[] {
  const envelope = envelopeSchema.safeParse(document);
  const issues = envelope.error?.issues ?? [];
  const { nodes } = (envelope.data ?? document ?? {}) as { readonly nodes?: unknown };
  if (!Array.isArray(nodes)) return issues;
  (nodes as readonly unknown[]).forEach((node, index) => {
    const { error } = nodeSchema.safeParse(node);
    for (const issue of error?.issues ?? []) issues.push({ ...issue, path: ["nodes", index, ...issue.path] });
  });
  return issues;
}

const suggestMethod = suggester(methodSchema.options);

function findingOf(problem: SchemaProblem, document: unknown, isNative: boolean): Finding[] {
  const last = problem.path.at(-1);
  const isOfScoring = problem.path.at(-2) === "scoring";
  if (problem.code === "unknown-key" && typeof last === "string" && isCommentKey(last)) return [];
  const hint = problem.hint ?? quotingHint(problem, document);
  const number = problem.code === "wrong-type" ? valueAt(document, problem.path) : undefined;
  const message = number instanceof ExactNumber ? problem.message.replace("expected a number, got", "expected a number that a double holds exactly (at most 15 digits, below 1e308), got") : problem.message;
  const finding: Finding = { path: pointerTo(problem.path), message, ...(hint !== undefined && { hint }) };
  if (isOfScoring && last === "maxScore") {
    const value = valueAt(document, problem.path);
    const isZero = value === 0;
    const ranged = value instanceof ExactNumber ? problem.message.replace(/expected a number, got .*$/s, `expected a number from ${LEAST_SCORE.toFixed(6)} to ${MAX_SCORE.toLocaleString("en")} of at most 15 digits, got ${value.text}`) : problem.message;
    return [{ ...finding, message: ranged, code: "max-score", severity: isZero && !isNative ? "warning" : "error" }];
  }
  if (isOfScoring && last === "method" && problem.code !== "missing-key") {
    const method = valueAt(document, problem.path);
    return [{ ...finding, code: "unknown-method", ...meantMethod(finding.path, method) }];
  }
  if (last === "primitive_chain" && problem.code === "wrong-value") return [{ ...finding, code: "empty-chain" }];
  return [{ ...finding, code: problem.code, ...(problem.code === "missing-key" ? derivedDefault(finding.path, problem.path, document) : mended(finding.path, problem, document)) }];
}

/** A text that looks like a number or a truth value is one, unless it is quoted. */
function quotingHint({ path, message }: SchemaProblem, document: unknown): string | undefined {
  const value = message.includes("expected a string") ? valueAt(document, path) : undefined;
  return isNumeric(value) || typeof value === "boolean" ? "put it in quotes, as it is to be read" : undefined;
}

function meantMethod(path: string, method: unknown): Pick<Finding, "hint" | "fix"> {
  if (typeof method !== "string") return {};
  const meant = suggestMethod(method);
  return { ...didYouMean(meant), ...replacedWord(path, method, meant) };
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<string | number, unknown>)[key], value);
}
