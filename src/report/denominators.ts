import type { Evaluation } from "../model/evaluation.js";
import { count, percent, points } from "./figures.js";

/** One reading of a task's score: what was earned, out of what, and what the denominator leaves out or keeps. */
export interface Denominator {
  readonly name: string;
  readonly percent: string;
  readonly points: string;
  readonly note: string;
}

/** The lenient and the strict score, the one without judges, and node coverage, to be shown side by side. */
export function denominatorsOf({ score, counts, nodes, nodeCoverage }: Evaluation): Denominator[] {
  const unscored = counts.SKIPPED_LLM;
  const excluded = unscored === 0 ? "nothing" : `${points(score.excludedMax)} points of ${count(unscored, "node")} without a judge's score`;
  const of = (earned: number, max: number) => `${points(earned)} of ${points(max)}`;
  return [
    { name: "score", percent: percent(score.percent), points: of(score.earned, score.max), note: `leaves out ${excluded}` },
    { name: "strict", percent: percent(score.strictPercent), points: of(score.earned, score.max + score.excludedMax), note: "leaves out nothing" },
    {
      name: "deterministic",
      percent: percent(score.deterministicPercent),
      points: of(score.deterministicEarned, score.deterministicMax),
      note: "leaves out every node that a judge grades",
    },
    { name: "node coverage", percent: percent(nodeCoverage * 100), points: of(counts.PASSED, nodes.length), note: "passed nodes of all nodes" },
  ];
}
