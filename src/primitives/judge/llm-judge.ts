import { z } from "zod";
import { roundHalfEven } from "../../model/round-half-even.js";
import { urlProblems, viewEffects } from "../browser/page-keys.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { urlPath } from "../placeholder.js";
import { askJudge } from "./ask-judge.js";
import { criteriaList, criteriaScores, describeCriteria, repeatedNames } from "./criteria.js";
import { collectEvidence, EVIDENCE_TYPES, type EvidenceType } from "./collect-evidence.js";
import { packExhibits } from "./exhibits.js";
import { writePrompt } from "./judge-prompt.js";
import type { ScoreRange } from "./judge-reply.js";
import { renderPages } from "./render-pages.js";
import type { SampleQuery } from "./sample-files.js";

const evidenceType = z.enum(EVIDENCE_TYPES);
const texts = z.array(z.string().min(1));

const inputs = z.strictObject({
  rubric_prompt: z.string().min(1).describe("What to look for and how to score it, in the document's own words: nothing captured may stand in it."),
  criteria: criteriaList.optional().describe("What the score is made up of: texts, or `{name, description?, weight?}`; written behind the rubric. The judge may score each; what counts is its one `score`."),
  score_range: z.tuple([z.number(), z.number()]).optional().describe("Lowest and highest score that the judge may give; default: 0 to the node's maximum. Another highest score is rescaled to the maximum."),
  evidence_type: z.union([evidenceType, z.array(evidenceType).min(1)]).default("code_files").describe("What the judge is shown; of several types each must have something to show."),
  files_to_sample: texts.default([]).describe("Paths, folders, globs, and `keyword:w` for the files with the word w in path or text. Required for `code_files`."),
  sample_strategy: z
    .enum(["ranked", "head", "tail", "first"])
    .default("ranked")
    .describe("`ranked`: named files, then those with most keywords in their paths, then the less nested. `head`, `tail`: as listed, the start or end of each. `first`: one file of each entry."),
  max_files: z.int().min(1).max(500).default(20).describe("The most files that are shown."),
  max_chars_per_file: z.int().min(1).max(1_000_000).default(6_000).describe("Characters shown of one file."),
  max_evidence_chars: z.int().min(1).max(1_000_000).default(60_000).describe("Characters of all evidence together; several types share them evenly."),
  extensions: texts.default([]).describe("Extensions of the files that folders, globs and keywords lead to; default: all."),
  prefer_keywords: texts.default([]).describe("Words that lift a file when files are ranked."),
  path_filters: texts.default([]).describe("Globs, or parts of paths: of such files, and of requests for `responses`; default: all."),
  urls: z.array(urlPath()).max(50).default([]).describe("Pages that are rendered first, as by `render_dom`, each with a picture for `screenshot`; every one must show something. They are opened as the step's `role`, else as the role that `auth_login` acts as, else as the default role of the browser, else as nobody."),
});

/** `llm_judge` (P17): a model's score for evidence of this node, by a rubric. */
export const llmJudge = definePrimitive({
  name: "llm_judge",
  code: "P17",
  family: "judge",
  summary: "Passes when a model that is shown evidence of this node gives it points by a rubric; the points become the node's score.",
  inputs,
  effects: (written) => (Array.isArray(written["urls"]) && written["urls"].length > 0 ? viewEffects(written) : "none"),
  reads: ["response", "query", "exec", "page"],
  readsVariables: false,
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    if (ctx.judge === undefined) return ctx.unscored("this run has no judge; give one in `judge`");
    const captured = ctx.step.variables.find(({ key, isSeed }) => RULES.has(key) && !isSeed);
    if (captured !== undefined) {
      return ctx.fail("captured-rubric", `expected \`${captured.key}\` in the document's own words, got {{${captured.name}}}, which the system under test wrote; show it as evidence instead`);
    }

    const types = typesOf(given);
    if (given.urls.length > 0) await renderPages(ctx, given.urls, types.includes("screenshot"));
    const evidence = await collectEvidence(types, sampleQuery(given), ctx);
    if (evidence.lacking.length > 0) {
      const missing = evidence.files?.missing ?? [];
      const detail = missing.length > 0 ? `; nothing at ${missing.join(", ")}` : "";
      return ctx.fail("no-evidence", `expected evidence of the type ${evidence.lacking.join(" and ")}, found none in this node${detail}`, { files: evidence.files });
    }

    const { criteria = [] } = given;
    const range = given.score_range ?? ([0, ctx.node.maxScore] as const);
    const packed = packExhibits(evidence.kinds, given.max_evidence_chars);
    const { images, text: captions, ...pictures } = evidence.screenshots;
    const shown = [packed.text, captions].filter((text) => text !== "").join("\n\n");
    const prompt = writePrompt(given.rubric_prompt + describeCriteria(criteria, range), shown, range, images);
    const { reading, replies, model } = await askJudge(ctx.judge, prompt, range, ctx.signal);
    const account = {
      judge: ctx.judge.name,
      ...(model !== undefined && { model }),
      shown: packed.shown,
      leftOut: [...packed.leftOut, ...pictures.leftOut],
      ...(images.length > 0 && { images: pictures.shown }),
      ...(evidence.files !== undefined && { files: evidence.files }),
      promptSha256: prompt.hash,
      replies,
    };
    if (!reading.ok) return ctx.unscored(reading.reason, account);
    const points = pointsOf(reading.score, range, ctx.node.maxScore);
    const byCriterion = criteriaScores(criteria, reading.criteria);
    return ctx.graded(points, { range, judged: reading.score, ...(criteria.length > 0 && { criteria: byCriterion }), ...account }, `judged ${reading.score} of ${range[1]}: ${reading.reasoning ?? "no reasoning given"}`);
  },
});

/** The inputs that decide how the system under test is judged, and which it may therefore not write. */
const RULES: ReadonlySet<string> = new Set(["rubric_prompt", "criteria", "score_range", "evidence_type"]);

/** `clip(s, 0, M)`, or `round(clip(s, 0, r) / r * M, 1)` when the judge's highest score r is not the node's maximum M. */
function pointsOf(score: number, [, highest]: ScoreRange, maxScore: number): number {
  const clipped = Math.min(Math.max(score, 0), highest);
  return highest === maxScore ? clipped : roundHalfEven((clipped / highest) * maxScore);
}

function typesOf({ evidence_type: types }: z.output<typeof inputs>): readonly EvidenceType[] {
  return [...new Set(typeof types === "string" ? [types] : types)];
}

function sampleQuery(given: z.output<typeof inputs>): SampleQuery {
  return {
    entries: given.files_to_sample,
    extensions: given.extensions,
    pathFilters: given.path_filters,
    strategy: given.sample_strategy,
    keywords: given.prefer_keywords,
    maxFiles: given.max_files,
    maxChars: given.max_chars_per_file,
  };
}

function* problems(given: z.output<typeof inputs>): Generator<InputFinding> {
  const types = typesOf(given);
  if (types.includes("code_files") && given.files_to_sample.length === 0) {
    yield { code: "no-files", message: "expected `files_to_sample` for evidence of the type code_files, got none; name paths, folders, globs or `keyword:w`", path: ["files_to_sample"] };
  }
  for (const [index, url] of given.urls.entries()) yield* urlProblems(url, ["urls", index]);
  if (given.urls.length > 0 && !types.includes("rendered_dom") && !types.includes("screenshot")) {
    yield { code: "unread-key", severity: "warning", message: "pages are rendered that the judge is not shown; ask for rendered_dom or screenshot in `evidence_type`", path: ["urls"] };
  }
  const repeated = repeatedNames(given.criteria ?? []);
  if (repeated.length > 0) {
    yield { code: "repeated-criterion", message: `expected criteria of different names, got ${repeated.map((name) => JSON.stringify(name)).join(", ")} more than once; rename them`, path: ["criteria"] };
  }
  const [lowest, highest] = given.score_range ?? [0, 1];
  if (lowest < 0 || highest <= lowest) {
    yield { code: "score-range", message: `expected a range from 0 or more to something higher, got ${lowest} to ${highest}`, path: ["score_range"] };
  } else if (lowest > 0) {
    yield {
      code: "score-range",
      severity: "warning",
      message: `the lowest score ${lowest} still earns points, so nothing can fail; let the range start at 0`,
      path: ["score_range"],
    };
  }
}
