import { z } from "zod";
import { pollKeys, pollUntil } from "../../match/poll.js";
import { within } from "../../match/within.js";
import { compileRegex, isFoundEverywhere, regexProblem, regexTimeout, REGEX_LIMIT_MS } from "../../match/regex.js";
import { TimeLimitExceeded, withTimeLimit } from "../../match/time-limit.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { textValue } from "../text-value.js";
import { markLog, readLog, type LogMark } from "./read-log.js";

const inputs = z.strictObject({
  log_path: z.string().min(1).optional().describe("The log's file: in the exec target that `container` names, else in the workspace (in the main exec target when the target has no workspace). Absent: what the container has printed."),
  container: z.string().min(1).optional().describe("The exec target whose log it is."),
  pattern: textValue()
    .meta({ placeholders: (_holder, { match_type: type }) => (type === "regex" ? "regex" : "text") })
    .optional()
    .describe("What a line must hold."),
  match_type: z.enum(["contains", "regex"]).default("contains").describe("`contains`: the pattern stands in the line; `regex`: a search in the line finds it.").meta({ placeholders: "rule" }),
  tail_lines: z.int().min(1).max(1_000_000).optional().describe("How many lines from the end are looked at; default: 200, or with `expect_match: false` all that `since` lets through.").meta({ placeholders: "rule" }),
  since: z.enum(["node", "run", "all"]).default("run").describe("Which lines count: those written since the node or the run began, or all. A log that was replaced meanwhile counts as a whole.").meta({ placeholders: "rule" }),
  expect_match: z.boolean().default(true).describe("false: the log must have lines, and none of them may match.").meta({ placeholders: "rule" }),
  poll: pollKeys.omit({ until: true }).optional().describe("Look again until it is as expected."),
  hold_ms: z.int().min(1).max(3_600_000).optional().describe("With `expect_match: false`: no line may match for so long.").meta({ placeholders: "rule" }),
  capture_only: z.boolean().default(false).describe("Only keep the lines, as evidence for a judge or as `exec.stdout` for a later step.").meta({ placeholders: "rule" }),
});

type Inputs = z.output<typeof inputs>;

/** `log_content_check` (P21): a line of a log, or the absence of one, among those that count. */
export const logContentCheck = definePrimitive({
  name: "log_content_check",
  code: "P21",
  family: "shell",
  summary: "Passes when a line that counts matches; with `expect_match: false` when there are lines and none matches. Lines from before the run do not count.",
  inputs,
  effects: "read",
  produces: ["exec"],
  readsVariables: false,
  check: (given) => [...problems(given)],
  early: (given) => (given.since === "all" ? undefined : { since: given.since, subject: subjectOf(given), look: (ctx) => markLog(given, ctx) }),
  async run(given, ctx) {
    const mark = given.since === "all" ? undefined : await markOf(given, ctx);
    const look = (leftMs?: number): Promise<Look> => lookOnce(given, mark, ctx, leftMs);
    const { hold_ms: holdMs, poll } = given;
    if (holdMs !== undefined) {
      const held = await pollUntil(ctx, { timeout_ms: holdMs, interval_ms: poll?.interval_ms ?? 500 }, look, ({ complaint }) => complaint?.code === "unexpected-match");
      return conclude(given, ctx, held.value, { attempts: held.attempts, elapsedMs: held.elapsedMs });
    }
    if (poll === undefined) return conclude(given, ctx, await look());
    const polled = await pollUntil(ctx, poll, look, ({ complaint }) => complaint === undefined || complaint.code === "unexpected-match");
    return conclude(given, ctx, polled.value, { attempts: polled.attempts, elapsedMs: polled.elapsedMs });
  },
});

/** One reading of the log, and what is wrong with it. */
interface Look {
  readonly lines: readonly string[];
  readonly matched?: string | undefined;
  readonly complaint?: { readonly code: string; readonly message: string };
}

const DEFAULT_LINES = 200;
/** Lines of the log in evidence. */
const SHOWN = 30;

function subjectOf({ log_path, container }: Inputs): string {
  return JSON.stringify(["log", container ?? null, log_path ?? null]);
}

/** Without a mark nothing tells old lines from new ones. */
async function markOf(given: Inputs, ctx: PrimitiveContext): Promise<LogMark> {
  const began = `when the ${given.since} began`;
  let mark: LogMark | undefined;
  try {
    mark = (await ctx.earlyLook(given.since === "node" ? "node" : "run", subjectOf(given))) as LogMark | undefined;
  } catch (error) {
    throw new StepFailure("no-marker", `expected to know where the log ended ${began}, it could not be read then: ${(error as Error).message}; with \`since: all\` old lines count as well`);
  }
  if (mark === undefined) throw new StepFailure("no-marker", `expected to know where the log ended ${began}, its name was not known then; use \`since: all\`, or name it without variables of this run`);
  return mark;
}

async function lookOnce(given: Inputs, mark: LogMark | undefined, ctx: PrimitiveContext, leftMs: number | undefined): Promise<Look> {
  try {
    const limit = given.tail_lines ?? (given.expect_match || given.capture_only ? DEFAULT_LINES : Infinity);
    const { text, isTruncated } = await within(ctx, "the log", leftMs, (signal) => readLog(given, mark, limit, ctx, signal));
    const lines = linesOf(text).slice(-limit);
    return { lines, ...judge(given, lines, isTruncated) };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const advice = error.code === "time-out" && leftMs !== undefined ? "; a longer `interval_ms` gives the last look more time" : "";
    return { lines: [], complaint: { code: error.code, message: error.message + advice } };
  }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function judge({ pattern = "", match_type: type, expect_match: isExpected, capture_only, since }: Inputs, lines: readonly string[], isTruncated: boolean): Omit<Look, "lines"> {
  const window = since === "all" ? "" : ` since the ${since} began`;
  if (lines.every((line) => line.trim() === "")) return { complaint: { code: "log-empty", message: `expected lines in the log${window}, got none` } };
  if (capture_only && pattern === "") return {};
  const matched = firstMatch(lines, pattern, type);
  if (isExpected) {
    return matched === undefined ? { complaint: { code: "no-match", message: `expected one of ${lines.length} lines${window} to match ${JSON.stringify(pattern)}, none does` } } : { matched };
  }
  if (matched !== undefined) return { matched, complaint: { code: "unexpected-match", message: `expected no line${window} to match ${JSON.stringify(pattern)}, got ${JSON.stringify(matched.slice(0, 300))}` } };
  return isTruncated ? { complaint: { code: "log-truncated", message: `expected to see every line${window}, got more than can be kept; give \`tail_lines\`` } } : {};
}

function firstMatch(lines: readonly string[], pattern: string, type: Inputs["match_type"]): string | undefined {
  if (type === "contains") return lines.find((line) => line.includes(pattern));
  const expression = compileRegex(pattern);
  try {
    return withTimeLimit(REGEX_LIMIT_MS, () => lines.find((line) => expression.test(line)));
  } catch (error) {
    throw error instanceof TimeLimitExceeded ? regexTimeout(pattern) : error;
  }
}

function conclude(given: Inputs, ctx: PrimitiveContext, { lines, matched, complaint }: Look, poll?: object): Verdict {
  const { log_path, container, pattern, since } = given;
  const evidence = { log_path, container, since, pattern, line_count: lines.length, matched, lines: lines.slice(-SHOWN), poll };
  if (lines.length > 0) ctx.produce({ slot: "exec", command: `log ${log_path ?? container ?? ""}`.trim(), stdout: lines.map((line) => `${line}\n`).join(""), stderr: "", exitCode: 0 });
  return complaint === undefined ? ctx.pass(evidence) : ctx.fail(complaint.code, complaint.message, evidence);
}

function* problems({ pattern = "", match_type, capture_only, hold_ms, expect_match, poll }: Inputs): Generator<InputFinding> {
  if (pattern === "" && !capture_only) yield { code: "vacuous", message: "every line holds an empty pattern; give `pattern`, or `capture_only` to keep the lines", path: ["pattern"] };
  if (match_type === "regex" && pattern !== "") {
    const problem = regexProblem(pattern);
    if (problem !== undefined) yield { code: "invalid-regex", message: problem, path: ["pattern"] };
    else if (expect_match && isFoundEverywhere(pattern)) yield { code: "vacuous", message: `${JSON.stringify(pattern)} is found in every line; ask for more`, path: ["pattern"] };
  }
  if (hold_ms !== undefined && expect_match) yield { code: "conflicting-keys", message: "expected `hold_ms` only with `expect_match: false`; use `poll` to wait for a line", path: ["hold_ms"] };
  if (hold_ms !== undefined && poll !== undefined) yield { code: "conflicting-keys", severity: "warning", message: "`hold_ms` says how long to look; of `poll` only `interval_ms` counts", path: ["poll"] };
}
