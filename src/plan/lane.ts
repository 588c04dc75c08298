import type { DagNode, Step } from "../model/dag.js";
import { effectsOf, type Effects } from "../primitives/define.js";
import type { Registry } from "../primitives/registry.js";

/** The strongest effect of a node's steps on the system under test. */
export function laneOf(node: DagNode, registry: Registry): Effects {
  const effects = new Set(node.primitive_chain.map((step) => stepEffects(step, registry)));
  return effects.has("write") ? "write" : effects.has("read") ? "read" : "none";
}

/** What nobody knows may write: then nothing runs beside it. */
function stepEffects({ type, inputs }: Step, registry: Registry): Effects {
  const primitive = registry.get(type);
  if (primitive === undefined) return "write";
  try {
    const effects = effectsOf(primitive, inputs);
    return effects === "none" || effects === "read" ? effects : "write";
  } catch {
    return "write";
  }
}
