import { isNumeric } from "../model/exact-number.js";
import { StepFailure } from "../model/outcome.js";
import type { PlaceholderContext } from "../primitives/placeholder.js";
import type { Filled } from "./render.js";

/**
 * What is asked of a system, and how strictly, must not be what that system says: a rule that it wrote itself shows nothing.
 * Throws a `StepFailure` with code `captured-rule` where a value that neither the document nor the host gave would be one: any
 * in the place of a `rule`, a list or an object in that of a `scalar`, a whole command. `path` is the place within the step's
 * inputs.
 */
export function assertGiven(context: PlaceholderContext, text: string, filled: readonly Filled[], path: readonly (string | number)[]): void {
  const captured = filled.find(({ isSeed }) => !isSeed);
  if (captured === undefined) return;
  const { placeholder, value } = captured;
  const isWhole = text.trim() === placeholder.text;
  const isRule = context === "rule" || (isWhole && (context === "shell" || (context === "scalar" && typeof value === "object" && value !== null && !isNumeric(value))));
  if (!isRule) return;
  const own = context === "scalar" ? "to be the document's own where it is a list or an object" : "to be the document's own";
  throw new StepFailure(
    "captured-rule",
    `expected \`${path.join(".")}\` ${own}, got ${placeholder.text}, which the system under test wrote; write it out, or give it in \`variables\``,
  );
}
