import { DirectedGraph } from "graphology";

/** Just enough of a node to build the graph of prerequisites. */
export interface GraphNode {
  readonly id: string | undefined;
  readonly prereqs: readonly (string | undefined)[];
}

/** A graph over the places of nodes in the document, as text; an edge runs from a prerequisite to the node that needs it. */
export type PrerequisiteGraph = DirectedGraph;

/**
 * Builds the graph of prerequisites. Of several nodes with one id the first counts; unknown prerequisites and a node's
 * own id are left out, since they are problems of their own. Places, not ids, are the keys: an id may be any text.
 */
export function prerequisiteGraph(nodes: readonly GraphNode[]): PrerequisiteGraph {
  const placeOf = new Map<string, string>();
  const graph = new DirectedGraph();
  nodes.forEach(({ id }, index) => {
    graph.addNode(String(index));
    if (id !== undefined && !placeOf.has(id)) placeOf.set(id, String(index));
  });
  nodes.forEach(({ id, prereqs }, index) => {
    for (const prereq of prereqs) {
      const place = prereq === undefined || prereq === id ? undefined : placeOf.get(prereq);
      if (place !== undefined) graph.mergeDirectedEdge(place, String(index));
    }
  });
  return graph;
}
