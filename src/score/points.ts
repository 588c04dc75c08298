import type { ScoringMethod } from "../model/dag.js";
import type { StepResult } from "../model/evaluation.js";
import { countedMax } from "../model/max-score.js";
import { roundHalfEven } from "../model/round-half-even.js";

/** What the formulas look at: the scoring of a node, the length of its chain, and what became of its steps. */
export interface ChainOutcome {
  readonly method: ScoringMethod;
  readonly maxScore: number;
  readonly length: number;
  readonly steps: readonly StepResult[];
}

/**
 * The points of a chain that ran cleanly, by the formulas of SaaSBench appendix B.4: `binary` is all or nothing,
 * `weighted` is `round(passed / k * M, 1)`, `llm-judge` is the judge's score clipped to `[0, M]` when everything else passed.
 * A step that was not run did not pass. An empty chain and a maximum that is no positive number give 0.
 */
export function pointsOf({ method, maxScore, length, steps }: ChainOutcome): number {
  if (length === 0 || countedMax(maxScore) === 0) return 0;
  const passed = steps.slice(0, length).filter(hasPassed).length;
  if (method === "weighted") return roundHalfEven((passed / length) * maxScore);
  if (passed < length) return 0;
  if (method === "binary") return maxScore;
  const [score, ...others] = steps.flatMap((step) => step.score ?? []);
  return score === undefined || others.length > 0 ? 0 : Math.min(Math.max(score, 0), maxScore);
}

/** True when a step passed and, if a judge graded it, its score is a number. */
export function hasPassed(step: StepResult): boolean {
  return step.outcome === "pass" && !isUnscored(step);
}

/** True when a judge gave no usable score. */
export function isUnscored(step: StepResult): boolean {
  return step.outcome === "unscored" || (step.score !== undefined && !Number.isFinite(step.score));
}
