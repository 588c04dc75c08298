import type { BenchmarkReport } from "../model/benchmark.js";
import type { Evaluation } from "../model/evaluation.js";
import { jsonText } from "./json-text.js";

/** The whole report as indented JSON; parsing it gives an equal report. */
export function renderJson(report: Evaluation | BenchmarkReport): string {
  return `${jsonText(report, 2)}\n`;
}
