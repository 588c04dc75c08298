import { defined } from "../model/defined.js";
import type { NodeResult, NodeStatus, StepResult } from "../model/evaluation.js";
import type { PlannedNode } from "../plan/plan.js";
import { scoreNode } from "../score/score-node.js";
import type { NodeRun } from "./node-run.js";
import { runStep } from "./run-step.js";

/**
 * Runs a node's chain and scores it. Binary and judged chains end at the first step that does not pass, weighted ones
 * run to their end (SaaSBench appendix B.4). Never rejects.
 */
export async function runNode(run: NodeRun, onStep: (step: StepResult, index: number) => void): Promise<NodeResult> {
  const started = performance.now();
  const { dagNode } = run;
  const mayGoOn = dagNode.scoring.method === "weighted";
  const steps: StepResult[] = [];
  run.span.start();
  for (const [index, step] of run.chain.entries()) {
    const result = await runStep(run, index, step);
    steps.push(result);
    onStep(result, index);
    if (result.outcome !== "pass" && (!mayGoOn || run.span.reason !== undefined)) break;
  }
  run.span.end();
  const scored = scoreNode(dagNode, steps);
  return nodeResult(dagNode, { ...scored, steps, durationMs: Math.round(performance.now() - started) });
}

/** The result of a node, run or not, with what its document says about it. */
export function nodeResult(
  { id, scoring, complexity_tier: complexityTier }: PlannedNode["node"],
  outcome: { status: NodeStatus; message: string; score?: number; blockedBy?: readonly string[]; steps?: readonly StepResult[]; durationMs?: number },
): NodeResult {
  return defined({
    id,
    status: outcome.status,
    score: outcome.score ?? 0,
    maxScore: scoring.maxScore,
    method: scoring.method,
    category: scoring.category,
    subcategory: scoring.subcategory,
    complexityTier,
    message: outcome.message,
    blockedBy: outcome.blockedBy,
    steps: outcome.steps ?? [],
    durationMs: outcome.durationMs ?? 0,
  });
}
