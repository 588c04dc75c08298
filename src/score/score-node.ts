import type { DagNode } from "../model/dag.js";
import type { NodeStatus, StepResult } from "../model/evaluation.js";
import { countedMax } from "../model/max-score.js";
import { hasPassed, isUnscored, pointsOf, type ChainOutcome } from "./points.js";

/** What a chain that was started came to; the other statuses belong to nodes that were not started. */
export interface NodeScore {
  readonly status: Extract<NodeStatus, "PASSED" | "FAILED" | "ERROR" | "SKIPPED_LLM">;
  /** Points; above 0 exactly when the status is PASSED. */
  readonly score: number;
  /** Why, in one sentence; names the step that decided. */
  readonly message: string;
}

/**
 * Scores one node from the results of its steps, in chain order (SaaSBench appendix B.4). An `error` outweighs everything;
 * a judge without a usable score makes the node SKIPPED_LLM unless, in a `binary` or `llm-judge` chain, an earlier step failed.
 */
export function scoreNode(node: Pick<DagNode, "primitive_chain" | "scoring">, steps: readonly StepResult[]): NodeScore {
  const { method, maxScore } = node.scoring;
  const chain: ChainOutcome = { method, maxScore, length: node.primitive_chain.length, steps };

  const broken = steps.find((step) => step.outcome === "error");
  if (broken !== undefined) return { status: "ERROR", score: 0, message: stepMessage(chain, broken, "could not be completed") };

  const decisive = steps.find(method === "weighted" ? isUnscored : (step) => !hasPassed(step));
  if (decisive !== undefined && isUnscored(decisive)) {
    return { status: "SKIPPED_LLM", score: 0, message: stepMessage(chain, decisive, "gave no usable score") };
  }

  const score = pointsOf(chain);
  return score > 0
    ? { status: "PASSED", score, message: passMessage(chain, score) }
    : { status: "FAILED", score: 0, message: failMessage(chain) };
}

function passMessage(chain: ChainOutcome, score: number): string {
  const passed = chain.steps.filter(hasPassed).length;
  if (chain.method === "llm-judge") return `judged ${score} of ${chain.maxScore}`;
  if (passed >= chain.length) return chain.length === 1 ? "the step passed" : `all ${chain.length} steps passed`;
  return `${passed} of ${chain.length} steps passed; ${shortfall(chain)}`;
}

function failMessage(chain: ChainOutcome): string {
  if (chain.length === 0) return "the chain is empty, so nothing was verified";
  if (countedMax(chain.maxScore) === 0) return `expected a maxScore above 0, got ${chain.maxScore}: nothing can be earned`;
  if (chain.steps.filter(hasPassed).length < chain.length) return shortfall(chain);
  if (chain.method === "weighted") return `all steps passed, but ${chain.maxScore} rounds to 0 points`;
  const scores = chain.steps.filter((step) => step.score !== undefined).length;
  return scores === 1 ? "the judge gave no points" : `expected one step with a judge's score, got ${scores}`;
}

/** The first step of the chain that did not pass, or was not run. */
function shortfall(chain: ChainOutcome): string {
  const failed = chain.steps.find((step) => !hasPassed(step));
  return failed === undefined
    ? `step ${chain.steps.length + 1} of ${chain.length} was not run`
    : stepMessage(chain, failed, "failed");
}

function stepMessage(chain: ChainOutcome, step: StepResult, what: string): string {
  const where = chain.length > 1 ? `step ${chain.steps.indexOf(step) + 1} of ${chain.length}` : "the step";
  return `${where} (${step.name}) ${what}: ${step.message}`;
}
