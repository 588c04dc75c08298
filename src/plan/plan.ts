import { prerequisiteGraph } from "../document/graph.js";
import { originOf } from "../document/origin.js";
import type { Dag, DagNode } from "../model/dag.js";
import type { Effects } from "../primitives/define.js";
import type { Registry } from "../primitives/registry.js";
import { laneOf } from "./lane.js";
import { kahnOrder } from "./order.js";
import { selectNodes, type Selection } from "./select.js";
import { usesVariables } from "./uses-variables.js";

export type { Selection } from "./select.js";

/** A node in its place, with what the schedule needs to know about it. */
export interface PlannedNode {
  readonly node: DagNode;
  /** Its place in the plan, from 0. */
  readonly index: number;
  /** The prerequisites that are nodes of the document, each once. */
  readonly prereqs: readonly string[];
  /** The strongest effect of its steps on the system under test; a step that nobody knows may write. */
  readonly lane: Effects;
  /** Whether it reads variables, which nodes before it may write. */
  readonly usesVariables: boolean;
}

/** The nodes that run, in the order in which they run. */
export interface Plan {
  readonly order: readonly PlannedNode[];
}

/**
 * Plans a run: the selected nodes and all that they need, in Kahn's order with the document's order among ready nodes.
 * Throws `CONFIG_INVALID` for a selection that names something the document does not have.
 */
export function planDag(dag: Dag, options: { readonly select?: Selection; readonly registry: Registry }): Plan {
  const { select, registry } = options;
  const graph = originOf(dag)?.graph ?? prerequisiteGraph(dag.nodes);
  const places = kahnOrder(graph, selectNodes(dag, graph, select));
  const ids = new Set(dag.nodes.map(({ id }) => id));
  const order = places.flatMap((place, index): PlannedNode[] => {
    const node = dag.nodes[place];
    if (node === undefined) return [];
    return [
      {
        node,
        index,
        prereqs: [...new Set(node.prereqs)].filter((id) => ids.has(id)),
        lane: laneOf(node, registry),
        usesVariables: usesVariables(node, registry),
      },
    ];
  });
  return { order };
}
