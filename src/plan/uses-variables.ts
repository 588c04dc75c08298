import type { DagNode, Step } from "../model/dag.js";
import { eachString, placeholdersOf } from "../model/placeholder-syntax.js";
import type { Registry } from "../primitives/registry.js";

/** Sources that are no variables: what the node itself has produced. */
const OWN_SOURCE = /^(?:last|response|query|exec(?:\.\w+)?|page|file|step:\d+)$/;

/** Whether a node may read variables: by placeholders, by a `source` that names a saved record, or in a primitive's code. */
export function usesVariables(node: DagNode, registry: Registry): boolean {
  return node.primitive_chain.some((step) => readsVariables(step, registry) || holdsVariable(step));
}

function holdsVariable({ inputs }: Step): boolean {
  const isLiteral = inputs["literal_braces"] === true;
  let isFound = false;
  eachString(inputs, (text, path) => {
    isFound ||= (path.at(-1) === "source" && !OWN_SOURCE.test(text)) || (!isLiteral && placeholdersOf(text).length > 0);
  });
  return isFound;
}

/** A primitive that does not say may read any variable. */
function readsVariables({ type, inputs }: Step, registry: Registry): boolean {
  const { readsVariables: reads = true } = registry.get(type) ?? {};
  try {
    return typeof reads === "function" ? reads(inputs) : reads;
  } catch {
    return true;
  }
}
