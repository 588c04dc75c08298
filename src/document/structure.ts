import { pointerTo } from "../model/json-pointer.js";
import { schemaProblems, type SchemaProblem } from "../model/schema-problems.js";
import { didYouMean, suggester } from "../model/suggest.js";
import { isCommentKey } from "../primitives/common-keys.js";
import { documentSchema, methodSchema } from "./document-schema.js";
import type { Finding, Severity } from "./rule.js";

/** The codes of the problems that a document's structure can have. */
export const STRUCTURE_CODES = ["unknown-key", "missing-key", "wrong-type", "wrong-value", "unknown-method", "max-score", "empty-chain"] as const;

/** A structural problem; all but a maximum of 0 in a published document are errors. */
export type StructureFinding = Finding & { readonly code: (typeof STRUCTURE_CODES)[number]; readonly severity: Severity };

/** Everything in which a document differs from the format, but for the inputs of its steps. */
export function structureFindings(document: unknown, isNative: boolean): StructureFinding[] {
  const parsed = documentSchema.safeParse(document);
  if (parsed.success) return [];
  return schemaProblems(documentSchema, parsed.error.issues, document).flatMap((problem) => findingOf(problem, document, isNative));
}

const suggestMethod = suggester(methodSchema.options);

function findingOf(problem: SchemaProblem, document: unknown, isNative: boolean): StructureFinding[] {
  const last = problem.path.at(-1);
  const isOfScoring = problem.path.at(-2) === "scoring";
  if (problem.code === "unknown-key" && typeof last === "string" && isCommentKey(last)) return [];
  const finding = { path: pointerTo(problem.path), message: problem.message, ...(problem.hint !== undefined && { hint: problem.hint }), severity: "error" as const };
  if (isOfScoring && last === "maxScore") {
    const isZero = valueAt(document, problem.path) === 0;
    return [{ ...finding, code: "max-score", severity: isZero && !isNative ? "warning" : "error" }];
  }
  if (isOfScoring && last === "method" && problem.code !== "missing-key") {
    const method = valueAt(document, problem.path);
    return [{ ...finding, code: "unknown-method", ...didYouMean(typeof method === "string" ? suggestMethod(method) : undefined) }];
  }
  if (last === "primitive_chain" && problem.code === "wrong-value") return [{ ...finding, code: "empty-chain" }];
  return [{ ...finding, code: problem.code }];
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<string | number, unknown>)[key], value);
}
