import type { Backbone, Breakdown, Evaluation, NodeStatus, TaskAggregate, TaskScore } from "./evaluation.js";

/** What the benchmark formulas need of a task; every {@link Evaluation} with a `taskId` is one. */
export interface BenchmarkTask {
  readonly taskId?: string;
  readonly score: Pick<TaskScore, "percent"> & Partial<Pick<TaskScore, "deterministicPercent" | "strictPercent">>;
  readonly counts?: Readonly<Record<NodeStatus, number>>;
  readonly byBackbone?: TaskAggregate["byBackbone"];
}

/** Unweighted means over tasks, each null when no task has that figure. */
export interface MeanScore {
  /** Tasks that these means are over or would be, had they a score. */
  readonly tasks: number;
  readonly meanPercent: number | null;
  readonly meanDeterministicPercent: number | null;
  readonly meanStrictPercent: number | null;
}

/** The figures of one task within a benchmark. */
export interface TaskLine {
  readonly taskId: string;
  readonly domain?: string;
  readonly percent: number | null;
  readonly deterministicPercent: number | null;
  readonly strictPercent: number | null;
  /** null when the task does not state its counts. */
  readonly nodeCoverage: number | null;
}

/** The benchmark-level figures of SaaSBench appendix B.4 and B.6. */
export interface BenchmarkScore extends MeanScore {
  /** PASSED nodes / all nodes over the tasks that state their counts; null when none does. */
  readonly nodeCoverage: number | null;
  /** The means within each domain that the caller named. */
  readonly byDomain: Readonly<Record<string, MeanScore>>;
  /** Points pooled over all tasks. */
  readonly byBackbone: Readonly<Record<Backbone, Breakdown> & { readonly Unmapped?: Breakdown }>;
  /** In the order given. */
  readonly perTask: readonly TaskLine[];
  /** Tasks whose score is null: they are left out of `meanPercent`. */
  readonly excludedTasks: readonly string[];
}

/** A benchmark's figures with the evaluations that they come from. Plain data, safe to serialize. */
export interface BenchmarkReport {
  readonly benchmark: BenchmarkScore;
  readonly tasks: readonly Evaluation[];
}
