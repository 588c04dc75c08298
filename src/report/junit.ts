import type { Evaluation, NodeResult } from "../model/evaluation.js";
import { escapeMarkup } from "./escape-markup.js";
import { decisiveStep, reasonOf, stepTitle } from "./node-reason.js";
import { taskName, type ReportContent } from "./report-content.js";
import { xmlElement } from "./xml-element.js";

/** JUnit XML: a suite a task, a test case a node. Blocked, unscored and dry-run nodes are `skipped`; what blocked them is a failure. */
export function renderJunit({ tasks }: ReportContent): string {
  const all = tasks.flatMap((task) => task.nodes);
  const milliseconds = tasks.reduce((sum, task) => sum + task.durationMs, 0);
  const root = xmlElement("testsuites", { name: "dagrade", ...countsOf(all), time: seconds(milliseconds) }, tasks.map(suite));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function suite(evaluation: Evaluation): string {
  const { score } = evaluation;
  const attributes = {
    name: taskName(evaluation),
    ...countsOf(evaluation.nodes),
    time: seconds(evaluation.durationMs),
    timestamp: evaluation.startedAt.replace(/\.\d+Z$/, ""),
  };
  const figures = properties({
    status: evaluation.status,
    percent: score.percent ?? "n/a",
    strictPercent: score.strictPercent ?? "n/a",
    deterministicPercent: score.deterministicPercent ?? "n/a",
    earned: score.earned,
    max: score.max,
    excludedMax: score.excludedMax,
    nodeCoverage: evaluation.nodeCoverage,
  });
  return xmlElement("testsuite", attributes, [figures, ...evaluation.nodes.map((node) => testCase(evaluation, node))]);
}

function testCase(evaluation: Evaluation, node: NodeResult): string {
  const attributes = { name: node.id, classname: `${taskName(evaluation)}.${node.category}`, time: seconds(node.durationMs) };
  const figures = properties({ status: node.status, score: node.score, maxScore: node.maxScore, method: node.method });
  return xmlElement("testcase", attributes, [figures, ...outcome(node), ...stepLog(node)]);
}

function outcome(node: NodeResult): string[] {
  const message = reasonOf(node);
  switch (node.status) {
    case "PASSED":
      return [];
    case "FAILED":
    case "ERROR":
      return [xmlElement(node.status === "ERROR" ? "error" : "failure", { message, type: decisiveStep(node)?.code ?? node.status })];
    case "SKIPPED_DEPENDENCY":
    case "SKIPPED_LLM":
    case "DRY_RUN":
      return [xmlElement("skipped", { message })];
  }
}

function stepLog({ steps }: NodeResult): string[] {
  if (steps.length === 0) return [];
  const lines = steps.map((step, index) => `${index + 1}. ${step.outcome} ${stepTitle(step)}${step.message === "" ? "" : `: ${step.message}`}`);
  return [xmlElement("system-out", {}, [escapeMarkup(lines.join("\n"))])];
}

function properties(values: Readonly<Record<string, string | number>>): string {
  return xmlElement("properties", {}, Object.entries(values).map(([name, value]) => xmlElement("property", { name, value })));
}

function countsOf(nodes: readonly NodeResult[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const count = (...statuses: NodeResult["status"][]) => nodes.filter((node) => statuses.includes(node.status)).length;
  return {
    tests: nodes.length,
    failures: count("FAILED"),
    errors: count("ERROR"),
    skipped: count("SKIPPED_DEPENDENCY", "SKIPPED_LLM", "DRY_RUN"),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
