import { describe, expect, it } from "vitest";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { HOSTILE, sampleEvaluation } from "./sample-evaluation.js";
import { elements, readXml } from "./xml-reader.js";

describe("renderReport: junit", () => {
  const evaluation = sampleEvaluation();
  const document = readXml(renderReport(evaluation, "junit"));
  const cases = elements(document, "testcase");
  const caseOf = (id: string) => cases.find(({ attributes }) => attributes["name"] === id);

  it("is well-formed whatever the system under test said", () => {
    expect(document.name).toBe("testsuites");
    expect(cases).toHaveLength(evaluation.nodes.length);
  });

  it("counts failures, errors and skipped nodes", () => {
    const counts = { tests: "7", failures: "1", errors: "1", skipped: "3" };
    expect(document.attributes).toMatchObject(counts);
    expect(elements(document, "testsuite")[0]?.attributes).toMatchObject({ ...counts, name: "helpdesk", time: "61.700", timestamp: "2026-03-01T10:20:30" });
    expect(["failure", "error", "skipped"].map((name) => elements(document, name).length)).toEqual([1, 1, 3]);
  });

  it("says why, with control characters made visible", () => {
    const failure = elements(document, "failure")[0];
    expect(failure?.attributes["type"]).toBe("value-differs");
    expect(failure?.attributes["message"]).toContain("step 2, json_value_assert [value-differs]: <script>alert(1)</script> ]]> & \"q\" 'a'");
    expect(failure?.attributes["message"]).toContain("\\x1b[31mred\\x1b[0m \\x00\\x08 \\u{202e}evil \\u{d800}");
    expect(elements(document, "skipped").map(({ attributes }) => attributes["message"])).toEqual([
      "blocked by AUTH_LOGIN, ORDERS_EXPORT",
      "step 1, llm_judge: no judge was given",
      "dry run",
    ]);
  });

  it("keeps the points of every node, partial ones too", () => {
    const crud = caseOf("ORDERS_CRUD");
    expect(crud?.attributes).toEqual({ name: "ORDERS_CRUD", classname: "helpdesk.CRUD", time: "61.500" });
    const figures = elements(crud ?? document, "property").map(({ attributes }) => [attributes["name"], attributes["value"]]);
    expect(Object.fromEntries(figures)).toEqual({ status: "PASSED", score: "3.3", maxScore: "5", method: "weighted" });
    expect(elements(crud ?? document, "system-out")[0]?.text.split("\n")[1]).toBe("2. fail http_request [status-differs]: expected 201, got 500");
  });

  it("ends the line of a step that has nothing to say with its name", () => {
    const [first, ...others] = evaluation.nodes;
    const silent = { ...evaluation, nodes: [{ ...first, steps: [{ type: "json_value_assert", name: "json_value_assert", outcome: "pass", message: "", durationMs: 1 }] }, ...others] };
    expect(elements(readXml(renderReport(silent as typeof evaluation, "junit")), "system-out")[0]?.text).toBe("1. pass json_value_assert");
  });

  it("makes one suite a task of a benchmark", () => {
    const report = mergeReports([evaluation, sampleEvaluation({ taskId: HOSTILE })]);
    const suites = elements(readXml(renderReport(report, "junit")), "testsuite");
    expect(suites).toHaveLength(2);
    expect(suites[1]?.attributes["name"]).toContain("<script>");
  });
});
