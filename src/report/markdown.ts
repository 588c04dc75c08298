import type { BenchmarkScore } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";
import { benchmarkRemarks } from "./benchmark-remarks.js";
import { denominatorsOf } from "./denominators.js";
import { benchmarkTables, taskTables, type FigureTable } from "./figure-tables.js";
import { count, duration, percent, points } from "./figures.js";
import { reasonOf } from "./node-reason.js";
import { taskName, type ReportContent } from "./report-content.js";
import { countsLine, STATUS_MARKS } from "./status-mark.js";
import { visibleLine } from "./visible-text.js";

/** GitHub-flavoured Markdown for a pull request or a job summary. Every foreign text stands in a code span, so none of it is markup. */
export function renderMarkdown({ tasks, benchmark }: ReportContent): string {
  const blocks = benchmark === undefined ? tasks.flatMap(taskBlocks) : benchmarkBlocks(benchmark, tasks);
  return `${blocks.join("\n\n")}\n`;
}

function taskBlocks(evaluation: Evaluation): string[] {
  return [
    `## ${code(taskName(evaluation))}: ${percent(evaluation.score.percent)}`,
    `${evaluation.status} in ${duration(evaluation.durationMs)}. ${countsLine(evaluation.counts)}`,
    table(["", "score", "points", ""], denominatorsOf(evaluation).map((row) => [row.name, row.percent, row.points, row.note])),
    ...section("Points that were not earned", ["node", "points", "why"], shortfalls(evaluation)),
    ...section("Root causes", ["node", "blocked nodes", "blocked points"], rootCauses(evaluation)),
    ...taskTables(evaluation).flatMap(figureSection),
  ];
}

function benchmarkBlocks(benchmark: BenchmarkScore, tasks: readonly Evaluation[]): string[] {
  return [
    `## Benchmark of ${count(benchmark.tasks, "task")}: ${percent(benchmark.meanPercent)}`,
    benchmarkRemarks(benchmark, tasks).map((remark) => `- ${code(remark)}`).join("\n"),
    ...benchmarkTables(benchmark).flatMap(figureSection),
  ];
}

function shortfalls({ nodes }: Evaluation): string[][] {
  return nodes.flatMap((node) => {
    const reason = reasonOf(node);
    const figures = `${points(node.score)}/${points(node.maxScore)}`;
    return reason === undefined ? [] : [[`${STATUS_MARKS[node.status].sign} ${code(node.id)}`, figures, code(reason)]];
  });
}

function rootCauses(evaluation: Evaluation): string[][] {
  return evaluation.rootCauses.map(({ nodeId, blocks, blockedMax }) => [code(nodeId), String(blocks.length), points(blockedMax)]);
}

function figureSection({ title, head, rows }: FigureTable): string[] {
  return section(title, ["", ...head], rows.map((row) => [code(row.name), percent(row.percent), ...row.figures]));
}

/** A heading over its table; nothing when there are no rows. */
function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [`### ${title}`, table(head, rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Pipes escaped as tables need it; parsers disagree about what a backslash before the escape does, so a space parts them. */
function cell(text: string): string {
  return text.replace(/\\(?=\|)/g, "\\ ").replaceAll("|", "\\|");
}

/** A code span: fenced by more backticks than the text has in a row. */
function code(text: string): string {
  const line = visibleLine(text);
  if (line === "") return "";
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = longest > 0 ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}
