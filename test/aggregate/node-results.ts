import type { NodeResult } from "../../src/model/evaluation.js";

/** A node's result with the given parts; by default a passed binary node of 1 point. */
export function nodeResult(parts: Partial<NodeResult> & { readonly id: string }): NodeResult {
  const status = parts.status ?? "PASSED";
  const maxScore = parts.maxScore ?? 1;
  return {
    status,
    score: status === "PASSED" ? maxScore : 0,
    maxScore,
    method: "binary",
    category: "CRUD",
    message: "",
    steps: [],
    durationMs: 1,
    ...parts,
  };
}
