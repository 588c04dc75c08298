import type { BenchmarkScore } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";
import { share } from "./figure-tables.js";
import { taskName } from "./report-content.js";

/** What the tables of a benchmark do not say: coverage, tasks left out of the mean, runs that did not end. Raw text. */
export function benchmarkRemarks(benchmark: BenchmarkScore, tasks: readonly Evaluation[]): string[] {
  const aborted = tasks.filter((task) => task.status === "aborted").map(taskName);
  return [
    `node coverage ${share(benchmark.nodeCoverage)}`,
    ...(benchmark.excludedTasks.length === 0 ? [] : [`without a score, hence not in the mean: ${benchmark.excludedTasks.join(", ")}`]),
    ...(aborted.length === 0 ? [] : [`aborted: ${aborted.join(", ")}`]),
  ];
}
