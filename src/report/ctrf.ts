import type { Evaluation, NodeResult, NodeStatus, StepResult } from "../model/evaluation.js";
import { jsonText } from "./json-text.js";
import { reasonOf } from "./node-reason.js";
import { taskName, type ReportContent } from "./report-content.js";

/** The Common Test Report Format of ctrf.io, version 0.0.0: a test a node. An ERROR counts as failed; `rawStatus` keeps the difference. */
export function renderCtrf({ tasks, benchmark }: ReportContent): string {
  const starts = tasks.map(startOf);
  const report = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    generatedBy: "dagrade",
    results: {
      tool: { name: "dagrade" },
      summary: {
        ...countsOf(tasks.flatMap((task) => task.nodes)),
        suites: tasks.length,
        start: Math.min(...starts),
        stop: Math.max(...tasks.map((task) => startOf(task) + Math.round(task.durationMs))),
        extra: benchmark === undefined ? { scores: tasks.map(scoreOf) } : { benchmark, scores: tasks.map(scoreOf) },
      },
      tests: tasks.flatMap((task) => task.nodes.map((node) => test(task, node))),
    },
  };
  return `${jsonText(report, 2)}\n`;
}

type CtrfStatus = "passed" | "failed" | "skipped" | "pending" | "other";

const STATUSES: Readonly<Record<NodeStatus, CtrfStatus>> = {
  PASSED: "passed",
  FAILED: "failed",
  ERROR: "failed",
  SKIPPED_DEPENDENCY: "skipped",
  SKIPPED_LLM: "other",
  DRY_RUN: "pending",
};

const STEP_STATUSES: Readonly<Record<StepResult["outcome"], CtrfStatus>> = {
  pass: "passed",
  fail: "failed",
  error: "failed",
  unscored: "other",
};

function test(task: Evaluation, node: NodeResult): Record<string, unknown> {
  return {
    testId: `${taskName(task)}/${node.id}`,
    name: node.id,
    status: STATUSES[node.status],
    rawStatus: node.status,
    duration: Math.round(node.durationMs),
    suite: [taskName(task), node.category],
    message: reasonOf(node),
    steps: node.steps.map(({ name, outcome, code, message }) => ({ name, status: STEP_STATUSES[outcome], extra: { outcome, code, message } })),
    extra: { score: node.score, maxScore: node.maxScore, method: node.method, blockedBy: node.blockedBy },
  };
}

function countsOf(nodes: readonly NodeResult[]): Record<CtrfStatus | "tests", number> {
  const count = (status: CtrfStatus) => nodes.filter((node) => STATUSES[node.status] === status).length;
  return {
    tests: nodes.length,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    pending: count("pending"),
    other: count("other"),
  };
}

function scoreOf(task: Evaluation): Record<string, unknown> {
  return { task: taskName(task), status: task.status, ...task.score, nodeCoverage: task.nodeCoverage };
}

/** Milliseconds since the epoch. */
function startOf(task: Evaluation): number {
  return Date.parse(task.startedAt) || 0;
}
