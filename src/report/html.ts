import type { BenchmarkScore } from "../model/benchmark.js";
import type { Evaluation, NodeResult, StepResult } from "../model/evaluation.js";
import { benchmarkRemarks } from "./benchmark-remarks.js";
import { denominatorsOf } from "./denominators.js";
import { benchmarkTables, taskTables, type FigureTable } from "./figure-tables.js";
import { count, duration, percent, points } from "./figures.js";
import { STYLE } from "./html-style.js";
import { html, NOTHING, SafeHtml } from "./html-text.js";
import { jsonText } from "./json-text.js";
import { reasonOf, stepTitle } from "./node-reason.js";
import { taskName, type ReportContent } from "./report-content.js";
import { countsLine, STATUS_MARKS } from "./status-mark.js";

/** One HTML file that needs nothing else: no scripts, no requests (a content security policy says so too), every text escaped. */
export function renderHtml({ tasks, benchmark }: ReportContent): string {
  const [first] = tasks;
  const title = benchmark === undefined && first !== undefined ? taskName(first) : `Benchmark of ${count(tasks.length, "task")}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · dagrade</title>
<style>${new SafeHtml(STYLE)}</style>
</head>
<body>
<h1>${title}</h1>
${benchmark === undefined ? NOTHING : benchmarkSection(benchmark, tasks)}
${tasks.map((task) => taskSection(task, benchmark !== undefined))}
</body>
</html>
`.source;
}

function taskSection(task: Evaluation, isTitled: boolean): SafeHtml {
  return html`<section>
${isTitled ? html`<h2>${taskName(task)}</h2>` : NOTHING}
<p>${percent(task.score.percent)}, ${task.status} in ${duration(task.durationMs)}, started ${task.startedAt}</p>
${table(
    [...heads(""), ...figureHeads("score", "points"), ...heads("")],
    denominatorsOf(task).map((row) => html`<tr><td>${row.name}</td>${figure(row.percent)}${figure(row.points)}<td>${row.note}</td></tr>`),
  )}
${taskTables(task).map(figureTable)}
${rootCauses(task)}
<h3>Nodes</h3>
<p>${countsLine(task.counts)}</p>
${task.nodes.map(nodeDetails)}
${diagnostics(task)}
</section>`;
}

function benchmarkSection(benchmark: BenchmarkScore, tasks: readonly Evaluation[]): SafeHtml {
  return html`<ul>${benchmarkRemarks(benchmark, tasks).map((remark) => html`<li>${remark}</li>`)}</ul>
${benchmarkTables(benchmark).map(figureTable)}`;
}

function figureTable({ title, head, rows }: FigureTable): SafeHtml {
  const lines = rows.map(
    (row) => html`<tr><td>${row.name}</td><td class="bar">${bar(row.percent)}</td>${[percent(row.percent), ...row.figures].map(figure)}</tr>`,
  );
  return html`<h3>${title}</h3>${table([...heads("", ""), ...figureHeads(...head)], lines)}`;
}

function bar(value: number | null): SafeHtml {
  return value === null ? NOTHING : html`<progress max="100" value="${value}">${percent(value)}</progress>`;
}

function rootCauses(task: Evaluation): SafeHtml {
  if (task.rootCauses.length === 0) return NOTHING;
  const rows = task.rootCauses.map(
    ({ nodeId, blocks, blockedMax }) =>
      html`<tr><td><code>${nodeId}</code></td>${figure(points(blockedMax))}<td><details><summary>${count(blocks.length, "node")}</summary>${blocks.join(", ")}</details></td></tr>`,
  );
  return html`<h3>Root causes</h3>${table([...heads("node"), ...figureHeads("blocked points"), ...heads("blocks")], rows)}`;
}

function nodeDetails(node: NodeResult): SafeHtml {
  const reason = reasonOf(node);
  const parts = [node.method, node.category, node.subcategory, node.complexityTier, duration(node.durationMs)];
  return html`<details class="node ${node.status}">
<summary>${STATUS_MARKS[node.status].sign} <code>${node.id}</code> <span class="figure">${points(node.score)}/${points(node.maxScore)}</span></summary>
<p>${node.status}: ${node.message}</p>
<p>${parts.filter((part) => part !== undefined).join(" · ")}</p>
${node.steps.length === 0 ? NOTHING : html`<ol>${node.steps.map(stepItem)}</ol>`}
</details>
${reason === undefined ? NOTHING : html`<p class="why">${reason}</p>`}`;
}

function stepItem(step: StepResult): SafeHtml {
  const evidence = html`<details><summary>evidence</summary><pre>${jsonText(step.evidence, 2)}</pre></details>`;
  return html`<li>${step.outcome} <code>${stepTitle(step)}</code>, ${duration(step.durationMs)}: ${step.message}${step.evidence === undefined ? NOTHING : evidence}</li>`;
}

function diagnostics(task: Evaluation): SafeHtml {
  if (task.diagnostics.length === 0) return NOTHING;
  const rows = task.diagnostics.map(
    ({ severity, code, path, message, hint }) =>
      html`<tr><td>${severity}</td><td><code>${code}</code></td><td><code>${path}</code></td><td>${hint === undefined ? message : `${message} (${hint})`}</td></tr>`,
  );
  return html`<h3>Diagnostics</h3><details><summary>${count(rows.length, "finding")}</summary>${table(heads("severity", "code", "path", "message"), rows)}</details>`;
}

function table(head: readonly SafeHtml[], rows: readonly SafeHtml[]): SafeHtml {
  return html`<table><thead><tr>${head}</tr></thead><tbody>
${rows}
</tbody></table>`;
}

function heads(...names: readonly string[]): SafeHtml[] {
  return names.map((name) => html`<th>${name}</th>`);
}

function figureHeads(...names: readonly string[]): SafeHtml[] {
  return names.map((name) => html`<th class="figure">${name}</th>`);
}

function figure(value: string | number): SafeHtml {
  return html`<td class="figure">${value}</td>`;
}
