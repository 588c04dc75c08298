import { isCyclic } from "../document/graph.js";
import type { DocumentView, NodeView, StepView } from "../document/view.js";

/** Whether some answer, whose ids the `harvest` policy may take, comes before a step of the document. */
export function harvestReach(view: DocumentView): (step: StepView) => boolean {
  if (isCyclic(view.graph)) return () => true; // there is no order; the cycle is a problem of its own
  const { order } = view.graph;
  const rankOf = new Uint32Array(order.length);
  order.forEach((place, rank) => (rankOf[place] = rank));
  const first = order.findIndex((place) => firstHarvested(view.nodes[place]) !== undefined);
  const firstStep = firstHarvested(view.nodes[order[first] ?? -1]) ?? Infinity;
  return ({ nodeIndex, index }) => {
    const rank = rankOf[nodeIndex] ?? 0;
    return first >= 0 && (rank === first ? firstStep < index : first < rank);
  };
}

/** The first step of a node whose answer is harvested. */
function firstHarvested(node: NodeView | undefined): number | undefined {
  return node === undefined || node.raw["harvest"] === "none" ? undefined : node.steps.find(isHarvested)?.index;
}

/** What nobody knows may send requests. */
function isHarvested({ primitive, inputs }: StepView): boolean {
  if (inputs["harvest"] === false) return false;
  return primitive === undefined || (primitive.harvest !== false && primitive.produces?.includes("response") === true);
}
