import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregateBenchmark } from "../../src/aggregate/benchmark.js";
import { aggregateTask } from "../../src/aggregate/task.js";
import type { NodeResult } from "../../src/model/evaluation.js";
import { nodeResult } from "./node-results.js";

function task(taskId: string, nodes: readonly NodeResult[]) {
  return { taskId, ...aggregateTask(nodes) };
}

// 1 of 2 points; 30 of 40 points; nothing but a judge that was silent.
const SMALL = task("small", [nodeResult({ id: "a", category: "RBAC" }), nodeResult({ id: "b", status: "FAILED", category: "RBAC" })]);
const LARGE = task("large", [
  nodeResult({ id: "a", maxScore: 30, category: "RBAC" }),
  nodeResult({ id: "b", maxScore: 10, status: "FAILED" }),
  nodeResult({ id: "c", maxScore: 20, status: "SKIPPED_LLM", method: "llm-judge", category: "Zebra" }),
]);
const SILENT = task("silent", [nodeResult({ id: "a", maxScore: 5, status: "SKIPPED_LLM", method: "llm-judge", category: "Frontend" })]);

describe("aggregateBenchmark", () => {
  const benchmark = aggregateBenchmark([SMALL, LARGE, SILENT], { domains: { small: "CG", large: "DW", silent: "DW", absent: "XY" } });

  it("means task scores without weighting them by size, and names the tasks that have none", () => {
    // lenient (50 + 75) / 2; strict (50 + 50 + 0) / 3
    expect(benchmark).toMatchObject({ tasks: 3, meanPercent: 62.5, meanDeterministicPercent: 62.5, excludedTasks: ["silent"] });
    expect(benchmark.meanStrictPercent).toBeCloseTo(100 / 3, 12);
  });

  it("covers all nodes of all tasks", () => {
    expect(benchmark.nodeCoverage).toBe(2 / 6);
  });

  it("means within domains", () => {
    expect(benchmark.byDomain).toEqual({
      CG: { tasks: 1, meanPercent: 50, meanDeterministicPercent: 50, meanStrictPercent: 50 },
      DW: { tasks: 2, meanPercent: 75, meanDeterministicPercent: 75, meanStrictPercent: 25 },
    });
  });

  it("pools the backbones' points", () => {
    expect(benchmark.byBackbone.AuthZ).toEqual({ earned: 31, max: 32, percent: 96.875, nodes: 3, passed: 2, failed: 1, error: 0, skipped: 0 });
    expect(benchmark.byBackbone.Quality).toMatchObject({ percent: null, nodes: 1, skipped: 1 });
    expect(benchmark.byBackbone.Unmapped).toMatchObject({ max: 0, percent: null, nodes: 1 });
    expect(benchmark.byBackbone.Deploy).toMatchObject({ nodes: 0, percent: null });
  });

  it("lists the tasks in the order given", () => {
    expect(benchmark.perTask).toEqual([
      { taskId: "small", domain: "CG", percent: 50, deterministicPercent: 50, strictPercent: 50, nodeCoverage: 1 / 2 },
      { taskId: "large", domain: "DW", percent: 75, deterministicPercent: 75, strictPercent: 50, nodeCoverage: 1 / 3 },
      { taskId: "silent", domain: "DW", percent: null, deterministicPercent: null, strictPercent: 0, nodeCoverage: 0 },
    ]);
  });

  it("takes tasks that state their score alone", () => {
    const bare = aggregateBenchmark([
      { taskId: "a", score: { percent: 20 } },
      { taskId: "b", score: { percent: 40 } },
    ]);
    expect(bare).toMatchObject({ meanPercent: 30, meanDeterministicPercent: null, meanStrictPercent: null, nodeCoverage: null, byDomain: {} });
    expect(bare.byBackbone.API).toMatchObject({ nodes: 0, percent: null });
  });

  it("has no mean when no task has a score", () => {
    expect(aggregateBenchmark([SILENT])).toMatchObject({ meanPercent: null, meanStrictPercent: 0, excludedTasks: ["silent"] });
  });

  it("is safe with any task id and domain", () => {
    const domains = JSON.parse('{"__proto__":"__proto__"}') as Record<string, string>;
    const { byDomain, perTask } = aggregateBenchmark([{ taskId: "__proto__", score: { percent: 5 } }, { taskId: "constructor", score: { percent: 7 } }], { domains });
    expect(Object.entries(byDomain).map(([domain, means]) => [domain, means.meanPercent])).toEqual([["__proto__", 5]]);
    expect(perTask[1]).not.toHaveProperty("domain");
  });

  it("refuses what makes no benchmark, all problems at once", () => {
    expect(() => aggregateBenchmark([])).toThrow("at least one task");
    const tasks = [{ score: { percent: 1 } }, { taskId: "a", score: { percent: Number.NaN } }, { taskId: "a", score: { percent: 3 } }];
    expect(() => aggregateBenchmark(tasks)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(() => aggregateBenchmark(tasks)).toThrow(/task 1 to have a taskId.*percent of a.*NaN.*"a" again as task 3/);
  });

  it("does not depend on the order of the tasks", () => {
    const percents = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(percents, (drawn) => {
        const tasks = drawn.map((percent, index) => ({ taskId: `t${index}`, score: { percent } }));
        expect(aggregateBenchmark(tasks.toReversed()).meanPercent).toBe(aggregateBenchmark(tasks).meanPercent);
      }),
    );
  });
});
