import { isMaxScore } from "../document/document-schema.js";
import type { NodeView } from "../document/view.js";
import { countedMax } from "../model/max-score.js";

/** The sum of the nodes' maxima, without the drift of adding decimals as doubles. */
export function sumOfMaxima(nodes: readonly NodeView[]): number {
  return Number(nodes.reduce((sum, { maxScore = 0 }) => sum + countedMax(maxScore), 0).toFixed(6));
}

/** Whether each node says what it is worth and for what; until then nobody knows whether a sum or a node has to be mended. */
export function areWhole(nodes: readonly NodeView[]): boolean {
  return nodes.every(({ category, maxScore }) => category !== undefined && maxScore !== undefined && isMaxScore(maxScore));
}

/** Whether two declared or computed sums differ by more than such drift. */
export function differs(left: number, right: number): boolean {
  return Math.abs(left - right) > 1e-6;
}

/** The nodes of each category, in the order in which categories first occur. */
export function nodesByCategory(nodes: readonly NodeView[]): Map<string, NodeView[]> {
  const groups = new Map<string, NodeView[]>();
  for (const node of nodes) {
    if (node.category === undefined) continue;
    const group = groups.get(node.category);
    if (group === undefined) groups.set(node.category, [node]);
    else group.push(node);
  }
  return groups;
}
