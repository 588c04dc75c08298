import { z } from "zod";
import type { FilesPort } from "../../ports/files.js";
import type { InputFinding } from "../define.js";
import { definePrimitive } from "../define.js";
import { ask, filesOf, isPattern, placeKeys, workspacePath } from "./place.js";

const inputs = z.strictObject({
  path: workspacePath.optional().describe("Path relative to the workspace root, or absolute under one of its mounts; `*`, `**`, `?` and then also `{a,b}` make it a pattern that some entry must match."),
  path_any_of: z.array(workspacePath).min(1).optional().describe("Passes when any of these exists; in place of `path`."),
  path_all_of: z.array(workspacePath).min(1).optional().describe("Passes when all of these exist; in place of `path`."),
  type: z.enum(["file", "dir", "any"]).default("file").describe("What must be there. A link counts as what it leads to.").meta({ placeholders: "rule" }),
  ...placeKeys,
});

/** `file_exists` (P01): something of the right kind is there, and within the workspace. */
export const fileExists = definePrimitive({
  name: "file_exists",
  code: "P01",
  family: "files",
  summary: "Passes when one of the named paths, or all of them, exist and are of the given type.",
  inputs,
  effects: "none",
  readsVariables: false,
  check: (given) => (given.path_all_of === undefined ? pathProblems(given) : allProblems(given)),
  async run({ path, path_any_of, path_all_of, type, on }, ctx) {
    const files = filesOf(ctx, on);
    const candidates: Candidate[] = [];
    for (const one of path_all_of ?? path_any_of ?? [path ?? ""]) candidates.push(await look(files, one));
    const isWanted = (kind: Kind): boolean => type === "any" || kind === type;
    const isFound = ({ kinds }: Candidate): boolean => kinds.some(isWanted);
    const found = candidates.find(isFound);
    const lacking = path_all_of === undefined && found !== undefined ? [] : candidates.filter((candidate) => !isFound(candidate));
    const evidence = { candidates: candidates.map(({ path, kinds, problem }) => ({ path, kind: problem?.code ?? kinds[0] ?? "absent" })) };
    if (lacking.length === 0) return ctx.pass(evidence, path_all_of === undefined ? `${found?.path ?? ""} is there` : `all of ${candidates.length} are there`);

    const tried = lacking.map((candidate) => candidate.path).join(", ");
    const problem = lacking.find((candidate) => candidate.problem !== undefined)?.problem;
    if (problem !== undefined) return ctx.fail(problem.code, problem.message, evidence);
    const other = lacking.find(({ kinds }) => kinds.length > 0);
    if (other !== undefined) return ctx.fail("wrong-type", `expected a ${WORDS[type]} at ${tried}, found a ${WORDS[other.kinds[0] ?? "any"]}`, evidence);
    return ctx.fail("not-found", `expected a ${WORDS[type]} at ${tried}, found nothing`, evidence);
  },
});

/** What `path` and `path_any_of` can have wrong together. */
export function pathProblems({ path, path_any_of }: { readonly path?: unknown; readonly path_any_of?: unknown }): InputFinding[] {
  if ((path === undefined) !== (path_any_of === undefined)) return [];
  return path === undefined
    ? [{ code: "invalid-input", message: "expected `path` or `path_any_of`, got neither", path: ["path"] }]
    : [{ code: "conflicting-keys", message: "expected `path` or `path_any_of`, got both; put all paths into `path_any_of`", path: ["path"] }];
}

function allProblems({ path, path_any_of }: { readonly path?: unknown; readonly path_any_of?: unknown }): InputFinding[] {
  if (path === undefined && path_any_of === undefined) return [];
  return [{ code: "conflicting-keys", message: "expected `path_all_of` alone, got another path beside it; put all paths that must exist into `path_all_of`, or use a step for each", path: ["path_all_of"] }];
}

type Kind = "file" | "dir";

const WORDS = { file: "file", dir: "folder", any: "file or folder" } as const;

interface Candidate {
  readonly path: string;
  /** Of what is there; of a pattern, each kind among its matches. */
  readonly kinds: readonly Kind[];
  readonly problem?: { readonly code: string; readonly message: string };
}

async function look(files: FilesPort, path: string): Promise<Candidate> {
  const asked = await ask(async () => (isPattern(path) ? kindsOf(await files.glob([path], { cwd: ".", limit: MAX_MATCHES })) : [(await files.stat(path))?.kind]));
  if (asked.failure !== undefined) return { path, kinds: [], problem: asked.failure };
  return { path, kinds: asked.value.filter((kind) => kind !== undefined) };
}

const MAX_MATCHES = 100_000;

function kindsOf(matches: readonly string[]): Kind[] {
  return [...new Set(matches.map((match) => (match.endsWith("/") ? "dir" : "file")))];
}
