import { z } from "zod";

/** The keys that every step accepts beside its primitive's own. A primitive that declares one of them itself owns it. */
export const commonKeys = {
  name: z.string().optional().describe("A name for reports; default: the primitive's name."),
  source: z.string().optional().describe("What is read: `last` (default), `response`, `query`, `exec`, `page`, `step:N` (1-based) or a saved name."),
  role: z.string().optional().describe("Act as this role for this step."),
  allow_vacuous: z.boolean().optional().describe("Accept an expectation that nothing can fail.").meta({ placeholders: "rule" }),
  setup: z.boolean().optional().describe("Marks a step that prepares and verifies nothing."),
  literal_braces: z.boolean().optional().describe("Leave `{{...}}` in this step's inputs as text."),
} as const;

/** These keys alone. */
export const commonSchema = z.strictObject(commonKeys);

/** Keys that are never read: they start with `_`, or are one of these words. */
export const COMMENT_KEYS: ReadonlySet<string> = new Set(["comment", "comments", "note", "notes", "description", "purpose", "kb_ref", "kb_refs", "rubric_id", "rationale"]);

export function isCommentKey(key: string): boolean {
  return key.startsWith("_") || COMMENT_KEYS.has(key);
}
