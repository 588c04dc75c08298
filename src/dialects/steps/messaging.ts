import { applyAliases, listed, numberOf, spelled } from "../aliases.js";
import { canonicalAssertions } from "../assertions.js";
import type { Chain } from "../chain.js";
import { isObject, type Draft, type Keys } from "../draft.js";
import { rewritePolling } from "../polling.js";
import { soleMatcher } from "../query-expectations.js";
import { rewriteQuery } from "../queries.js";
import { rewriteInnerRequest, requestAliases } from "../requests.js";
import { uniteStatuses } from "../statuses.js";
import type { Spelling } from "../spellings.js";
import { rewriteWebhook } from "../webhooks.js";
import { rewriteWebSocket } from "../websockets.js";
import { shellSpellings } from "./shell.js";

const { no_auth, skip_auth, auth_override } = requestAliases;

/** Jobs, hooks, mail and sockets. */
export const messagingSpellings = {
  queue_job_check: { rewrite: rewriteJob },
  webhook_delivery: { aliases: { expect_min_events: "min_events", expect_max_events: "max_events" }, rewrite: rewriteWebhook },
  email_check: { aliases: { ...spelled("expect", "expected", "expect_email") }, rewrite: rewriteMail },
  websocket_exchange: {
    aliases: { ...spelled("auth_token", "token"), ...(no_auth && { no_auth }), ...(skip_auth && { skip_auth }), ...(auth_override && { auth_override }), ...spelled("subprotocol", "subprotocols", "protocol") },
    rewrite: rewriteWebSocket,
  },
} satisfies Readonly<Record<string, Spelling>>;

function rewriteJob(draft: Draft, chain: Chain): void {
  const trigger = draft.inner("trigger");
  if (trigger !== undefined) rewriteTrigger(trigger);
  const verify = draft.inner("verify");
  if (verify === undefined) {
    if (["queue", "task_name", "job"].some((key) => draft.has(key))) draft.note("vacuous-expectation", "a queue or a task alone says nothing that could be verified; the step will fail");
    return;
  }
  rewritePolling(verify, draft);
  rewritePolling(draft);
  const { expected_field: field, expected_value: value } = verify.keys;
  if (typeof field === "string" && verify.offer("expected_result", { [field]: soleMatcher(value) })) for (const key of ["expected_field", "expected_value"]) verify.drop(key, "it is read as `expected_result`");
  switch (verify.get("strategy")) {
    case "poll_api":
    case "api":
    case "http":
      verify.set("strategy", "poll_api");
      rewriteInnerRequest(verify);
      uniteStatuses(verify, "expected_status", ["expect_status", "acceptable_statuses"]);
      if (Array.isArray(verify.get("assertions"))) verify.setItems("assertions", [...canonicalAssertions(verify.items("assertions"), chain, false).all, ...verify.odd("assertions")]);
      break;
    case "exec":
      applyAliases(verify, shellSpellings.docker_exec.aliases);
      break;
    default:
      if (verify.has("sql") || verify.has("query")) {
        verify.offer("strategy", "db_query");
        rewriteQuery(verify, chain);
      }
  }
}

function rewriteTrigger(trigger: Draft): void {
  const { type, command, code = command, script = code } = trigger.keys;
  if (type === "noop" || type === "none" || type === null) {
    trigger.set("type", "none");
    if (type !== "none") trigger.note("expected-word", "a trigger that does nothing is `none`", "type");
  } else if (type === "rails_runner" && typeof script === "string") {
    for (const key of ["code", "script"]) trigger.take(key);
    trigger.set("type", "exec");
    trigger.set("command", ["bundle", "exec", "rails", "runner", script]);
    trigger.note("expected-word", "`rails_runner` is read as a command", "type");
  } else if (type === "http" || (type === undefined && (trigger.has("path") || trigger.has("url")))) {
    trigger.set("type", "http");
    rewriteInnerRequest(trigger);
    uniteStatuses(trigger, "expected_status", ["expect_status", "acceptable_statuses"]);
  } else if (type === "exec" || type === "command" || type === "docker_exec") {
    trigger.set("type", "exec");
    applyAliases(trigger, shellSpellings.docker_exec.aliases);
  } else if (type === "sql" || type === "db") trigger.set("type", "sql");
}

function rewriteMail(draft: Draft): void {
  if (draft.has("trigger_template_render")) draft.note("vacuous-expectation", "a template that nobody sends proves nothing of the system; the step will fail", "trigger_template_render");
  const trigger = draft.inner("trigger");
  rewriteInnerRequest(trigger);
  if (trigger !== undefined) uniteStatuses(trigger, "expected_status", ["expect_status", "acceptable_statuses"]);
  const expect = draft.inner("expect");
  if (expect === undefined) return;
  applyAliases(expect, { ...spelled("to", "recipient", "to_address"), ...spelled("from", "sender"), ...spelled("subject_contains", "subject"), ...spelled("body_contains", "body", "contains"), body_must_contain: listed("body_contains") });
  const limits: Keys = {};
  for (const [key, factor] of [["timeout_seconds", 1000], ["wait_seconds", 1000], ["timeout", 1000], ["max_wait_ms", 1]] as const) {
    const limit = numberOf(expect.get(key)) ?? numberOf(draft.get(key));
    if (limit === undefined) continue;
    limits["timeout_ms"] = limit * factor;
    for (const holder of [expect, draft]) if (holder.has(key)) holder.drop(key, "it is read as `timeout_ms`");
  }
  if (isObject(limits) && limits["timeout_ms"] !== undefined) expect.offer("timeout_ms", limits["timeout_ms"]);
}
