import type { Evaluation, NodeResult } from "../model/evaluation.js";
import { jsonText } from "./json-text.js";
import { decisiveStep, reasonOf } from "./node-reason.js";
import { taskName, type ReportContent } from "./report-content.js";
import { visibleLine, visibleText } from "./visible-text.js";

/** TAP version 14: a test point a node; of a benchmark, a subtest a task. Nodes that did not run, or have no judge's score, are SKIP. */
export function renderTap({ tasks, benchmark }: ReportContent): string {
  const [single] = tasks;
  const lines = benchmark === undefined && single !== undefined ? taskLines(single) : benchmarkLines(tasks);
  return `${["TAP version 14", ...lines].join("\n")}\n`;
}

function benchmarkLines(tasks: readonly Evaluation[]): string[] {
  const points = tasks.flatMap((task, index) => [
    `# Subtest: ${description(taskName(task))}`,
    ...taskLines(task).map((line) => `    ${line}`),
    `${isOk(task) ? "ok" : "not ok"} ${index + 1} - ${description(taskName(task))}`,
  ]);
  return [`1..${tasks.length}`, ...points];
}

function taskLines({ nodes, score }: Evaluation): string[] {
  return [
    `1..${nodes.length}`,
    ...nodes.flatMap((node, index) => nodeLines(node, index + 1)),
    `# score ${score.percent ?? "n/a"}, strict ${score.strictPercent ?? "n/a"}, points left out ${score.excludedMax}`,
  ];
}

function nodeLines(node: NodeResult, number: number): string[] {
  const reason = reasonOf(node);
  const point = `${hasFailed(node) ? "not ok" : "ok"} ${number} - ${description(node.id)}`;
  const figures = Object.entries({
    status: node.status,
    score: node.score,
    maxScore: node.maxScore,
    category: node.category,
    duration_ms: node.durationMs,
    code: decisiveStep(node)?.code,
    message: reason,
  });
  return [
    isSkipped(node) ? `${point} # SKIP ${description(reason ?? node.status)}` : point,
    "  ---",
    ...figures.filter(([, value]) => value !== undefined).map(([key, value]) => `  ${key}: ${scalar(value)}`),
    "  ...",
  ];
}

/** A task is ok as its points are: none is `not ok`. */
function isOk(task: Evaluation): boolean {
  return task.status === "completed" && !task.nodes.some(hasFailed);
}

function hasFailed(node: NodeResult): boolean {
  return node.status === "FAILED" || node.status === "ERROR";
}

function isSkipped(node: NodeResult): boolean {
  return !hasFailed(node) && node.status !== "PASSED";
}

/** One line in which `#` starts no directive. */
function description(text: string): string {
  return visibleLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

/** A JSON scalar, which YAML reads alike. */
function scalar(value: string | number | undefined): string {
  return jsonText(typeof value === "string" ? visibleText(value) : value);
}
