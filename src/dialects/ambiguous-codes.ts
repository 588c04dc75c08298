import type { Chain } from "./chain.js";
import type { Draft } from "./draft.js";
import { statusesOf } from "./statuses.js";

/** The primitive that a type means: a few codes mean different things in different documents, which their inputs tell apart. */
export function primitiveFor(type: string, draft: Draft, chain: Chain): string {
  const code = /^[A-Za-z]\d\d$/.test(type) ? type.toUpperCase() : type;
  const { registry } = chain.site;
  const name = registry?.get(code)?.name ?? registry?.get(type.toUpperCase())?.name ?? registry?.get(type.toLowerCase())?.name ?? code;
  const reading = READINGS.get(name)?.(draft);
  if (reading === undefined) return name;
  if (reading.name === undefined) {
    draft.note("ambiguous-code", `${type} means ${reading.meanings}, and the inputs do not tell which; name the primitive itself`, undefined, "error");
    return name;
  }
  draft.note("ambiguous-code", `${type} is read as ${reading.name}`, undefined, reading.severity);
  return reading.name;
}

interface Reading {
  /** Absent: the inputs do not tell. */
  readonly name?: string;
  readonly meanings: string;
  readonly severity?: "info" | "warning";
}

/** By the primitive that a code usually means; `undefined` when it means just that. */
const READINGS: ReadonlyMap<string, (draft: Draft) => Reading | undefined> = new Map([
  ["log_content_check", readLogOrWebSocket],
  ["dom_assertion", readDomOrScreenshot],
  ["response_time_check", readTimeOrSchema],
  ["network_fault_inject", readFaultOrInteraction],
  ["permission_check", readPermissionOrStatus],
]);

const OF_LOGS = ["pattern", "log_path", "tail_lines", "patterns", "container", "since", "expect_match", "capture_only"];
const OF_WEBSOCKETS = ["url", "path", "send", "subscribe", "steps", "subprotocol", "trigger_after_connect", "expect_message", "expect_event", "expect_first_event", "expect_response", "expect_connected"];

function readLogOrWebSocket(draft: Draft): Reading | undefined {
  const isLog = OF_LOGS.some((key) => draft.has(key));
  const isWebSocket = OF_WEBSOCKETS.some((key) => draft.has(key));
  const meanings = "log_content_check or websocket_exchange";
  if (isLog === isWebSocket) return { meanings };
  return { name: isLog ? "log_content_check" : "websocket_exchange", meanings };
}

function readDomOrScreenshot(draft: Draft): Reading | undefined {
  const isDom = Object.keys(draft.keys).some((key) => key.startsWith("selector") || key.startsWith("assert") || key === "contains_one_of");
  const isScreenshot = ["name", "full_page"].some((key) => draft.has(key));
  return !isDom && isScreenshot ? { name: "screenshot", meanings: "dom_assertion or screenshot" } : undefined;
}

function readTimeOrSchema(draft: Draft): Reading | undefined {
  return draft.has("schema_keys") ? { name: "json_schema_match", meanings: "response_time_check or json_schema_match", severity: "warning" } : undefined;
}

function readFaultOrInteraction(draft: Draft): Reading | undefined {
  return draft.has("intercept") ? { name: "browser_interaction", meanings: "network_fault_inject or browser_interaction" } : undefined;
}

/** An action that is no request (`rbac`) but has statuses beside it is about the answer before it. */
function readPermissionOrStatus(draft: Draft): Reading | undefined {
  const action = draft.get("action");
  const isRequest = draft.has("path") || draft.has("url") || typeof action !== "string" || /^\s*[A-Za-z]+\s+(?:\/|\{\{|\$|https?:)/.test(action);
  if (isRequest || !["acceptable_statuses", "expected_status", "expected_statuses"].some((key) => statusesOf(draft.get(key)) !== undefined)) return undefined;
  for (const key of ["action", "expected_result", "role", "context"]) draft.take(key);
  return { name: "status_code_assert", meanings: "permission_check or status_code_assert", severity: "warning" };
}
