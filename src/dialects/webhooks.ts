import { numberOf } from "./aliases.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { translated } from "./regexes.js";
import { rewriteInnerRequest } from "./requests.js";
import { uniteStatuses } from "./statuses.js";

/** What of a webhook check a table of names can not say. */
export function rewriteWebhook(draft: Draft): void {
  gatherTrigger(draft);
  for (const key of ["register", "trigger"]) {
    const request = draft.inner(key);
    if (request === undefined) continue;
    if (!request.has("method")) request.set("method", "POST");
    rewriteInnerRequest(request);
    uniteStatuses(request, "expected_status", ["expect_status", "acceptable_statuses"]);
  }
  rewriteReceiver(draft);
  gatherExpectation(draft);
  rewriteCounts(draft);
}

function gatherTrigger(draft: Draft): void {
  const parts = ["method", "path", "body", "headers", "token"].filter((key) => draft.has(`trigger_${key}`));
  const [first] = parts;
  if (first === undefined || draft.has("trigger")) return;
  draft.set("trigger", Object.fromEntries(parts.map((key) => [key, draft.take(`trigger_${key}`)])));
  for (const key of parts) draft.locate(["trigger", key], `trigger_${key}`);
  draft.note("alias-key", "the keys that start with `trigger_` are read as `trigger`", `trigger_${first}`);
}

/** Receivers of the reference set-up are the one of the library. */
function rewriteReceiver(draft: Draft): void {
  for (const key of ["register", "trigger", "queue_processing"]) {
    if (!draft.has(key)) continue;
    const written = draft.get(key);
    const read = withReceiver(written);
    if (JSON.stringify(read) === JSON.stringify(written)) continue;
    draft.set(key, read);
    draft.note("absolute-url", "the address of a mock receiver is read as {{webhook_url}}", key);
  }
  if (draft.has("subscriber_url")) draft.drop("subscriber_url", "the library's own receiver takes its place");
}

const RECEIVER = /https?:\/\/(?:(?:host\.docker\.internal|localhost|127\.0\.0\.1):\{\{\s*webhook_port\s*\}\}|mock-receiver(?::\d+)?|webhook-receiver(?::\d+)?)(?:\/[\w./-]*)?/g;

function withReceiver(value: unknown): unknown {
  if (typeof value === "string") return value.replace(RECEIVER, "{{webhook_url}}");
  if (Array.isArray(value)) return value.map(withReceiver);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReceiver(item)])) : value;
}

/** What a delivery must be like belongs into `expect_delivery`. */
function gatherExpectation(draft: Draft): void {
  const { expected_header_name: header, expected_header_value: value, expect_signature_regex: pattern } = draft.keys;
  const headers: Keys = {};
  if (typeof header === "string" && typeof value === "string") {
    headers[header] = `^${value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
    for (const key of ["expected_header_name", "expected_header_value"]) draft.drop(key, "it is read as `headers_contain`");
  }
  if (pattern === "") draft.drop("expect_signature_regex", "it is empty");
  else if (typeof header === "string" && typeof pattern === "string") headers[header] = pattern;
  if (Object.keys(headers).length > 0 && !draft.has("expect_delivery")) draft.set("expect_delivery", {});
  const expected = draft.inner("expect_delivery");
  if (expected === undefined) return;
  for (const alias of ["timeout", "timeout_seconds"]) {
    const seconds = numberOf(expected.get(alias));
    if (seconds !== undefined) expected.rename(alias, "timeout_ms", seconds * 1000);
  }
  const known = expected.get("headers_contain");
  const all: Keys = { ...(isObject(known) && known), ...headers };
  if (Object.keys(all).length > 0) expected.set("headers_contain", Object.fromEntries(Object.entries(all).map(([name, text]) => [name, typeof text === "string" ? translated(text, expected, "headers_contain") : text])));
  const signature = expected.inner("signature_verify");
  const template = signature?.get("header_pattern");
  if (signature !== undefined && typeof template === "string") signature.set("header_pattern", translated(template, signature, "header_pattern"));
}

function rewriteCounts(draft: Draft): void {
  const retries = numberOf(draft.get("expected_max_retries"));
  if (retries !== undefined) draft.rename("expected_max_retries", "max_events", retries + 1);
  if (draft.get("secret") === null) draft.drop("secret", "there is none");
}
