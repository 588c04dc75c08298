import { StepFailure } from "../model/outcome.js";
import type { Filled } from "./render.js";

/**
 * What is asked of a system, and how strictly, must not be what that system says: a rule that it wrote itself shows nothing.
 * Throws a `StepFailure` with code `captured-rule` unless the document or the host gave every value; `path` is the place within
 * the step's inputs.
 */
export function assertGiven(filled: readonly Filled[], path: readonly (string | number)[]): void {
  const captured = filled.find(({ isSeed }) => !isSeed);
  if (captured === undefined) return;
  throw new StepFailure(
    "captured-rule",
    `expected \`${path.join(".")}\` to be the document's own, got ${captured.placeholder.text}, which the system under test wrote; write it out, or give it in \`variables\``,
  );
}
