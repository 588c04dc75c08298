import { DagradeError } from "../errors.js";
import type { BenchmarkReport } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";
import { renderCtrf } from "./ctrf.js";
import { renderHtml } from "./html.js";
import { renderJson } from "./json.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import { contentOf, type ReportContent } from "./report-content.js";
import { reportProblems } from "./report-problems.js";
import { renderTap } from "./tap.js";
import { renderText } from "./text.js";

/** The formats of {@link renderReport}. */
export const REPORT_FORMATS = ["json", "text", "markdown", "html", "junit", "tap", "ctrf"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * One evaluation, or several from `mergeReports`, as text in a format. JSON, HTML, JUnit, TAP and CTRF hold every node; of
 * several tasks, text and Markdown hold the benchmark's figures alone. Throws `CONFIG_INVALID` for what is
 * no report, and for an unknown format.
 */
export function renderReport(report: Evaluation | BenchmarkReport, format: ReportFormat): string {
  const problems = [...reportProblems(report)];
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", `this report can not be rendered: ${problems.join("; ")}`);
  if (format === "json") return renderJson(report);
  if (!Object.hasOwn(RENDERERS, format)) {
    throw new DagradeError("CONFIG_INVALID", `expected a report format of ${REPORT_FORMATS.join(", ")}, got ${JSON.stringify(format)}`);
  }
  return RENDERERS[format](contentOf(report));
}

const RENDERERS: Readonly<Record<Exclude<ReportFormat, "json">, (content: ReportContent) => string>> = {
  text: renderText,
  markdown: renderMarkdown,
  html: renderHtml,
  junit: renderJunit,
  tap: renderTap,
  ctrf: renderCtrf,
};
