import { numberOf } from "./aliases.js";
import { asList, type Draft } from "./draft.js";
import { relative, rewriteRequest } from "./requests.js";
import { statusesOf } from "./statuses.js";

const WHOLE = ["acceptable_statuses", "expected_acceptable_statuses", "acceptable_denied_status", "acceptable_denied_statuses", "expected_statuses"];
const ONE = ["expected_status", "expect_status"];

/** What of a permission check a table of names can not say: what is asked, and which statuses say so. */
export function rewritePermission(draft: Draft): void {
  const isRequest = rewriteAction(draft);
  rewriteRequest(draft);
  if (!isRequest) draft.note("ambiguous-code", `expected a request such as "DELETE /items/7", got ${JSON.stringify(draft.get("action"))}; the step will fail`, "action", "warning");
  rewriteCredentials(draft);
  const result = resultOf(draft);
  if (result === undefined) return;
  draft.set("expected_result", result);
  if (result === "denied") rewriteDenied(draft);
  else rewriteAllowed(draft);
  for (const key of [...WHOLE.slice(1), ...ONE]) if (draft.get(key) === null || statusesOf(draft.get(key)) !== undefined) draft.take(key);
}

/** `"METHOD /path (what it is about)"`; false when there is no request at all. */
function rewriteAction(draft: Draft): boolean {
  const operation = draft.get("operation");
  if (typeof operation === "string") draft.rename("operation", /^\s*[A-Za-z]+\s+\S/.test(operation) ? "action" : "method");
  const action = draft.get("action");
  if (typeof action !== "string") return draft.has("path");
  const [, method, path, more] = /^\s*([A-Za-z]+)\s+(\S+)(\s+\S.*)?\s*$/s.exec(action) ?? [];
  if (method === undefined || path === undefined || !/^(?:\/|\{\{|https?:)/.test(path)) return draft.has("path");
  const target = relative(path, draft, "action");
  if (more !== undefined) draft.note("expectation-form", `what stands behind the path of \`action\` is left out: ${more.trim()}`, "action");
  if (draft.has("path") || draft.has("method")) {
    draft.offer("method", method);
    draft.offer("path", target);
    draft.take("action");
  } else draft.set("action", `${method} ${target}`);
  return true;
}

/** Who asks is a role of the target. */
function rewriteCredentials(draft: Draft): void {
  const { username } = draft.keys;
  if (typeof username !== "string" || draft.has("role")) return;
  const role = username.replace(/^\{\{(\w+?)_(?:username|email|login)\}\}$/, "$1");
  draft.rename("username", "role", role);
  if (draft.has("password")) draft.drop("password", "it is that of the role");
}

const RESULTS: ReadonlyMap<string, "allowed" | "denied"> = new Map([
  ...["allowed", "allow", "granted", "permit", "permitted", "success", "not_denied", "ok"].map((word) => [word, "allowed"] as const),
  ...["denied", "deny", "forbidden", "refused", "rejected", "unauthorized", "blocked"].map((word) => [word, "denied"] as const),
]);

function resultOf(draft: Draft): "allowed" | "denied" | undefined {
  if (!draft.has("expected_result")) draft.rename("expected", "expected_result", typeof draft.get("expected") === "object" ? undefined : draft.get("expected"));
  const word = draft.get("expected_result");
  if (typeof word === "string") {
    const result = RESULTS.get(word.toLowerCase());
    if (result === undefined) {
      draft.note("vacuous-expectation", `expected "allowed" or "denied", got ${JSON.stringify(word)}, which nothing could contradict; the step will fail`, "expected_result");
      return undefined;
    }
    if (word === "not_denied") {
      draft.note("weak-allowed", "`not_denied` is read as allowed or not found (404)", "expected_result");
      draft.offer("allowed_codes_extend", [404]);
    } else if (word !== result) draft.note("expected-word", `${JSON.stringify(word)} is read as ${JSON.stringify(result)}`, "expected_result");
    return result;
  }
  if (typeof word === "boolean") return word ? "allowed" : "denied";
  const [status] = statusesIn(draft, [...ONE, ...WHOLE]);
  if (status === undefined) return undefined;
  const result = (numberOf(status) ?? 0) >= 400 ? "denied" : "allowed";
  draft.note("expectation-form", `no result is named; the status ${status} says ${result}`);
  return result;
}

function statusesIn(draft: Draft, keys: readonly string[]): readonly (number | string)[] {
  return keys.flatMap((key) => statusesOf(draft.get(key)) ?? []);
}

/** A refusal: the statuses that say so, never success or a crash. */
function rewriteDenied(draft: Draft): void {
  const isStrict = draft.get("strict_denied_codes_only") === true;
  if (typeof draft.get("strict_denied_codes_only") === "boolean") draft.take("strict_denied_codes_only");
  const named = statusesIn(draft, [...WHOLE, ...ONE]);
  const listed = [...named, ...statusesIn(draft, ["denied_codes_extend"])];
  const refusals = [...new Set(listed)].filter(isRefusal);
  const dropped = listed.filter((status) => !isRefusal(status));
  if (dropped.length > 0) draft.note("denied-accepts-success", `${[...new Set(dropped)].join(", ")} would not be a denial, and is left out`);
  for (const key of ["acceptable_statuses", "denied_codes_extend"]) if (statusesOf(draft.get(key)) !== undefined) draft.take(key);
  if (named.length > 0) {
    draft.set("acceptable_statuses", refusals.length > 0 ? refusals : named); // of which none is a denial: the step fails
    draft.note("alias-key", "the statuses of a denial are read as `acceptable_statuses`, and no others are one");
    return;
  }
  if (isStrict) {
    draft.set("acceptable_statuses", [...new Set([401, 403, ...refusals])]);
    draft.note("alias-key", "`strict_denied_codes_only` is read as the whole set of `acceptable_statuses`");
    return;
  }
  const isAdded = !refusals.includes(404);
  const extra = [...refusals, ...(isAdded ? [404] : [])].filter((status) => status !== 401 && status !== 403);
  if (extra.length > 0) draft.set("denied_codes_extend", extra);
  if (isAdded) draft.note("denied-accepts-404", "a denial may also be a 404, as the evaluators that these files came with have it; name the statuses, or say `strict_denied_codes_only`, where it may not");
}

function isRefusal(status: number | string): boolean {
  return typeof status === "number" ? status >= 300 && status < 500 : status === "4xx" || status === "3xx";
}

function rewriteAllowed(draft: Draft): void {
  if (typeof draft.get("strict_denied_codes_only") === "boolean") draft.take("strict_denied_codes_only");
  const statuses = [...new Set(statusesIn(draft, [...WHOLE, ...ONE]))];
  if (statuses.length === 0) return;
  const isWritten = JSON.stringify(asList(draft.get("acceptable_statuses"))) === JSON.stringify(statuses);
  draft.set("acceptable_statuses", statuses);
  if (!isWritten) draft.note("alias-key", "the expected statuses are read as `acceptable_statuses`");
}
