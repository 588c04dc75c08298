import { roundHalfEven } from "../model/round-half-even.js";
import type { NodeResult } from "../model/evaluation.js";
import type { PlannedNode } from "../plan/plan.js";

/** Which results of prerequisites let a node run. `passed` is the paper's rule, `full` asks for their maximum. */
export type Gate = "passed" | "full";

/** Why a node may not run: the root causes in plan order, and a sentence. */
export interface Blocked {
  readonly blockedBy: readonly string[];
  readonly message: string;
}

/**
 * Decides whether a node may run, once every prerequisite has its result. `undefined` means that it may. A prerequisite
 * that was skipped passes on its own root causes (SaaSBench appendix B.4: one failure is attributed once).
 */
export function gateNode(planned: PlannedNode, gate: Gate, resultOf: (id: string) => Finished | undefined): Blocked | undefined {
  if (planned.node.prereqs.every((id) => isMet(resultOf(id)?.result, gate))) return undefined;
  const causes = new Map<string, number>();
  const unmet: string[] = [];
  for (const id of planned.node.prereqs) {
    const finished = resultOf(id);
    if (finished === undefined) unmet.push(`${id} does not exist`);
    else if (finished.result.status === "SKIPPED_DEPENDENCY") {
      unmet.push(`${id} was skipped`);
      for (const cause of finished.result.blockedBy ?? []) causes.set(cause, resultOf(cause)?.index ?? finished.index);
    } else if (!isMet(finished.result, gate)) {
      unmet.push(`${id} is ${finished.result.status}${finished.result.status === "PASSED" ? " below its maximum" : ""}`);
      causes.set(id, finished.index);
    }
  }
  const blockedBy = [...causes].sort((left, right) => left[1] - right[1]).map(([id]) => id);
  return { blockedBy, message: `not run: ${unmet.join(", ")}` };
}

/** A node's result and its place in the plan. */
export interface Finished {
  readonly index: number;
  readonly result: NodeResult;
}

function isMet(result: NodeResult | undefined, gate: Gate): boolean {
  // a maximum finer than a tenth is out of a weighted node's reach: there its rounded value is the most it can earn
  return result?.status === "PASSED" && (gate === "passed" || result.score >= Math.min(result.maxScore, roundHalfEven(result.maxScore)));
}
