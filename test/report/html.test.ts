import { describe, expect, it } from "vitest";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { HOSTILE, sampleEvaluation } from "./sample-evaluation.js";

const TAGS =
  "!doctype html head meta title style body h1 h2 h3 section p table thead tbody tr th td progress code details summary span ol ul li pre".split(" ");

describe("renderReport: html", () => {
  const html = renderReport(sampleEvaluation({ taskId: HOSTILE }), "html");
  const several = renderReport(mergeReports([sampleEvaluation(), sampleEvaluation({ taskId: HOSTILE })]), "html");

  it.each([
    ["one task", html],
    ["a benchmark", several],
  ])("holds only its own tags, closed in order, and no script (%s)", (_title, source) => {
    const open: string[] = [];
    for (const [, isClosing, name = "", attributes = ""] of source.matchAll(/<(\/?)([!\w]+)([^<>]*)>/g)) {
      expect(TAGS).toContain(name);
      expect(attributes).toMatch(/^(\s+[\w-]+(="[^"<>]*")?)*$/);
      expect(attributes).not.toMatch(/\s(on\w+|href|src|style)=/);
      if (isClosing === "/") expect(open.pop()).toBe(name);
      else if (name !== "!doctype" && name !== "meta") open.push(name);
    }
    expect(open).toEqual([]);
    expect(source.match(/</g)).toHaveLength([...source.matchAll(/<(\/?)([!\w]+)([^<>]*)>/g)].length);
  });

  it("forbids every request, and needs none", () => {
    expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`);
    expect(html).not.toMatch(/@import|url\(/);
  });

  it("escapes text, and makes control characters visible", () => {
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; &quot;q&quot; &#39;a&#39;");
    expect(html).toContain("\\x1b[31mred");
    expect(html).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
  });

  it("shows scores, bars, nodes with their steps, and evidence", () => {
    expect(html).toContain("<td>strict</td><td class=\"figure\">23.5 %</td><td class=\"figure\">7.3 of 31</td>");
    expect(html).toContain('<progress max="100" value="66">66.0 %</progress>');
    expect(html).toContain('<code>ORDERS_CRUD</code> <span class="figure">3.3/5</span>');
    expect(html).toContain("<code>http_request [status-differs]</code>");
    expect(html).toContain("&quot;status&quot;: 200");
    expect(several).toContain("<h3>Tasks</h3>");
  });
});
