import type { Breakdown, NodeResult } from "../model/evaluation.js";
import { countedMax } from "../model/max-score.js";
import { exactSum, percentOf } from "./exact-sum.js";

/** The task formula of SaaSBench appendix B.4 over a part of the nodes: SKIPPED_LLM nodes count in neither sum. */
export function breakdownOf(nodes: readonly NodeResult[]): Breakdown {
  const counted = nodes.filter((node) => node.status !== "SKIPPED_LLM");
  const earned = exactSum(counted.map((node) => node.score));
  const max = maxOf(counted);
  const count = (...statuses: NodeResult["status"][]) => nodes.filter((node) => statuses.includes(node.status)).length;
  return {
    earned,
    max,
    percent: percentOf(earned, max),
    nodes: nodes.length,
    passed: count("PASSED"),
    failed: count("FAILED"),
    error: count("ERROR"),
    skipped: count("SKIPPED_DEPENDENCY", "SKIPPED_LLM", "DRY_RUN"),
  };
}

/** One breakdown a key, sorted by key; nodes without a key are in none. Any string is safe as a key. */
export function breakdownsBy(
  nodes: readonly NodeResult[],
  keyOf: (node: NodeResult) => string | undefined,
): Record<string, Breakdown> {
  const groups = new Map<string, NodeResult[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const keys = [...groups.keys()].sort();
  return Object.fromEntries(keys.map((key) => [key, breakdownOf(groups.get(key) ?? [])]));
}

/** Several breakdowns as one: points and counts added, the percentage of the sums. */
export function pooled(breakdowns: readonly Breakdown[]): Breakdown {
  const sum = (figure: Exclude<keyof Breakdown, "percent">) => exactSum(breakdowns.map((breakdown) => breakdown[figure]));
  const earned = sum("earned");
  const max = sum("max");
  return {
    earned,
    max,
    percent: percentOf(earned, max),
    nodes: sum("nodes"),
    passed: sum("passed"),
    failed: sum("failed"),
    error: sum("error"),
    skipped: sum("skipped"),
  };
}

/** The points that these nodes could earn. */
export function maxOf(nodes: readonly NodeResult[]): number {
  return exactSum(nodes.map((node) => countedMax(node.maxScore)));
}
