import type { StepView } from "../document/view.js";
import { eachString, placeholdersOf } from "../model/placeholder-syntax.js";

/** Sources that are no variables: what the node itself has produced. */
const OWN_SOURCE = /^(?:last|response|query|exec(?:\.\w+)?|page|file|step:\d+)$/;

/** Whether a node may read variables: by placeholders, by a `source` that names a saved record, or in a primitive's code. */
export function usesVariables(steps: readonly StepView[]): boolean {
  return steps.some((step) => readsVariables(step) || holdsVariable(step));
}

function holdsVariable({ inputs }: StepView): boolean {
  const isLiteral = inputs["literal_braces"] === true;
  let isFound = false;
  eachString(inputs, (text, path) => {
    isFound ||= (path.at(-1) === "source" && !OWN_SOURCE.test(text)) || (!isLiteral && placeholdersOf(text).length > 0);
  });
  return isFound;
}

/** A primitive that does not say may read any variable. */
function readsVariables({ primitive, inputs }: StepView): boolean {
  const { readsVariables: reads = true } = primitive ?? {};
  try {
    return typeof reads === "function" ? reads(inputs) : reads;
  } catch {
    return true;
  }
}
