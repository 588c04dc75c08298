import { listed, spelled } from "../aliases.js";
import { asList, type Draft } from "../draft.js";
import { translateAt } from "../regexes.js";
import type { Spelling } from "../spellings.js";

const place = spelled("on", "container", "in_container", "container_base");

/** Files of the workspace. */
export const fileSpellings = {
  file_exists: { aliases: { ...place, ...spelled("path_any_of", "any_of", "one_of"), ...spelled("path_all_of", "paths", "all_of"), file_type: "type" }, rewrite: rewriteFileExists },
  file_content_match: {
    aliases: { ...place, ...spelled("path_any_of", "paths", "alt_paths"), must_not_contain: listed("not_contains"), case_insensitive: "ignore_case", file: "path" },
    rewrite: rewriteContentMatch,
  },
  file_count: { aliases: { ...place, min_count: "min_expected", max_count: "max_expected", type_filter: "type", dir: "base_dir" }, rewrite: rewriteCount },
} satisfies Readonly<Record<string, Spelling>>;

function rewriteFileExists(draft: Draft): void {
  const key = draft.has("path_any_of") ? "path_any_of" : "path_all_of";
  if (typeof draft.get("path_all_of") === "string") draft.set("path_all_of", [draft.get("path_all_of")]);
  spreadPaths(draft, key);
  rewriteType(draft);
}

/** A list in the place of a path is several paths; a path beside the list is one of them. */
function spreadPaths(draft: Draft, key: "path_any_of" | "path_all_of"): void {
  const { path, [key]: more } = draft.keys;
  if (Array.isArray(path) && more === undefined) draft.rename("path", key);
  else if (typeof path === "string" && Array.isArray(more)) {
    draft.take("path");
    draft.set(key, [path, ...(more as unknown[])]);
    draft.note("alias-key", `\`path\` is one of \`${key}\``, "path");
  }
}

function rewriteType(draft: Draft): void {
  const type = draft.get("type");
  if (typeof type !== "string") return;
  const word = TYPES.get(type.toLowerCase());
  if (word === undefined || word === type) return;
  draft.set("type", word);
  draft.note("expected-word", `the type ${JSON.stringify(type)} is read as ${JSON.stringify(word)}`, "type");
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ...["file", "f", "regular"].map((type) => [type, "file"] as const),
  ...["dir", "directory", "d", "folder"].map((type) => [type, "dir"] as const),
  ["any", "any"],
]);

function rewriteContentMatch(draft: Draft): void {
  spreadPaths(draft, "path_any_of");
  const output = draft.get("output_var");
  if (output === "stdout" || output === "stderr") draft.rename("output_var", "source", `exec.${output}`);
  else if (output === "response" || output === "body") draft.rename("output_var", "source", "response");
  if (draft.has("contains")) draft.rename("contains", Array.isArray(draft.get("contains")) ? "patterns" : "pattern");
  if (Array.isArray(draft.get("pattern"))) draft.rename("pattern", "patterns");
  if (typeof draft.get("patterns") === "string") draft.set("patterns", [draft.get("patterns")]);
  if (typeof draft.get("not_contains") === "string") draft.set("not_contains", [draft.get("not_contains")]);
  const extensions = draft.get("allowed_exts");
  if (Array.isArray(extensions)) draft.rename("allowed_exts", "include", extensions.map((extension) => `**/*.${String(extension).replace(/^\*?\.?/, "")}`));
  const type = draft.get("match_type");
  if (type === "substring" || type === "text") draft.set("match_type", "contains");
  if (draft.get("match_type") === "regex") for (const key of ["pattern", "patterns"]) translateAt(draft, key);
  if (draft.has("source") || draft.has("path") || draft.has("path_any_of")) return;
  draft.set("source", "response");
  draft.note("implicit-source", "no `path` says where to look, so the last response is searched");
}

function rewriteCount(draft: Draft): void {
  if (!draft.has("glob") && !draft.has("glob_any_of")) draft.rename("pattern", Array.isArray(draft.get("pattern")) ? "glob_any_of" : "glob");
  if (Array.isArray(draft.get("glob"))) draft.rename("glob", "glob_any_of");
  if (Array.isArray(draft.get("base_dir"))) draft.rename("base_dir", "base_dir_any_of");
  rewriteType(draft);
  const globs = asList(draft.get("glob_any_of") ?? draft.get("glob"));
  if (!globs.every((glob) => typeof glob === "string" && glob.endsWith("/"))) return;
  const key = draft.has("glob_any_of") ? "glob_any_of" : "glob";
  const bare = (globs as readonly string[]).map((glob) => glob.replace(/\/+$/, ""));
  draft.set(key, key === "glob" ? bare[0] : bare);
  draft.offer("type", "dir");
  draft.note("expectation-form", "a pattern that ends in `/` counts folders", key);
}
