import { StepFailure } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";

/** Where a placeholder stands within the inputs of a step. */
export type InputPath = readonly (string | number)[];

/**
 * What is asked of a system must not be what that system says: a rule that it wrote itself shows nothing. Throws a `StepFailure`
 * with code `captured-rule` when a captured value stands where `isRule` says that it would decide what is asked. Values that the
 * document or the host gives (`variables`) may stand anywhere.
 */
export function assertOwnRules(ctx: Pick<PrimitiveContext, "step">, isRule: (path: InputPath) => boolean): void {
  const captured = ctx.step.variables.find(({ isSeed, path }) => !isSeed && isRule(path));
  if (captured === undefined) return;
  throw new StepFailure(
    "captured-rule",
    `expected \`${captured.path.join(".")}\` to be the document's own, got {{${captured.name}}}, which the system under test wrote; write it out, or give it in \`variables\``,
  );
}
