import type { BenchmarkReport, BenchmarkScore } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";

/** What a renderer renders: one evaluation, or several with the benchmark that they make up. */
export interface ReportContent {
  readonly tasks: readonly Evaluation[];
  readonly benchmark?: BenchmarkScore;
}

/** Brings an evaluation and a benchmark's report into one shape. */
export function contentOf(report: Evaluation | BenchmarkReport): ReportContent {
  return "benchmark" in report ? report : { tasks: [report] };
}

/** The name of a task in reports. */
export function taskName(evaluation: Pick<Evaluation, "taskId">): string {
  return evaluation.taskId ?? "unnamed task";
}
