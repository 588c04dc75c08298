import type { Draft } from "./draft.js";
import { isObject } from "./draft.js";
import { relative, rewriteInnerRequest } from "./requests.js";

/** What of a websocket exchange a table of names can not say. */
export function rewriteWebSocket(draft: Draft): void {
  const url = draft.get("url");
  const path = typeof url === "string" ? relative(url, draft, "url") : undefined;
  if (path !== undefined && !/^wss?:|^https?:/i.test(path) && draft.offer("path", path)) draft.take("url");
  rewriteTrigger(draft);
  if (typeof draft.get("expect_message") === "string") draft.set("expect_message", { match: draft.get("expect_message") });
  const message = draft.inner("expect_message");
  if (message !== undefined && !message.has("match")) {
    const { timeout_ms: timeout, ...match } = message.keys;
    draft.set("expect_message", { ...(timeout !== undefined && { timeout_ms: timeout }), match });
    draft.note("expectation-form", "what `expect_message` holds is read as its `match`", "expect_message");
  }
  for (const key of ["expect_event", "expect_first_event"]) if (typeof draft.get(key) === "string") draft.set(key, { event: draft.get(key) });
  for (const key of ["expect_refused", "expect_rejected"]) if (draft.get(key) === true) draft.rename(key, "expect_connected", false);
}

/** The request that makes something happen may stand in a wrapper. */
function rewriteTrigger(draft: Draft): void {
  const trigger = draft.get("trigger_after_connect");
  const wrapped = isObject(trigger) ? (trigger["http_call"] ?? trigger["request"]) : undefined;
  if (isObject(wrapped)) {
    draft.set("trigger_after_connect", wrapped);
    draft.note("expectation-form", "what `trigger_after_connect` wraps is the request itself", "trigger_after_connect");
  }
  rewriteInnerRequest(draft.inner("trigger_after_connect"));
}
