import { describe, expect, it } from "vitest";
import { aggregateTask } from "../../src/aggregate/task.js";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { HOSTILE, sampleEvaluation, step } from "./sample-evaluation.js";

describe("renderReport: text", () => {
  const text = renderReport(sampleEvaluation(), "text");
  const lines = text.split("\n");

  it("shows the lenient and the strict denominator side by side", () => {
    expect(lines.slice(0, 6)).toEqual([
      "helpdesk: 34.8 %, completed in 1 min 01 s",
      "",
      "score          34.8 %  7.3 of 21  leaves out 10 points of 1 node without a judge's score",
      "strict         23.5 %  7.3 of 31  leaves out nothing",
      "deterministic  34.8 %  7.3 of 21  leaves out every node that a judge grades",
      "node coverage  28.6 %     2 of 7  passed nodes of all nodes",
    ]);
  });

  it("shows every node once, blocked ones below what blocked them", () => {
    const marked = lines.filter((line) => /^ *[✓✗!○?·] \S.*[·…]? \d/.test(line) && line.includes("/")).map((line) => line.replace(/ ·+ /, " "));
    expect(marked.slice(0, 6)).toEqual([
      "✓ DEPLOY_HEALTH 4/4",
      "✗ AUTH_LOGIN 0/6",
      "  ○ RBAC_DENIED 0/3",
      "✓ ORDERS_CRUD 3.3/5",
      "! ORDERS_EXPORT 0/2",
      "? FE_LAYOUT 0/10",
    ]);
    expect(marked).toHaveLength(7);
    expect(text).toContain("      blocked by AUTH_LOGIN, ORDERS_EXPORT");
    expect(text).toContain("    step 2, http_request [status-differs]: expected 201, got 500");
  });

  it("names root causes with the points behind them, backbones, categories and trajectories", () => {
    expect(text).toContain("AUTH_LOGIN blocks 1 node worth 3 points\n  RBAC_DENIED");
    expect(text).toMatch(/^API +66\.0 % +3\.3\/5 +1 +0 +0 +0$/m);
    expect(text).toMatch(/^Frontend +n\/a +0\/0 +0 +0 +0 +1$/m);
    expect(text).toMatch(/^happy_path +40\.0 % +4\/10 /m);
    expect(text).not.toMatch(/^Logic/m);
  });

  it("keeps to 96 columns and lets nothing of the system under test reach the terminal", () => {
    const long = "wörd ".repeat(200) + "x".repeat(300);
    const nodes = [{ ...sampleEvaluation().nodes[1], id: "N".repeat(200), steps: [step({ outcome: "fail", message: long })] }] as never;
    for (const evaluation of [sampleEvaluation({ taskId: HOSTILE }), sampleEvaluation({ nodes })]) {
      for (const line of renderReport(evaluation, "text").split("\n")) {
        expect([...line].length).toBeLessThanOrEqual(96);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
      }
    }
  });

  it("shows a blocked node even when what blocked it is not listed", () => {
    const orphan = { ...sampleEvaluation().nodes[4], blockedBy: ["ELSEWHERE"] } as never;
    expect(renderReport(sampleEvaluation({ nodes: [orphan] }), "text")).toContain("○ RBAC_DENIED");
  });

  it("counts the other steps of a chain that did not pass", () => {
    const steps = [step({ outcome: "fail", message: "first" }), step(), step({ outcome: "fail", message: "second" })];
    const nodes = [{ ...sampleEvaluation().nodes[2], steps }] as never;
    expect(renderReport(sampleEvaluation({ nodes }), "text")).toContain("step 1, http_request: first (and 1 more step that did not pass)");
  });

  it("lists grave diagnostics first and says how many it leaves out", () => {
    expect(text).toContain("warning denied-accepts-404 at /nodes/4: <script>");
    expect(text).toContain("1 more in the JSON report");
    expect(text).not.toContain("alias-key");
  });

  it("has no score for an empty run", () => {
    const empty = renderReport(sampleEvaluation({ ...aggregateTask([]), nodes: [], diagnostics: [] }), "text");
    expect(empty).toMatch(/^score +n\/a +0 of 0 +leaves out nothing$/m);
  });

  it("sums a benchmark up", () => {
    const silent = { ...aggregateTask([]), nodes: [] };
    const report = mergeReports([sampleEvaluation(), sampleEvaluation({ ...silent, taskId: "silent", status: "aborted" })], { domains: { helpdesk: "CG" } });
    const benchmark = renderReport(report, "text");
    expect(benchmark).toMatch(/^benchmark of 2 tasks: 34\.8 %\nnode coverage 28\.6 %\nwithout a score, hence not in the mean: silent\naborted: silent$/m);
    expect(benchmark).toMatch(/^CG +34\.8 % +23\.5 % +34\.8 % +1$/m);
    expect(benchmark).toMatch(/^silent +n\/a +n\/a +n\/a +0\.0 %$/m);
  });
});
