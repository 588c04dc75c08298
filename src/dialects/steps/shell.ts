import { listed, numberOf, scaled, spelled, variableName } from "../aliases.js";
import type { Chain } from "../chain.js";
import { asList, isObject, type Draft, type Keys } from "../draft.js";
import { rewritePolling } from "../polling.js";
import { translateAt } from "../regexes.js";
import type { Spelling } from "../spellings.js";

const commandAliases = {
  ...spelled("container", "service", "container_name"),
  ...spelled("cwd", "workdir", "working_dir"),
  timeout_seconds: "timeout",
  timeout_ms: scaled("timeout", 1 / 1000),
  ...spelled("expected_exit_code", "expect_exit_code", "expect_exit_codes", "exit_code", "command_exit_code", "expected_acceptable_exit_codes", "acceptable_returncodes", "expected_exit_codes"),
  ...spelled("expect_output_contains", "expect_output_contains_all", "expected_stdout_contains", "expected_output_contains", "expect_stdout_contains"),
  ...spelled("expect_output_regex", "expect_output_match_regex", "expected_stdout_regex", "expect_stdout_regex"),
  ...spelled(listed("expect_output_not_contains"), "forbid_pattern", "expected_stdout_not_contains"),
  ...spelled("capture_stdout_as", "capture_stdout_var", "save_stdout_as"),
  ...spelled("expected_stdout_int", "expect_stdout_int"),
} as const;

/** Commands and logs. */
export const shellSpellings = {
  docker_exec: { aliases: commandAliases, rewrite: rewriteCommand },
  log_content_check: {
    aliases: { ...spelled("container", "service", "container_name"), ...spelled("log_path", "path", "file"), lines: "tail_lines" },
    rewrite: rewriteLog,
  },
} satisfies Readonly<Record<string, Spelling>>;

function rewriteCommand(draft: Draft): void {
  rewriteHost(draft);
  const isSuccess = draft.get("expect_success");
  if (typeof isSuccess === "boolean" && !draft.rename("expect_success", "expected_exit_code", isSuccess ? 0 : "nonzero")) draft.drop("expect_success", "an exit code says it already");
  const least = numberOf(draft.get("expected_stdout_int_min"));
  if (least !== undefined) draft.rename("expected_stdout_int_min", "expected_stdout_int", { operator: "gte", expected: least });
  const most = numberOf(draft.get("expected_stdout_int_max"));
  if (most !== undefined) draft.rename("expected_stdout_int_max", "expected_stdout_int", { operator: "lte", expected: most });
  const lines = numberOf(draft.get("expected_line_count_min"));
  if (lines !== undefined && lines > 0) draft.rename("expected_line_count_min", "expect_output_regex", `(?:\\S.*\\n?[\\s]*){${lines}}`);
  if (draft.get("expected_stdout_not_empty") === true) draft.rename("expected_stdout_not_empty", "expect_output_regex", "\\S");
  const isForbidden = draft.get("forbid_elixir_errors") === true;
  if (isForbidden) draft.rename("forbid_elixir_errors", "expect_output_not_contains", ["** ("]);
  translateAt(draft, "expect_output_regex");
  rewriteCaptured(draft);
  const asksOutput = ["expect_output_contains", "expect_output_contains_any", "expect_output_not_contains", "expect_output_regex"].some((key) => draft.has(key));
  if (asksOutput) draft.offer("stream", "both"); // the evaluators that these files came with read both streams as one
}

/** Commands that only the evaluator's own machine can run. */
function rewriteHost(draft: Draft): void {
  const command = draft.get("command");
  const isSaid = draft.get("on_host") === true || draft.get("mode") === "host";
  const isObvious = typeof command === "string" && /^\s*(?:docker|docker-compose|curl)\b/.test(command) && !draft.has("container");
  for (const key of ["on_host", "mode"]) if (["host", "container", "exec", true, false].includes(draft.get(key) as string)) draft.drop(key, "it says where the command runs");
  if (!isSaid && !isObvious) return;
  if (isSaid) draft.take("container");
  draft.offer("container", "host");
  draft.note("host-command", 'the command runs in the exec target "host", which the target has to declare', "command");
}

function rewriteCaptured(draft: Draft): void {
  const wanted = draft.get("capture_to_context");
  const list = asList(wanted).filter(isObject);
  const captures: Keys = {};
  for (const { regex, pattern = regex, context_key: key, name = key, group } of list) {
    const variable = variableName(name);
    if (variable !== undefined && typeof pattern === "string") captures[variable] = { regex: pattern, ...(group !== undefined && { group }) };
  }
  if (list.length > 0 && Object.keys(captures).length === list.length) draft.rename("capture_to_context", "capture", captures);
  const text = draft.get("capture_var");
  if (typeof text !== "string") return;
  const [name, pattern] = text.split(/:(.+)/s);
  const variable = variableName(name);
  if (variable === undefined) return;
  if (pattern === undefined) draft.rename("capture_var", "capture_stdout_as", variable);
  else draft.rename("capture_var", "capture", { [variable]: pattern.startsWith("$") ? pattern : { regex: pattern } });
}

function rewriteLog(draft: Draft, chain: Chain): void {
  const isEvidence = chain.written.slice(chain.length + 1).some((step) => isObject(step) && JUDGES.has(String(step["type"] ?? step["primitive"])));
  if (draft.get("pattern") === "" && isEvidence) {
    draft.take("pattern");
    draft.offer("capture_only", true);
    draft.note("expectation-form", "an empty pattern finds every line, so the log is only kept as evidence", "pattern");
  }
  if (draft.get("match_type") === "regex") translateAt(draft, "pattern");
  rewritePolling(draft);
}

const JUDGES: ReadonlySet<string> = new Set(["P17", "llm_judge"]);
