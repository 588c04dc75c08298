import { describe, expect, it } from "vitest";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { HOSTILE, sampleEvaluation } from "./sample-evaluation.js";

/** A line without its code spans and escaped pipes: what a Markdown parser takes for markup. */
function markupOf(line: string): string {
  return line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "").replaceAll("\\|", "");
}

describe("renderReport: markdown", () => {
  const markdown = renderReport(sampleEvaluation(), "markdown");
  const lines = markdown.split("\n");

  it("leaves nothing of the system under test outside a code span", () => {
    const several = renderReport(mergeReports([sampleEvaluation({ taskId: HOSTILE }), sampleEvaluation()], { domains: { [HOSTILE]: HOSTILE } }), "markdown");
    for (const text of [markdown, several]) {
      expect(text).toContain("alert(1)");
      expect(text.split("\n").map(markupOf).join("\n")).not.toMatch(/[<>[\]@\\`]|alert|evil|SKIP/);
    }
  });

  it("gives every row as many cells as its table has columns", () => {
    let width = 0;
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith("|")) continue;
      const cells = line.split(/(?<!\\)\|/).length;
      expect(line).not.toContain("\\\\|"); // read by some parsers as a backslash and the end of the cell
      if (!lines[index - 1]?.startsWith("|")) width = cells;
      expect([line, cells]).toEqual([line, width]);
    }
  });

  it("shows the denominators side by side", () => {
    expect(markdown).toContain("| score | 34.8 % | 7.3 of 21 | leaves out 10 points of 1 node without a judge's score |");
    expect(markdown).toContain("| strict | 23.5 % | 7.3 of 31 | leaves out nothing |");
  });

  it("lists what was not earned and why", () => {
    expect(markdown).toContain("| ✓ `ORDERS_CRUD` | 3.3/5 | `step 2, http_request [status-differs]: expected 201, got 500` |");
    expect(markdown).toContain("| ○ `RBAC_DENIED` | 0/3 | `blocked by AUTH_LOGIN, ORDERS_EXPORT` |");
    expect(markdown).not.toContain("DEPLOY_HEALTH");
  });
});
