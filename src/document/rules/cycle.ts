import { findCycles } from "../cycles.js";
import type { Rule } from "../rule.js";

/** Nodes that wait for each other never run. */
export const cycle: Rule = {
  code: "cycle",
  severity: "error",
  check({ nodes, graph }, report) {
    const { cycles, isCut } = findCycles(graph);
    for (const places of cycles) {
      const ids = places.map((place) => nodes[place]?.id ?? "");
      report({
        path: `/nodes/${places[0] ?? 0}/prereqs`,
        message: `expected prerequisites without a cycle, got ${[...ids, ids[0] ?? ""].join(" -> ")} (each needs the next); remove one of these prerequisites`,
      });
    }
    if (isCut) report({ path: "/nodes", message: `expected prerequisites without a cycle, got more than the ${cycles.length} that are named` });
  },
};
