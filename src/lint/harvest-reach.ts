import { hasCycle } from "graphology-dag";
import type { DocumentView, StepView } from "../document/view.js";
import { kahnOrder } from "../plan/order.js";

/** Whether some answer, whose ids the `harvest` policy may take, comes before a step of the document. */
export function harvestReach(view: DocumentView): (step: StepView) => boolean {
  if (hasCycle(view.graph)) return () => true; // there is no order; the cycle is a problem of its own
  const rankOf = ranksOf(view);
  const ranked = (step: StepView): readonly [number, number] => [rankOf.get(step.nodeIndex) ?? Infinity, step.index];
  const first = view.steps
    .filter((step) => isHarvested(step) && view.nodes[step.nodeIndex]?.raw["harvest"] !== "none")
    .map(ranked)
    .reduce((least, place) => (isBefore(place, least) ? place : least), [Infinity, Infinity]);
  return (step) => isBefore(first, ranked(step));
}

/** The places of nodes in a run of all of them. */
function ranksOf({ graph, nodes }: DocumentView): ReadonlyMap<number, number> {
  return new Map(kahnOrder(graph, new Set(nodes.keys())).map((place, rank) => [place, rank]));
}

/** What nobody knows may send requests. */
function isHarvested({ primitive, inputs }: StepView): boolean {
  if (inputs["harvest"] === false) return false;
  return primitive === undefined || (primitive.harvest !== false && primitive.produces?.includes("response") === true);
}

function isBefore([rank, index]: readonly [number, number], [otherRank, otherIndex]: readonly [number, number]): boolean {
  return rank === otherRank ? index < otherIndex : rank < otherRank;
}
