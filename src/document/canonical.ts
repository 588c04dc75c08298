import type { Dag } from "../model/dag.js";
import { freezeDeeply } from "../model/freeze-deeply.js";

/** Structure as it was checked; what may be left out is still missing. */
interface Written {
  nodes: { prereqs?: string[]; primitive_chain: { inputs?: Record<string, unknown> }[] }[];
}

/** Makes a document without errors canonical: what may be left out is filled in, and all of it is frozen. Takes the value over. */
export function canonicalDag(document: unknown): Dag {
  const { nodes } = document as Written;
  for (const node of nodes) {
    node.prereqs ??= [];
    for (const step of node.primitive_chain) step.inputs ??= {};
  }
  freezeDeeply(document);
  return document as Dag;
}
