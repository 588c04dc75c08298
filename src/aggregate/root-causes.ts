import type { NodeResult, RootCause } from "../model/evaluation.js";
import { maxOf } from "./breakdown.js";

/** The nodes that others could not run because of, and the points behind them; causes and what they block in plan order. */
export function rootCausesOf(nodes: readonly NodeResult[]): RootCause[] {
  const blocked = new Map<string, NodeResult[]>(nodes.map((node) => [node.id, []]));
  for (const node of nodes) {
    for (const cause of new Set(node.blockedBy)) {
      const behind = blocked.get(cause);
      if (behind === undefined) blocked.set(cause, [node]);
      else behind.push(node);
    }
  }
  return [...blocked]
    .filter(([, behind]) => behind.length > 0)
    .map(([nodeId, behind]) => ({ nodeId, blocks: behind.map(({ id }) => id), blockedMax: maxOf(behind) }));
}
