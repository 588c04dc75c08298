import type { BenchmarkReport } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";
import { aggregateBenchmark } from "./benchmark.js";

/** Several tasks' evaluations as one report, ready for `renderReport`. Throws `CONFIG_INVALID` as `aggregateBenchmark` does. */
export function mergeReports(
  evaluations: readonly Evaluation[],
  options: { readonly domains?: Readonly<Record<string, string>> } = {},
): BenchmarkReport {
  return { benchmark: aggregateBenchmark(evaluations, options), tasks: evaluations };
}
