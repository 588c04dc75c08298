import { z } from "zod";
import type { FilesPort } from "../../ports/files.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { ask, filesOf, placeKeys, workspacePath } from "./place.js";

const inputs = z.strictObject({
  glob: workspacePath.optional().describe("Pattern within the base folder: `*`, `?`, `**`, `{a,b}`; one that ends with `/` counts folders."),
  glob_any_of: z.array(workspacePath).min(1).optional().describe("Several patterns, each counted on its own; in place of `glob`."),
  base_dir: workspacePath.optional().describe("Folder that patterns are relative to; default: the workspace root."),
  base_dir_any_of: z.array(workspacePath).min(1).optional().describe("Several folders, each counted on its own; in place of `base_dir`."),
  min_expected: z.int().min(0).default(1).describe("The least number of matches."),
  max_expected: z.int().min(0).optional().describe("The greatest number of matches; default: any."),
  type: z.enum(["file", "dir"]).default("file").describe("What is counted. Links count as what they lead to, and what several links lead to counts once.").meta({ placeholders: "rule" }),
  ...placeKeys,
});

/** `file_count` (P03): how many entries match, without hidden ones and dependencies. */
export const fileCount = definePrimitive({
  name: "file_count",
  code: "P03",
  family: "files",
  summary: "Passes when in one of the folders the number of files that match is within the bounds; hidden entries and folders of dependencies, version control and build output do not count.",
  inputs,
  effects: "none",
  readsVariables: false,
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const { min_expected: least, max_expected: most = Infinity } = given;
    const files = filesOf(ctx, given.on);
    const counts: Count[] = [];
    for (const base of given.base_dir_any_of ?? [given.base_dir ?? "."]) {
      for (const glob of given.glob_any_of ?? [given.glob ?? ""]) {
        counts.push(await count(files, base, glob, glob.endsWith("/") ? "dir" : given.type));
      }
    }
    const evidence = { counts: counts.map(({ problem, ...count }) => ({ ...count, ...(problem && { problem: problem.code }) })) };
    const found = counts.find(({ problem, count }) => problem === undefined && count >= least && count <= most);
    if (found !== undefined) return ctx.pass(evidence, `${found.count} match ${found.glob} in ${found.base}`);

    const [first] = counts;
    const sound = counts.filter(({ problem }) => problem === undefined);
    if (sound.length === 0 && first?.problem !== undefined) return ctx.fail(first.problem.code, first.problem.message, evidence);
    const seen = sound.map(({ count, glob, base }) => `${count} for ${glob} in ${base}`).join(", ");
    return ctx.fail("wrong-count", `expected ${bounds(least, most)} matches, got ${seen}`, evidence);
  },
});

type Inputs = z.output<typeof inputs>;

function* problems(given: Inputs): Generator<InputFinding> {
  const { min_expected: least, max_expected: most } = given;
  if ((given.glob === undefined) === (given.glob_any_of === undefined)) {
    yield given.glob === undefined
      ? { code: "invalid-input", message: "expected `glob` or `glob_any_of`, got neither", path: ["glob"] }
      : { code: "conflicting-keys", message: "expected `glob` or `glob_any_of`, got both; put all patterns into `glob_any_of`", path: ["glob"] };
  }
  if (given.base_dir !== undefined && given.base_dir_any_of !== undefined) {
    yield { code: "conflicting-keys", message: "expected `base_dir` or `base_dir_any_of`, got both; put all folders into `base_dir_any_of`", path: ["base_dir"] };
  }
  if (most !== undefined && most < least) yield { code: "invalid-input", message: `expected \`max_expected\` of at least \`min_expected\` (${least}), got ${most}`, path: ["max_expected"] };
  if (least === 0 && most === undefined) yield { code: "vacuous", message: "every count is at least 0; set `min_expected` above 0, or `max_expected`", path: ["min_expected"] };
}

interface Count {
  readonly base: string;
  readonly glob: string;
  readonly count: number;
  /** The first of them. */
  readonly names: readonly string[];
  readonly problem?: { readonly code: string; readonly message: string };
}

/** More than any workspace that can be walked holds. */
const MAX_MATCHES = 1_000_000;
const MAX_NAMES = 20;

/** A folder that is not there has no count: nothing in it would otherwise pass for `max_expected: 0`. */
async function count(files: FilesPort, base: string, glob: string, type: "file" | "dir"): Promise<Count> {
  const asked = await ask(async () => {
    const there = await files.stat(base);
    if (there?.kind !== "dir") return undefined;
    const matches = await files.glob([glob], { cwd: base, limit: MAX_MATCHES });
    return matches.filter((match) => match.endsWith("/") === (type === "dir"));
  });
  const none = { base, glob, count: 0, names: [] };
  if (asked.failure !== undefined) return { ...none, problem: asked.failure };
  if (asked.value === undefined) return { ...none, problem: { code: "not-found", message: `expected a folder at ${base}, found none` } };
  return { base, glob, count: asked.value.length, names: asked.value.slice(0, MAX_NAMES) };
}

function bounds(least: number, most: number): string {
  if (most === Infinity) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}
