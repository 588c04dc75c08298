import type { BenchmarkScore, MeanScore, TaskLine } from "../model/benchmark.js";
import type { Breakdown, Evaluation } from "../model/evaluation.js";
import { percent, points } from "./figures.js";

/** A table of named percentages with figures beside them; every text but the names is dagrade's own. */
export interface FigureTable {
  readonly title: string;
  /** Of the percentage and the figures, not of the name. */
  readonly head: readonly string[];
  readonly rows: readonly FigureRow[];
}

export interface FigureRow {
  /** Raw: the renderer escapes it. */
  readonly name: string;
  readonly percent: number | null;
  readonly figures: readonly string[];
}

/** The breakdowns of a task that have something in them. */
export function taskTables(evaluation: Evaluation): FigureTable[] {
  return [
    backboneTable(evaluation.byBackbone),
    breakdownTable("Categories", Object.entries(evaluation.byCategory)),
    breakdownTable("Complexity", Object.entries(evaluation.byComplexity)),
    breakdownTable("Trajectories", Object.entries(evaluation.byTrajectory)),
  ].filter(({ rows }) => rows.length > 0);
}

/** The means, the tasks and the backbones of a benchmark. */
export function benchmarkTables(benchmark: BenchmarkScore): FigureTable[] {
  return [
    {
      title: "Means",
      head: ["score", "strict", "deterministic", "tasks"],
      rows: [meanRow("all tasks", benchmark), ...Object.entries(benchmark.byDomain).map(([domain, mean]) => meanRow(domain, mean))],
    },
    { title: "Tasks", head: ["score", "strict", "deterministic", "coverage"], rows: benchmark.perTask.map(taskRow) },
    backboneTable(benchmark.byBackbone),
  ];
}

/** A share from 0 to 1 as {@link percent} shows it. */
export function share(value: number | null): string {
  return percent(value === null ? null : value * 100);
}

function backboneTable(byBackbone: Evaluation["byBackbone"]): FigureTable {
  return breakdownTable("Backbones", Object.entries(byBackbone).filter(([, breakdown]) => breakdown.nodes > 0));
}

function breakdownTable(title: string, breakdowns: readonly (readonly [string, Breakdown])[]): FigureTable {
  return {
    title,
    head: ["score", "points", "passed", "failed", "errors", "skipped"],
    rows: breakdowns.map(([name, { earned, max, passed, failed, error, skipped, percent: value }]) => ({
      name,
      percent: value,
      figures: [`${points(earned)}/${points(max)}`, ...[passed, failed, error, skipped].map(String)],
    })),
  };
}

function meanRow(name: string, mean: MeanScore): FigureRow {
  const figures = [percent(mean.meanStrictPercent), percent(mean.meanDeterministicPercent), String(mean.tasks)];
  return { name, percent: mean.meanPercent, figures };
}

function taskRow(line: TaskLine): FigureRow {
  const figures = [percent(line.strictPercent), percent(line.deterministicPercent), share(line.nodeCoverage)];
  return { name: line.taskId, percent: line.percent, figures };
}
