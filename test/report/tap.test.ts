import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { HOSTILE, sampleEvaluation } from "./sample-evaluation.js";

describe("renderReport: tap", () => {
  const lines = renderReport(sampleEvaluation(), "tap").trimEnd().split("\n");
  const points = lines.filter((line) => /^(not )?ok/.test(line));

  it("starts with the version and the plan", () => {
    expect(lines.slice(0, 2)).toEqual(["TAP version 14", "1..7"]);
  });

  it("has one numbered test point a node, skipped unless it ran", () => {
    expect(points.slice(0, 6)).toEqual([
      "ok 1 - DEPLOY_HEALTH",
      "not ok 2 - AUTH_LOGIN",
      "ok 3 - ORDERS_CRUD",
      "not ok 4 - ORDERS_EXPORT",
      "ok 5 - RBAC_DENIED # SKIP blocked by AUTH_LOGIN, ORDERS_EXPORT",
      "ok 6 - FE_LAYOUT # SKIP step 1, llm_judge: no judge was given",
    ]);
  });

  it("lets no text of the system under test become a directive or a line", () => {
    expect(points).toHaveLength(7);
    expect(points[6]).toMatch(/^ok 7 - EVIL .* \\# SKIP .* # SKIP dry run$/);
    for (const line of lines) expect(line).toMatch(/^(TAP version 14|1\.\.7|(not )?ok \d.*| {2}---| {2}\w+: .*| {2}\.\.\.|# score .*)$/);
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it("describes every node in a YAML block", () => {
    const blocks = lines.join("\n").matchAll(/^ {2}---\n(.*?)^ {2}\.\.\.$/gms);
    const figures = Array.from(blocks, ([, block = ""]) => parse(block) as Record<string, unknown>);
    expect(figures).toHaveLength(7);
    expect(figures[2]).toEqual({
      status: "PASSED",
      score: 3.3,
      maxScore: 5,
      category: "CRUD",
      duration_ms: 61_500,
      code: "status-differs",
      message: "step 2, http_request [status-differs]: expected 201, got 500",
    });
  });

  it("nests the tasks of a benchmark as subtests", () => {
    const passed = sampleEvaluation().nodes.slice(0, 1);
    const report = mergeReports([
      sampleEvaluation(),
      sampleEvaluation({ taskId: "fine", nodes: passed }),
      sampleEvaluation({ taskId: HOSTILE, nodes: passed, status: "aborted" }),
    ]);
    const outer = renderReport(report, "tap").split("\n").filter((line) => /^(\d|# Sub|(not )?ok)/.test(line));
    expect(outer).toHaveLength(7);
    expect(outer.slice(0, 5)).toEqual(["1..3", "# Subtest: helpdesk", "not ok 1 - helpdesk", "# Subtest: fine", "ok 2 - fine"]);
    expect(outer[6]).toMatch(/^not ok 3 - <script>/);
  });
});
