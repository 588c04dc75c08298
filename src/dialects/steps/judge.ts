import { listed, numberOf, scaled, spelled } from "../aliases.js";
import { asList, isObject, type Draft } from "../draft.js";
import type { Spelling } from "../spellings.js";

/** Verdicts of a model. */
export const judgeSpellings = {
  llm_judge: {
    aliases: {
      ...spelled("max_files", "sample_limit", "sample_count"),
      per_file_chars: "max_chars_per_file",
      max_lines_per_file: scaled("max_chars_per_file", 100),
      total_chars: "max_evidence_chars",
      accepted_file_extensions: "extensions",
      api_path_filters: "path_filters",
      ...spelled(listed("urls"), "urls_to_sample", "url"),
    },
    rewrite: rewriteJudge,
  },
} satisfies Readonly<Record<string, Spelling>>;

function rewriteJudge(draft: Draft): void {
  rewriteRubric(draft);
  rewriteRange(draft);
  rewriteEvidence(draft);
  for (const key of ["evidence_files", "scan_patterns", "focus_paths", "fallback_files", "file_globs"]) {
    if (!draft.has(key)) continue;
    const known = draft.get("files_to_sample");
    const more = asList(draft.take(key)).filter((file) => typeof file === "string");
    draft.set("files_to_sample", [...new Set([...(Array.isArray(known) ? (known as unknown[]) : []), ...more])]);
    draft.note("alias-key", `\`${key}\` is read as a part of \`files_to_sample\``, key);
  }
  if (typeof draft.get("files_to_sample") === "string") draft.set("files_to_sample", [draft.get("files_to_sample")]);
  const strategy = draft.get("sample_strategy");
  if (typeof strategy === "string" && !["ranked", "head", "tail", "first"].includes(strategy)) {
    draft.set("sample_strategy", "ranked");
    draft.note("expected-word", `the sample strategy ${JSON.stringify(strategy)} is read as "ranked"`, "sample_strategy");
  }
}

/** One rubric, with everything else that says how to score behind it. */
function rewriteRubric(draft: Draft): void {
  const parts: string[] = [];
  for (const key of ["rubric_prompt", "prompt", "rubric", "scoring_rubric"]) {
    const value = draft.take(key);
    const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value, undefined, 1);
    if (text === "") continue;
    parts.push(text);
    if (key !== "rubric_prompt") draft.note("alias-key", `\`${key}\` is read as a part of \`rubric_prompt\``, key);
  }
  for (const key of ["criteria", "evaluation_criteria"]) {
    const value = draft.get(key);
    if (typeof value === "string") {
      parts.push(String(draft.take(key)));
      draft.note("alias-key", `\`${key}\` is read as a part of \`rubric_prompt\``, key);
    } else if (isObject(value)) draft.set(key, Object.entries(value).map(([name, what]) => (isObject(what) ? { name, ...what } : typeof what === "number" ? { name, weight: what } : { name, description: String(what) })));
    if (key !== "criteria" && draft.has(key)) draft.rename(key, "criteria");
  }
  for (const criterion of draft.items("criteria")) {
    for (const alias of ["dimension", "criterion", "title", "id"]) if (!criterion.has("name")) criterion.rename(alias, "name");
    for (const alias of ["points", "max_score", "score"]) if (numberOf(criterion.get(alias)) !== undefined) criterion.rename(alias, "weight", numberOf(criterion.get(alias)));
  }
  if (parts.length > 0) draft.set("rubric_prompt", [...new Set(parts)].join("\n\n"));
}

function rewriteRange(draft: Draft): void {
  const range = draft.get("score_range");
  if (typeof range === "string") {
    const [, low, high] = /^\s*(\d+)\s*(?:-|to|\.\.)\s*(\d+)\s*$/.exec(range) ?? [];
    if (low !== undefined) draft.set("score_range", [Number(low), Number(high)]);
  } else if (isObject(range)) draft.set("score_range", [range["min"] ?? 0, range["max"]]);
  for (const key of ["max_score", "maxScore"]) {
    const highest = numberOf(draft.get(key));
    if (highest === undefined || draft.rename(key, "score_range", [0, highest])) continue;
    draft.drop(key, "`score_range` says it");
  }
}

const EVIDENCE: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["http_response_html", "http_response_json", "http_response_body", "api_response", "http_response_payload", "http_response"].map((word) => [word, ["response"]] as const),
  ...["api_responses", "http_responses", "multi_endpoint_responses"].map((word) => [word, ["responses"]] as const),
  ["http_response_headers", ["headers"]],
  ...["page_html", "dom", "html"].map((word) => [word, ["rendered_dom"]] as const),
  ["screenshot_dom", ["screenshot", "rendered_dom"]],
  ["screenshots", ["screenshot"]],
  ...["container_logs", "log"].map((word) => [word, ["logs"]] as const),
  ["db_query_result", ["query"]],
  ...["code_files_and_config", "codebase", "code", "source_code", "files"].map((word) => [word, ["code_files"]] as const),
  ["frontend_code_and_dom", ["code_files", "rendered_dom"]],
  ["command_output", ["exec"]],
]);

function rewriteEvidence(draft: Draft): void {
  if (!draft.rename("evidence_source", "evidence_type") && draft.has("evidence_type")) draft.drop("evidence_source", "`evidence_type` says it");
  const given = draft.get("evidence_type");
  if (given === undefined) return;
  const types = [...new Set(asList(given).flatMap((type): readonly unknown[] => (typeof type === "string" ? (EVIDENCE.get(type) ?? [type]) : [type])))];
  const canonical = types.length === 1 && !Array.isArray(given) ? types[0] : types;
  if (JSON.stringify(canonical) === JSON.stringify(given)) return;
  draft.set("evidence_type", canonical);
  draft.note("expected-word", `the evidence ${JSON.stringify(given)} is read as ${JSON.stringify(canonical)}`, "evidence_type");
}
