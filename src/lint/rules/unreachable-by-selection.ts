import type { Rule } from "../../document/rule.js";
import { nodePointer, type DocumentView } from "../../document/view.js";

/** A node that no run reaches: one that can never be run, whatever is selected, and one that no declared trajectory leads to. */
export const unreachableBySelection: Rule = {
  code: "unreachable-by-selection",
  severity: "info",
  check(view, report) {
    const { nodes, graph, config } = view;
    const blocked = blockedPlaces(view);
    for (const [place, cause] of blocked) {
      const node = nodes[place];
      if (node !== undefined) report({ path: nodePointer(node), severity: "warning", message: `expected a node that some selection runs, got one behind ${cause}, which never passes; mend that one first` });
    }
    const trajectories = Object.values(config?.trajectories ?? {});
    if (trajectories.length === 0) return;
    const selected = trajectories.flatMap(({ node_ids: ids }) => ids.flatMap((id) => view.byId.get(id)?.index ?? []));
    const reached = withAll(selected, (place) => graph.predecessors[place] ?? []);
    for (const node of nodes) {
      if (reached.has(node.index) || blocked.has(node.index)) continue;
      report({ path: nodePointer(node), message: "expected every node in some trajectory of scoring_config, or needed by one, got a node in none; add it to the journey that it belongs to" });
    }
  },
};

/** The nodes behind others that need a node which is not there, each with such a one; those others have a finding of their own. */
function blockedPlaces({ nodes, byId, graph }: DocumentView): ReadonlyMap<number, string> {
  const causes = new Map<number, string>();
  for (const { index, id = "", prereqs } of nodes) if (prereqs.some((prereq) => prereq !== undefined && prereq !== id && !byId.has(prereq))) causes.set(index, id);
  const blocked = new Map<number, string>();
  if (causes.size === 0) return blocked;
  for (const place of graph.order) {
    const needed = graph.predecessors[place]?.find((other) => causes.has(other));
    if (needed === undefined || causes.has(place)) continue;
    const cause = causes.get(needed) ?? "";
    causes.set(place, cause);
    blocked.set(place, cause);
  }
  return blocked;
}

/** Places with all that they lead to. */
function withAll(places: readonly number[], next: (place: number) => readonly number[]): ReadonlySet<number> {
  const reached = new Set(places);
  for (const place of reached) for (const other of next(place)) reached.add(other);
  return reached;
}
