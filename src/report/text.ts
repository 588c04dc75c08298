import type { BenchmarkScore } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";
import { benchmarkRemarks } from "./benchmark-remarks.js";
import { denominatorsOf } from "./denominators.js";
import { benchmarkTables, taskTables, type FigureTable } from "./figure-tables.js";
import { count, duration, percent, points } from "./figures.js";
import { nodeTree } from "./node-tree.js";
import { taskName, type ReportContent } from "./report-content.js";
import { countsLine } from "./status-mark.js";
import { clip, columns, wrap } from "./text-layout.js";
import { visibleLine } from "./visible-text.js";

/** The report for a terminal or a log: no colours, at most 96 columns, nothing of the system under test alive in it. */
export function renderText({ tasks, benchmark }: ReportContent): string {
  const lines = benchmark === undefined ? tasks.flatMap(taskLines) : benchmarkLines(benchmark, tasks);
  return `${lines.join("\n")}\n`;
}

function taskLines(evaluation: Evaluation): string[] {
  const title = `${taskName(evaluation)}: ${percent(evaluation.score.percent)}, ${evaluation.status} in ${duration(evaluation.durationMs)}`;
  const denominators = denominatorsOf(evaluation).map((row) => [row.name, row.percent, row.points, row.note]);
  return [
    ...wrap(visibleLine(title), "", 2),
    "",
    ...columns(denominators, [1, 2]),
    ...section("Nodes", [...wrap(countsLine(evaluation.counts), "", 2), "", ...nodeTree(evaluation.nodes)]),
    ...section("Root causes", rootCauseLines(evaluation)),
    ...taskTables(evaluation).flatMap(tableLines),
    ...section("Diagnostics", diagnosticLines(evaluation)),
    ...section("Judge", judgeLines(evaluation)),
  ];
}

function benchmarkLines(benchmark: BenchmarkScore, tasks: readonly Evaluation[]): string[] {
  return [
    `benchmark of ${count(benchmark.tasks, "task")}: ${percent(benchmark.meanPercent)}`,
    ...benchmarkRemarks(benchmark, tasks).flatMap((remark) => wrap(visibleLine(remark), "", 3)),
    ...benchmarkTables(benchmark).flatMap(tableLines),
  ];
}

/** A heading over its lines; nothing when there are none. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, "─".repeat(title.length), ...lines];
}

function tableLines({ title, head, rows }: FigureTable): string[] {
  const cells = rows.map((row) => [clip(visibleLine(row.name), 40), percent(row.percent), ...row.figures]);
  return rows.length === 0 ? [] : section(title, columns([["", ...head], ...cells], head.map((_name, index) => index + 1)));
}

function rootCauseLines({ rootCauses }: Evaluation): string[] {
  return rootCauses.flatMap(({ nodeId, blocks, blockedMax }) => [
    `${clip(visibleLine(nodeId), 60)} blocks ${count(blocks.length, "node")} worth ${points(blockedMax)} points`,
    ...wrap(visibleLine(blocks.join(", ")), "  ", 2),
  ]);
}

const SHOWN_DIAGNOSTICS = 10;

function diagnosticLines({ diagnostics }: Evaluation): string[] {
  const shown = diagnostics.filter(({ severity }) => severity !== "info").slice(0, SHOWN_DIAGNOSTICS);
  const left = diagnostics.length - shown.length;
  return [
    ...shown.flatMap(({ severity, code, message, path }) => wrap(visibleLine(`${severity} ${code} at ${path || "/"}: ${message}`), "", 2)),
    ...(left > 0 ? [`${left} more in the JSON report`] : []),
  ];
}

function judgeLines({ judge }: Evaluation): string[] {
  if (judge === undefined) return [];
  return [`${clip(visibleLine(judge.name), 40)}: ${count(judge.calls, "call")}, ${judge.inputTokens} tokens in, ${judge.outputTokens} tokens out`];
}
