import { expect, it } from "vitest";
import { aggregateTask } from "../../src/aggregate/task.js";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import type { Evaluation } from "../../src/model/evaluation.js";
import { nodeResult } from "./node-results.js";

function evaluation(taskId: string, score: number): Evaluation {
  const nodes = [nodeResult({ id: "a", maxScore: 4, score })];
  return { taskId, status: "completed", startedAt: "2026-01-01T00:00:00.000Z", durationMs: 5, ...aggregateTask(nodes), nodes, diagnostics: [] };
}

it("keeps the evaluations and adds the benchmark", () => {
  const tasks = [evaluation("a", 1), evaluation("b", 3)];
  const report = mergeReports(tasks, { domains: { a: "X" } });
  expect(report.tasks).toEqual(tasks);
  expect(report.benchmark).toMatchObject({ meanPercent: 50, byDomain: { X: { meanPercent: 25 } } });
});

it("refuses the same task twice", () => {
  expect(() => mergeReports([evaluation("a", 1), evaluation("a", 1)])).toThrow('"a" again');
});
