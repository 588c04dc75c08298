import type { Evaluation, NodeStatus } from "../model/evaluation.js";

/** One sign a status, and the words that explain it beside a count. */
export const STATUS_MARKS: Readonly<Record<NodeStatus, { readonly sign: string; readonly words: string }>> = {
  PASSED: { sign: "✓", words: "passed" },
  FAILED: { sign: "✗", words: "failed" },
  ERROR: { sign: "!", words: "with errors" },
  SKIPPED_DEPENDENCY: { sign: "○", words: "blocked" },
  SKIPPED_LLM: { sign: "?", words: "without a judge's score" },
  DRY_RUN: { sign: "·", words: "dry run" },
};

/** The counts above 0 with their signs, as a line that also explains them. */
export function countsLine(counts: Evaluation["counts"]): string {
  return Object.entries(STATUS_MARKS)
    .map(([status, { sign, words }]) => ({ number: counts[status as NodeStatus], sign, words }))
    .filter(({ number }) => number > 0)
    .map(({ number, sign, words }) => `${sign} ${number} ${words}`)
    .join(", ");
}
