import { isCyclic, type PrerequisiteGraph } from "../document/graph.js";
import { originOf } from "../document/origin.js";
import { viewOf, type DocumentView, type StepView } from "../document/view.js";
import { DagradeError } from "../errors.js";
import type { Dag, DagNode } from "../model/dag.js";
import type { Effects } from "../primitives/define.js";
import type { Registry } from "../primitives/registry.js";
import { laneOf } from "./lane.js";
import { selectNodes, type Selection } from "./select.js";
import { usesVariables } from "./uses-variables.js";

export type { Selection } from "./select.js";

/** A node in its place, with what a run needs to know about it. */
export interface PlannedNode {
  readonly node: DagNode;
  /** Its place in the plan, from 0. */
  readonly index: number;
  /** The prerequisites that are nodes of the document, each once. */
  readonly prereqs: readonly string[];
  /** Its chain, each step with its primitive and what is known of its inputs. */
  readonly steps: readonly StepView[];
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
 * Throws `CONFIG_INVALID` for a selection that names something the document does not have, and `DAG_INVALID` when
 * prerequisites run in a circle, which loading refuses.
 */
export function planDag(dag: Dag, options: { readonly select?: Selection; readonly registry: Registry }): Plan {
  const { select, registry } = options;
  const { graph, nodes } = viewIn(registry, dag);
  const order: PlannedNode[] = [];
  for (const place of selectedInOrder(dag, graph, select)) {
    const node = dag.nodes[place];
    const steps = nodes[place]?.steps;
    if (node === undefined || steps === undefined) continue;
    order.push({
      node,
      index: order.length,
      prereqs: (graph.predecessors[place] ?? []).flatMap((needed) => dag.nodes[needed]?.id ?? []),
      steps,
      lane: laneOf(steps),
      usesVariables: usesVariables(steps),
    });
  }
  return { order };
}

/** What loading has read of the document goes for the run, when it was read for the same primitives. */
function viewIn(registry: Registry, dag: Dag): DocumentView {
  const origin = originOf(dag);
  return origin?.view.registry === registry ? origin.view : viewOf(dag, { dialect: origin?.dialect ?? "auto", registry });
}

/** An order of all nodes is an order of any that come with their prerequisites. */
function selectedInOrder(dag: Dag, graph: PrerequisiteGraph, select: Selection | undefined): readonly number[] {
  if (isCyclic(graph)) throw new DagradeError("DAG_INVALID", "expected prerequisites without a cycle, got one; load the document with loadDag to see it");
  const selected = selectNodes(dag, graph, select);
  return selected === undefined ? graph.order : graph.order.filter((place) => selected.has(place));
}
