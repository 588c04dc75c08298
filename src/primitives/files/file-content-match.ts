import { z } from "zod";
import { wholeOutput } from "../../match/document.js";
import { pathProblem } from "../../match/json-path.js";
import { isFoundEverywhere, regexProblem } from "../../match/regex.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { regexText } from "../placeholder.js";
import { textValue } from "../text-value.js";
import { pathProblems } from "./file-exists.js";
import { lackOf, MATCH_TYPES, type Needle, type Wanted } from "./needles.js";
import { filesOf, placeKeys, workspacePath } from "./place.js";
import { searchFiles } from "./search-files.js";

/** The text of a pattern; `match_type` decides how a placeholder is written into it. */
const pattern = (): ReturnType<typeof textValue> =>
  textValue().meta({
    placeholders: (_holder, { match_type: type }) => (type === "regex" ? "regex" : type === "json_path" ? "json-path" : "scalar"),
  });
const choice = z.union([pattern(), z.strictObject({ regex: regexText().describe("A regular expression, whatever `match_type` says.") })]);

const inputs = z.strictObject({
  path: workspacePath.optional().describe("A file, a folder that is looked through, or a pattern with `*`, `**`, `?`."),
  path_any_of: z.array(workspacePath).min(1).optional().describe("Several of them, in place of `path`; one file among them all must match."),
  pattern: pattern().optional().describe("What the file must hold."),
  patterns: z
    .array(z.union([choice, z.strictObject({ any_of: z.array(choice).min(1).describe("One of these is enough.") })]))
    .optional()
    .describe("What one and the same file must hold, all of it."),
  match_type: z
    .enum(MATCH_TYPES)
    .default("contains")
    .describe("`contains`: the pattern stands in the text; `regex`: it is found by a search; `exact`: it is the whole text, but for a line break at the end; `json_path`: the path selects something in the text read as JSON.")
    .meta({ placeholders: "rule" }),
  not_contains: z.array(textValue()).optional().describe("Texts that the same file must not hold."),
  ignore_case: z.boolean().default(false).describe("Upper and lower case are the same, for all but `json_path`.").meta({ placeholders: "rule" }),
  multiline: z.boolean().default(true).describe("Of regular expressions: `^` and `$` match at every line."),
  include: z.array(workspacePath).min(1).optional().describe("Of folders: patterns of files to look into (`*.ts` at any depth); default: all text files. Hidden files and folders of dependencies, version control and build output are left out unless they are named."),
  source: z
    .enum(["file", "exec.stdout", "exec.stderr", "response"])
    .default("file")
    .describe("Look into this result of the node instead of files."),
  ...placeKeys,
});

/** `file_content_match` (P02): one file holds all that it should and nothing that it should not. */
export const fileContentMatch = definePrimitive({
  name: "file_content_match",
  code: "P02",
  family: "files",
  summary: "Passes when at least one of the files holds all patterns and none of the forbidden texts; each file is judged on its own.",
  inputs,
  effects: "none",
  readsVariables: false,
  check: (given) => [...sourceProblems(given), ...patternProblems(given)],
  async run(given, ctx) {
    const wanted = wantedOf(given);
    if (given.source !== "file") return judgeText(ctx, textOf(ctx, given.source), wanted, { source: given.source });
    const places = given.path_any_of ?? [given.path ?? ""];
    const { found, closest, looked, skipped, isIncomplete } = await searchFiles(filesOf(ctx, given.on), places, given.include, wanted);
    const evidence = { files: looked.slice(0, 20), looked: looked.length, ...(skipped.length > 0 && { skipped: skipped.slice(0, 20) }) };
    if (found !== undefined) return ctx.pass({ path: found.path, found: found.lack.found, ...evidence }, `${found.path} holds it`);
    if (closest === undefined) {
      const { code, message } = skipped[0] ?? { code: "not-found", message: `expected a text file at ${places.join(", ")}, found none` };
      return ctx.fail(code, message, evidence);
    }
    if (isIncomplete) return ctx.fail("too-many-files", `found nothing in what was read of ${looked.length} files at ${places.join(", ")}, and there is more; name a narrower folder or \`include\``, evidence);
    const { code, message } = complaint(closest.lack);
    const where = looked.length === 1 ? closest.path : `one of ${looked.length} files at ${places.join(", ")}; closest is ${closest.path}`;
    return ctx.fail(code, `${message} in ${where}`, { closest: closest.path, missing: closest.lack.missing, present: closest.lack.present, ...evidence });
  },
});

type Inputs = z.output<typeof inputs>;

function wantedOf(given: Inputs): Wanted {
  const needle = (one: z.output<typeof choice>): Needle => (typeof one === "string" ? { type: given.match_type, pattern: one } : { type: "regex", pattern: one.regex });
  const demands = [...(given.pattern === undefined ? [] : [given.pattern]), ...(given.patterns ?? [])].map((demand) =>
    typeof demand === "object" && "any_of" in demand ? demand.any_of.map(needle) : [needle(demand)],
  );
  return { demands, forbidden: given.not_contains ?? [], ignoreCase: given.ignore_case, multiline: given.multiline };
}

function textOf(ctx: PrimitiveContext, source: Exclude<Inputs["source"], "file">): string {
  const record = ctx.read(source === "response" ? "response" : "exec");
  if (record.slot === "response") return record.text;
  if (record.slot === "exec") return wholeOutput(record, source === "exec.stderr" ? "stderr" : "stdout");
  throw new StepFailure("no-prior-result", `expected a result of the kind ${source}, got a ${record.slot}`);
}

function judgeText(ctx: PrimitiveContext, text: string, wanted: Wanted, evidence: { source: string }): Verdict {
  const lack = lackOf(text, wanted);
  const seen = { ...evidence, text: text.slice(0, 2_000) };
  if (lack.missing.length === 0 && lack.present.length === 0) return ctx.pass({ ...seen, found: lack.found }, `${evidence.source} holds it`);
  const { code, message } = complaint(lack);
  return ctx.fail(code, `${message} in ${evidence.source}`, { ...seen, missing: lack.missing, present: lack.present });
}

function complaint({ missing, present }: { readonly missing: readonly string[]; readonly present: readonly string[] }): { code: string; message: string } {
  if (missing.length > 0) return { code: "pattern-not-found", message: `expected ${missing.join(" and ")}, found no such text` };
  return { code: "forbidden-text", message: `expected no ${present.join(" and no ")}, found it` };
}

function* sourceProblems(given: Inputs): Generator<InputFinding> {
  if (given.source === "file") yield* pathProblems(given);
  else for (const key of ["path", "path_any_of", "include", "on"] as const) {
    if (given[key] !== undefined) yield { code: "conflicting-keys", message: `expected no \`${key}\` with \`source: ${given.source}\`; leave one of them out`, path: [key] };
  }
}

function* patternProblems(given: Inputs): Generator<InputFinding> {
  const { demands } = wantedOf(given);
  if (demands.length === 0) yield { code: "vacuous", message: "there is no pattern, so nothing can be missing; give `pattern` or `patterns`", path: ["pattern"] };
  for (const needle of demands.flat()) {
    const problem = needleProblem(needle);
    if (problem !== undefined) yield { ...problem, path: [given.pattern === undefined ? "patterns" : "pattern"] };
  }
  if (given.not_contains?.includes("") === true) yield { code: "invalid-input", message: 'every text contains ""; say what must not be there', path: ["not_contains"] };
}

function needleProblem({ type, pattern }: Needle): InputFinding | undefined {
  if (pattern === "" && type !== "exact") return { code: "vacuous", message: "every text holds an empty pattern; say what to look for" };
  const invalid = type === "regex" ? regexProblem(pattern) : type === "json_path" ? pathProblem(pattern) : undefined;
  if (invalid !== undefined) return { code: type === "regex" ? "invalid-regex" : "invalid-path", message: invalid };
  const isEverywhere = type === "regex" ? isFoundEverywhere(pattern) : type === "json_path" && pattern.trim() === "$";
  return isEverywhere ? { code: "vacuous", message: `${JSON.stringify(pattern)} is found in every text; ask for more` } : undefined;
}
