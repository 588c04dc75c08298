import { mergeReports } from "../aggregate/merge-reports.js";
import { REPORT_FORMATS, renderReport } from "../report/render-report.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { choiceOption, type Options } from "./option-values.js";
import { readReport } from "./read-report.js";
import type { Terminal } from "./terminal.js";

/** `dagrade report`: JSON reports in another format; several make up a benchmark. */
export async function report(files: readonly string[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const format = choiceOption(options, "format", REPORT_FORMATS, "text");
  const evaluations = (await Promise.all(files.map(readReport))).flat();
  const [single] = evaluations;
  terminal.out(renderReport(single !== undefined && evaluations.length === 1 ? single : mergeReports(evaluations), format));
  return EXIT.ok;
}
