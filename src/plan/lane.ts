import type { StepView } from "../document/view.js";
import { effectsOf, type Effects } from "../primitives/define.js";

/** The strongest effect of a node's steps on the system under test. */
export function laneOf(steps: readonly StepView[]): Effects {
  let strongest: Effects = "none";
  for (const step of steps) {
    const effects = stepEffects(step);
    if (effects === "write") return "write";
    if (effects === "read") strongest = "read";
  }
  return strongest;
}

/** What nobody knows may write: then nothing runs beside it. */
function stepEffects({ primitive, inputs }: StepView): Effects {
  if (primitive === undefined) return "write";
  try {
    const effects = effectsOf(primitive, inputs);
    return effects === "none" || effects === "read" ? effects : "write";
  } catch {
    return "write";
  }
}
