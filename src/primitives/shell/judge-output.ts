import { isVacuousMatcher, matchValue } from "../../match/matcher.js";
import { findRegex, isFoundEverywhere, regexProblem } from "../../match/regex.js";
import { ExactNumber } from "../../model/exact-number.js";
import type { ExecRecord } from "../../model/records.js";
import type { InputFinding } from "../define.js";
import type { ExecInputs } from "./exec-inputs.js";
import { demandsOutput, lastLine } from "./keep-output.js";

/** Why a result is not as expected. */
export interface Complaint {
  readonly code: string;
  readonly message: string;
}

/** What only a command that could not be run ends with (POSIX shells, docker). */
const NOT_RUN: ReadonlySet<number> = new Set([126, 127]);

/** The first expectation that the result does not meet. */
export function judgeOutput(record: ExecRecord, given: ExecInputs): Complaint | undefined {
  return judgeExitCode(record, given.expected_exit_code) ?? judgeText(outputOf(record, given.stream), given, record.isTruncated === true) ?? judgeInteger(record, given.expected_stdout_int);
}

/** True when some end of the command would fail. That nothing bad is said is no expectation of its own: silence meets it. */
export function hasExpectation(given: ExecInputs): boolean {
  return (
    given.expected_exit_code !== null ||
    [given.expect_output_contains, given.expect_output_contains_any, given.expect_output_regex, given.expected_stdout_int].some((key) => key !== undefined) ||
    demandsOutput(given)
  );
}

/** Expectations that no output, or every output, meets. */
export function* expectationProblems(given: ExecInputs): Generator<InputFinding> {
  for (const key of ["expect_output_contains", "expect_output_contains_any", "expect_output_not_contains"] as const) {
    const words = given[key] === undefined ? undefined : listOf(given[key]);
    if (words?.length === 0) yield { code: "vacuous", message: `\`${key}\` is empty; say what to look for`, path: [key] };
    if (words?.includes("") !== true) continue;
    yield key === "expect_output_not_contains"
      ? { code: "invalid-input", message: 'every output contains ""; say what must not be there', path: [key] }
      : { code: "vacuous", message: 'every output contains ""; say what to look for', path: [key] };
  }
  const { expect_output_regex: pattern, expected_stdout_int: integer } = given;
  const problem = pattern === undefined ? undefined : regexProblem(pattern);
  if (problem !== undefined) yield { code: "invalid-regex", message: problem, path: ["expect_output_regex"] };
  else if (pattern !== undefined && isFoundEverywhere(pattern)) yield { code: "vacuous", message: `${JSON.stringify(pattern)} is found in every output; ask for more`, path: ["expect_output_regex"] };
  if (integer !== undefined && isVacuousMatcher(integer)) yield { code: "vacuous", message: "every integer is accepted; ask for more", path: ["expected_stdout_int"] };
}

function judgeExitCode({ exitCode, stderr }: ExecRecord, expected: ExecInputs["expected_exit_code"]): Complaint | undefined {
  if (expected === null) return undefined;
  const isExpected = expected === "nonzero" ? exitCode !== 0 && exitCode !== null && !NOT_RUN.has(exitCode) : [expected].flat().includes(exitCode ?? NaN);
  if (isExpected) return undefined;
  const wanted = expected === "nonzero" ? "other than 0" : [expected].flat().join(" or ");
  const said = lastLine(stderr);
  const message = `expected exit code ${wanted}, got ${exitCode ?? "none"}${said === undefined ? "" : `: ${said.slice(0, 200)}`}`;
  return { code: exitCode !== null && NOT_RUN.has(exitCode) ? "command-not-run" : "unexpected-exit-code", message };
}

function judgeText(text: string, given: ExecInputs, isTruncated: boolean): Complaint | undefined {
  const { expect_output_contains: all, expect_output_contains_any: any, expect_output_not_contains: none, expect_output_regex: pattern } = given;
  const cut = isTruncated ? "; the middle of the output was left out" : "";
  const kept = isTruncated ? text.split(LEFT_OUT) : [text];
  const holds = (word: string): boolean => kept.some((piece) => piece.includes(word));
  const lacking = all === undefined ? [] : listOf(all).filter((word) => !holds(word));
  if (lacking.length > 0) return { code: "unexpected-output", message: `expected the ${given.stream} to contain ${words(lacking, "and")}, it does not${cut}` };
  if (any !== undefined && !listOf(any).some(holds)) {
    return { code: "unexpected-output", message: `expected the ${given.stream} to contain ${words(listOf(any), "or")}, it contains none${cut}` };
  }
  const present = none === undefined ? [] : listOf(none).filter(holds);
  if (present.length > 0) return { code: "unexpected-output", message: `expected the ${given.stream} not to contain ${words(present, "or")}, it does` };
  if (none !== undefined && isTruncated) return truncated(`the ${given.stream} not to contain ${words(listOf(none), "or")}`);
  // a pattern can tell what is not there, and where a line starts
  if (pattern !== undefined && isTruncated) return truncated(`the whole ${given.stream} to search for ${JSON.stringify(pattern)}`);
  if (pattern !== undefined && findRegex(pattern, text, { multiline: true }) === undefined) {
    return { code: "unexpected-output", message: `expected the ${given.stream} to match ${JSON.stringify(pattern)}, it does not` };
  }
  return undefined;
}

/** What the exec targets of this library write where they leave the middle of an output out. */
const LEFT_OUT = /\n\[\.\.\. \d+ bytes left out \.\.\.\]\n/;

function truncated(expectation: string): Complaint {
  return { code: "output-truncated", message: `expected ${expectation}, got more output than is kept; make the command print less` };
}

function judgeInteger({ stdout, isTruncated }: ExecRecord, expected: ExecInputs["expected_stdout_int"]): Complaint | undefined {
  if (expected === undefined) return undefined;
  if (isTruncated === true) return truncated("the whole of the last line of stdout");
  const line = lastLine(stdout);
  if (line === undefined || !/^[+-]?\d+$/.test(line)) {
    return { code: "not-an-integer", message: `expected an integer as the last line of stdout, got ${line === undefined ? "no line" : JSON.stringify(line.slice(0, 200))}` };
  }
  const { ok, message } = matchValue({ exists: true, value: ExactNumber.read(line) }, expected);
  return ok ? undefined : { code: "unexpected-output", message };
}

function outputOf({ stdout, stderr }: ExecRecord, stream: ExecInputs["stream"]): string {
  if (stream === "stdout") return stdout;
  if (stream === "stderr") return stderr;
  return stdout === "" || stdout.endsWith("\n") ? stdout + stderr : `${stdout}\n${stderr}`;
}

function listOf(words: string | readonly string[]): readonly string[] {
  return typeof words === "string" ? [words] : words;
}

function words(list: readonly string[], conjunction: string): string {
  return list.map((word) => JSON.stringify(word)).join(` ${conjunction} `);
}
