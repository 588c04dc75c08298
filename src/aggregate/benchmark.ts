import type { BenchmarkScore, BenchmarkTask, MeanScore, TaskLine } from "../model/benchmark.js";
import { BACKBONES, NODE_STATUSES, type Backbone, type Breakdown, type NodeStatus } from "../model/evaluation.js";
import { pooled } from "./breakdown.js";
import { exactSum, meanOf } from "./exact-sum.js";
import { notAnObject, notObjects, outOfRange, refuse } from "./refuse.js";

/**
 * The benchmark-level figures (SaaSBench appendix B.4): unweighted means of the task scores, node coverage over all nodes,
 * means per domain, and each backbone's points pooled over all tasks. `domains` maps task ids to domains; a task that it
 * does not know is in no domain. Throws `CONFIG_INVALID` without tasks and for tasks without an id, given twice or with
 * scores that are no numbers.
 */
export function aggregateBenchmark(
  tasks: readonly BenchmarkTask[],
  options: { readonly domains?: Readonly<Record<string, string>> } = {},
): BenchmarkScore {
  refuse("these tasks make no benchmark", notObjects("the tasks", "task", tasks));
  refuse("these tasks make no benchmark", tasks.flatMap((task, index) => [...notAnObject(`the score of task ${index + 1}`, task.score)]));
  refuse("these tasks make no benchmark", benchmarkProblems(tasks));
  const domains = new Map(Object.entries(options.domains ?? {}));
  const lines = tasks.map((task) => lineOf(task, domains));
  const counts = tasks.flatMap((task) => task.counts ?? []);
  return {
    ...meansOf(lines),
    nodeCoverage: coverageOf(counts),
    byDomain: meansByDomain(lines),
    byBackbone: pooledBackbones(tasks),
    perTask: lines,
    excludedTasks: lines.filter((line) => line.percent === null).map((line) => line.taskId),
  };
}

function lineOf({ taskId = "", score, counts }: BenchmarkTask, domains: ReadonlyMap<string, string>): TaskLine {
  const domain = domains.get(taskId);
  return {
    taskId,
    ...(domain === undefined ? {} : { domain }),
    percent: score.percent,
    deterministicPercent: score.deterministicPercent ?? null,
    strictPercent: score.strictPercent ?? null,
    nodeCoverage: counts === undefined ? null : coverageOf([counts]),
  };
}

function meansOf(lines: readonly TaskLine[]): MeanScore {
  const mean = (figure: "percent" | "deterministicPercent" | "strictPercent") => meanOf(lines.flatMap((line) => line[figure] ?? []));
  return {
    tasks: lines.length,
    meanPercent: mean("percent"),
    meanDeterministicPercent: mean("deterministicPercent"),
    meanStrictPercent: mean("strictPercent"),
  };
}

function meansByDomain(lines: readonly TaskLine[]): Record<string, MeanScore> {
  const domains = [...new Set(lines.flatMap((line) => line.domain ?? []))].sort();
  return Object.fromEntries(domains.map((domain) => [domain, meansOf(lines.filter((line) => line.domain === domain))]));
}

function pooledBackbones(tasks: readonly BenchmarkTask[]): BenchmarkScore["byBackbone"] {
  const pool = (backbone: Backbone | "Unmapped") => pooled(tasks.flatMap((task) => task.byBackbone?.[backbone] ?? []));
  const six = Object.fromEntries(BACKBONES.map((backbone) => [backbone, pool(backbone)])) as Record<Backbone, Breakdown>;
  const unmapped = pool("Unmapped");
  return unmapped.nodes === 0 ? six : { ...six, Unmapped: unmapped };
}

function coverageOf(counts: readonly Readonly<Record<NodeStatus, number>>[]): number | null {
  if (counts.length === 0) return null;
  const all = exactSum(counts.flatMap((count) => NODE_STATUSES.map((status) => count[status])));
  return all === 0 ? 0 : exactSum(counts.map((count) => count.PASSED)) / all;
}

function* benchmarkProblems(tasks: readonly BenchmarkTask[]): Generator<string> {
  if (tasks.length === 0) yield "expected at least one task, got none";
  const seen = new Set<string>();
  for (const [index, { taskId, score, counts }] of tasks.entries()) {
    if (taskId === undefined || taskId === "") yield `expected task ${index + 1} to have a taskId; name it in the document's meta.task_id`;
    else if (seen.has(taskId)) yield `expected each task once, got ${JSON.stringify(taskId)} again as task ${index + 1}`;
    else seen.add(taskId);
    const name = taskId ?? `task ${index + 1}`;
    for (const figure of ["percent", "deterministicPercent", "strictPercent"] as const) {
      const percent = score[figure];
      if (percent !== null && (percent !== undefined || figure === "percent")) yield* outOfRange(`${figure} of ${name}`, percent, 0);
    }
    for (const status of counts === undefined ? [] : NODE_STATUSES) yield* outOfRange(`the count of ${status} of ${name}`, counts?.[status], 0);
  }
}
