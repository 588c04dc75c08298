import { defined } from "../model/defined.js";
import type { NodeResult, NodeStatus, StepResult } from "../model/evaluation.js";
import type { PlannedNode } from "../plan/plan.js";
import { scoreNode } from "../score/score-node.js";
import { lookEarly, mayLookEarly } from "./early-looks.js";
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
  if (mayLookEarly(run.chain)) run.looks.node = await lookEarly("node", run.chain, { ...run, signal: () => run.span.signal, lookup: (name) => run.state.variables.lookup(name) });
  for (let index = 0; index < run.chain.length; index++) {
    const step = run.chain[index];
    if (step === undefined) continue;
    const running = runStep(run, index, step);
    const result = running instanceof Promise ? await running : running;
    steps.push(result);
    onStep(result, index);
    if (result.outcome !== "pass" && (!mayGoOn || run.span.reason !== undefined)) break;
  }
  if (run.browser.isUsed) await run.browser.close();
  run.span.end();
  const { status, score, message } = scoreNode(dagNode, steps);
  return nodeResult(dagNode, { status, score, message, steps, durationMs: Math.round(performance.now() - started) });
}

/** The result of a node, run or not, with what its document says about it. */
export function nodeResult(
  { id, scoring, complexity_tier: complexityTier }: PlannedNode["node"],
  outcome: { status: NodeStatus; message: string; score?: number; blockedBy?: readonly string[]; steps?: readonly StepResult[]; durationMs?: number },
): NodeResult {
  const { status, score = 0, message, blockedBy, steps = [], durationMs = 0 } = outcome;
  const { maxScore, method, category, subcategory } = scoring;
  // nearly every node; an object that is made in one piece is much cheaper than one that grows
  if (subcategory === undefined && complexityTier === undefined && blockedBy === undefined) return { id, status, score, maxScore, method, category, message, steps, durationMs };
  return defined({ id, status, score, maxScore, method, category, subcategory, complexityTier, message, blockedBy, steps, durationMs });
}
