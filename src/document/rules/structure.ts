import { pointerTo } from "../../model/json-pointer.js";
import { schemaProblems, type SchemaProblem } from "../../model/schema-problems.js";
import { didYouMean, suggester } from "../../model/suggest.js";
import { isCommentKey } from "../../primitives/common-keys.js";
import { mended, replacedWord } from "../fixes.js";
import { documentSchema, methodSchema } from "../document-schema.js";
import type { Finding, Rule } from "../rule.js";

/** Everything in which a document differs from the format, but for the inputs of its steps. */
export const structure: Rule = {
  code: "wrong-type",
  severity: "error",
  alsoReports: ["unknown-key", "missing-key", "wrong-value", "unknown-method", "max-score", "empty-chain"],
  check({ document, isNative }, report) {
    const parsed = documentSchema.safeParse(document);
    if (parsed.success) return;
    for (const problem of schemaProblems(documentSchema, parsed.error.issues, document)) for (const finding of findingOf(problem, document, isNative)) report(finding);
  },
};

const suggestMethod = suggester(methodSchema.options);

function findingOf(problem: SchemaProblem, document: unknown, isNative: boolean): Finding[] {
  const last = problem.path.at(-1);
  const isOfScoring = problem.path.at(-2) === "scoring";
  if (problem.code === "unknown-key" && typeof last === "string" && isCommentKey(last)) return [];
  const finding: Finding = { path: pointerTo(problem.path), message: problem.message, ...(problem.hint !== undefined && { hint: problem.hint }) };
  if (isOfScoring && last === "maxScore") {
    const isZero = valueAt(document, problem.path) === 0;
    return [{ ...finding, code: "max-score", severity: isZero && !isNative ? "warning" : "error" }];
  }
  if (isOfScoring && last === "method" && problem.code !== "missing-key") {
    const method = valueAt(document, problem.path);
    return [{ ...finding, code: "unknown-method", ...meantMethod(finding.path, method) }];
  }
  if (last === "primitive_chain" && problem.code === "wrong-value") return [{ ...finding, code: "empty-chain" }];
  return [{ ...finding, code: problem.code, ...mended(finding.path, problem, document) }];
}

function meantMethod(path: string, method: unknown): Pick<Finding, "hint" | "fix"> {
  if (typeof method !== "string") return {};
  const meant = suggestMethod(method);
  return { ...didYouMean(meant), ...replacedWord(path, method, meant) };
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<string | number, unknown>)[key], value);
}
