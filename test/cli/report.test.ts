import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { sampleEvaluation } from "../report/sample-evaluation.js";
import { makeWorkspace } from "../support/workspace.js";
import { commandLine } from "./command-line.js";

const FIRST = sampleEvaluation();
const SECOND = sampleEvaluation({ taskId: "second" });

async function setUp(files: Record<string, string>) {
  const folder = await makeWorkspace({ "first.json": renderReport(FIRST, "json"), "second.json": renderReport(SECOND, "json"), ...files });
  return (name: string) => join(folder, name);
}

describe("dagrade report", () => {
  it("renders a report in another format", async () => {
    const at = await setUp({});
    const { exitCode, out } = await commandLine(["report", at("first.json"), "--format", "markdown"]);
    expect([exitCode, out]).toEqual([0, renderReport(FIRST, "markdown")]);
  });

  it("makes a benchmark of several, merged ones included", async () => {
    const at = await setUp({ "merged.json": renderReport(mergeReports([sampleEvaluation({ taskId: "third" })]), "json") });
    const { exitCode, out } = await commandLine(["report", at("first.json"), at("second.json"), at("merged.json")]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^benchmark of 3 tasks: 34\.8 %/);
  });

  it("says once where a file is no report", async () => {
    const at = await setUp({ "bad.json": JSON.stringify({ ...FIRST, nodes: [{ ...FIRST.nodes[0], status: "green" }] }) });
    const { error } = await commandLine(["report", at("bad.json")]);
    expect(error).toMatch(/bad\.json is no JSON report: `nodes\[0\]\.status`: expected .* got "green"$/m);
  });

  it("refuses the same task twice", async () => {
    const at = await setUp({});
    const { exitCode, out, error } = await commandLine(["report", at("first.json"), at("first.json")]);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(error).toContain('"helpdesk" again');
  });

  it.each([
    ["no JSON", "{", "expected JSON in"],
    ["another document", `{ "nodes": [] }`, "is no JSON report: taskId"],
    ["a status that is none", renderReport({ ...FIRST, status: "green" as "aborted" }, "json"), "status"],
    ["a merged report without tasks", `{ "benchmark": {}, "tasks": [] }`, "tasks"],
    ["null", "null", "is no JSON report"],
  ])("refuses %s", async (_title, content, message) => {
    const at = await setUp({ "bad.json": content });
    const { exitCode, error } = await commandLine(["report", at("bad.json")]);
    expect(exitCode).toBe(2);
    expect(error).toContain(message.replace("taskId", ""));
  });
});
