import type { DagNode } from "../../src/model/dag.js";
import type { NodeResult, NodeStatus } from "../../src/model/evaluation.js";

/** A node with nothing but what a test names. */
export function nodeOf(id: string, prereqs: readonly string[] = [], maxScore = 1): DagNode {
  return { id, prereqs, primitive_chain: [], scoring: { method: "binary", maxScore, category: "API" } };
}

/** A planned node with nothing but what a test names. */
export function planned(index: number, id: string, prereqs: readonly string[] = [], lane: "none" | "read" | "write" = "none", usesVariables = false) {
  return { node: nodeOf(id, prereqs), index, prereqs, steps: [], lane, usesVariables };
}

/** A result with nothing but what a test names. */
export function resultOf(id: string, status: NodeStatus, more: Partial<NodeResult> = {}): NodeResult {
  return { id, status, score: status === "PASSED" ? 1 : 0, maxScore: 1, method: "binary", category: "API", message: "", steps: [], durationMs: 0, ...more };
}
