import { describe, expect, it } from "vitest";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { REPORT_FORMATS, renderReport } from "../../src/report/render-report.js";
import { HOSTILE, sampleEvaluation } from "./sample-evaluation.js";

describe("renderReport: json", () => {
  const plain = sampleEvaluation({ nodes: sampleEvaluation().nodes.map((node) => ({ ...node, steps: [] })) });

  it("parses back to an equal evaluation", () => {
    expect(JSON.parse(renderReport(plain, "json"))).toEqual(plain);
    const report = mergeReports([plain, { ...plain, taskId: HOSTILE }]);
    expect(JSON.parse(renderReport(report, "json"))).toEqual(report);
  });

  it("writes control and direction characters as escapes", () => {
    const json = renderReport(sampleEvaluation({ taskId: "\u009b31m \u202e \u{1fffe} é" }), "json");
    expect(json).toContain(String.raw`"taskId": "\u009b31m \u202e \ud83f\udffe é"`);
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });

  it("writes a bigint as a string rather than throwing", () => {
    expect(renderReport(sampleEvaluation(), "json")).toContain('"evidence": "0"');
  });
});

describe("renderReport", () => {
  it.each(REPORT_FORMATS)("is pure and ends with a line feed (%s)", (format) => {
    const evaluation = sampleEvaluation();
    expect(renderReport(evaluation, format)).toBe(renderReport(sampleEvaluation(), format));
    expect(renderReport(evaluation, format).endsWith("\n")).toBe(true);
  });

  it.each(["xml", "", "__proto__", "toString"])("refuses the format %j and lists the known ones", (format) => {
    const render = () => renderReport(sampleEvaluation(), format as "json");
    expect(render).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(render).toThrow("json, text, markdown, html, junit, tap, ctrf");
  });
});
