import { z } from "zod";
import { statusSet } from "../../match/status-set.js";
import type { InputFinding } from "../define.js";
import { requestProblems, settingKeys } from "../http/request-keys.js";
import { Late, late } from "../late.js";
import { urlPath } from "../placeholder.js";
import { closeExpectation } from "./close-expectation.js";
import { eventExpectation, messageExpectation, messageProblems, type MessageExpectation } from "./message-expectation.js";
import { prompt, promptProblems } from "./prompt.js";

const milliseconds = z.int().min(0).max(600_000);
const subprotocol = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: "expected the name of a subprotocol, without spaces" });
/** A text as it stands, or anything else as JSON; a list is several messages. */
const outgoing = z.union([z.string().min(1), z.array(z.unknown()).min(1), z.record(z.string(), z.unknown())]);

const step = z
  .strictObject({
    send: outgoing.optional().describe("Sent first, when nothing has come for 100 ms; messages before it do not count for what follows."),
    expect: messageExpectation.optional().describe("The message to wait for: text that it holds, or `{content_contains, type, path}`."),
    expect_any: z.array(messageExpectation).min(1).optional().describe("Several, of which one must come."),
    timeout_ms: milliseconds.optional().describe("Milliseconds to wait for it; default: that of the step."),
  })
  .refine(({ expect, expect_any: any }) => expect === undefined || any === undefined, { error: "expected either expect or expect_any" })
  .refine((given) => Object.keys(given).some((key) => key !== "timeout_ms"), { error: "expected something to send or to wait for" });

/** Longer than the pauses of usual heartbeats of a test, and short enough for a step that has many connections to make. */
const CONTROL_MS = 500;

/** Inputs of `websocket_exchange`. */
export const websocketInputs = z.strictObject({
  path: urlPath().optional().describe("Path on the target, starting with `/`."),
  url: urlPath().optional().describe("A `ws://` or `wss://` address within the target's origins, instead of `path`."),
  subprotocol: z.union([subprotocol, z.array(subprotocol).min(1)]).optional().describe("Offered to the server, which must choose it, or one of several."),
  role: settingKeys.role,
  auth: settingKeys.auth,
  auth_token: settingKeys.token,
  query: settingKeys.query,
  headers: settingKeys.headers.describe("Headers of the handshake; `Origin` is that of the target unless one is given or it is null."),
  omit_headers: settingKeys.omit_headers,
  cookies: settingKeys.cookies,
  expect_connected: z
    .boolean()
    .optional()
    .describe("True: the connection must be opened and stay open for `hold_ms`. False: the handshake must be refused with an HTTP status of `refused_status`, or, beside `expect_close`, the connection be closed so."),
  refused_status: statusSet.optional().describe("Statuses of a refusal; default: 401 and 403; others, such as 400, 404 or 429, would be the answer to anybody."),
  expect_first_event: late(eventExpectation).optional().describe("The first message after the connection is open must be this event."),
  subscribe: outgoing.optional().describe("Sent first, when the connection is open and nothing has come for 100 ms (after 1 s in any case), so that what a server sends by itself is not taken for its effect."),
  steps: z.array(step).min(1).optional().describe("What is sent and what must come, in order."),
  send: outgoing.optional().describe("Sent after `steps`, when nothing has come for 100 ms: a text, an object as JSON, or a list of them."),
  expect_response: messageExpectation.optional().describe("The message that must come after `send` (or `subscribe`)."),
  trigger_after_connect: prompt.optional().describe("Request that is sent then, when nothing has come for 100 ms; only messages from then on count for what follows."),
  expect_event: late(eventExpectation).optional().describe("The event that must come then."),
  expect_message: late(
    z.strictObject({
      timeout_ms: milliseconds.optional().describe("Milliseconds to wait for it; default: that of the step."),
      match: messageExpectation.describe("What the message must be like."),
    }),
  )
    .optional()
    .describe("The message that must come then."),
  expect_close: closeExpectation
    .optional()
    .describe("How the server must close the connection after all that, within `timeout_ms`: a code (4401, 1008), several of which one must come, or `{code, reason, timeout_ms}`. A connection that only breaks off is none of them."),
  hold_ms: milliseconds.optional().describe("Milliseconds that the connection must stay open after all that, beside `expect_connected: true`; default 500, or 0 when a message is waited for.").meta({ placeholders: "rule" }),
  control_ms: z
    .int()
    .min(0)
    .max(60_000)
    .default(CONTROL_MS)
    .describe("Milliseconds to listen, when it is quiet, before the first message is sent and before `trigger_after_connect`: a message that comes by itself then, as a heartbeat does, is no effect of what is done next, and a later one that is expected in the same words fails the step. It must be longer than the interval of a heartbeat. 0: do not listen.")
    .meta({ placeholders: "rule" }),
  allow_echo: z.boolean().default(false).describe("Let a message count that only repeats what was sent.").meta({ placeholders: "rule" }),
  timeout_ms: milliseconds.default(10_000).describe("Milliseconds for the handshake, and for each message that is waited for."),
});

export type WebSocketInputs = z.output<typeof websocketInputs>;

const EXPECTATIONS = ["expect_first_event", "steps", "expect_response", "expect_event", "expect_message"] as const;
/** How long a connection must stay open of which nothing else is expected: a server may accept a handshake and close at once. */
const HOLD_MS = 500;
const ACTIONS = ["subscribe", "send", "trigger_after_connect"] as const;

/** How long the connection must stay open in the end. */
export function holdOf(given: WebSocketInputs): number {
  if (given.expect_connected !== true || given.expect_close !== undefined) return 0;
  return given.hold_ms ?? (isAsking(given) ? 0 : HOLD_MS);
}

/** What the schema can not say. */
export function* websocketProblems(given: WebSocketInputs): Generator<InputFinding> {
  const { path, url, auth, auth_token: token, role, expect_connected: isConnected, trigger_after_connect: trigger } = given;
  if ((path === undefined) === (url === undefined)) {
    yield { code: "missing-input", message: `expected either \`path\` or \`url\`, got ${path === undefined ? "neither" : "both"}`, path: ["path"] };
  }
  if (path !== undefined && !/^(?:\/|\{\{)/.test(path)) yield { code: "invalid-path", message: `expected a path that starts with "/", got ${JSON.stringify(path)}; an address goes into \`url\``, path: ["path"] };
  if (url !== undefined && !/^(?:wss?:\/\/|https?:\/\/|\{\{)/i.test(url)) yield { code: "invalid-path", message: `expected a ws:// or wss:// address, got ${JSON.stringify(url)}`, path: ["url"] };
  yield* requestProblems({ auth, token, role });
  const reserved = Object.keys(given.headers ?? {}).find((name) => /^(?:sec-websocket-|connection$|upgrade$)/i.test(name));
  if (reserved !== undefined) yield { code: "conflicting-keys", message: `expected no header ${reserved}, which belongs to the handshake itself; use \`subprotocol\` to ask for one`, path: ["headers", reserved] };
  if (trigger !== undefined) yield* promptProblems("trigger_after_connect", trigger);
  yield* expectations(given);

  const asked = EXPECTATIONS.filter((key) => given[key] !== undefined);
  const done = ACTIONS.filter((key) => given[key] !== undefined);
  if (isConnected === false && asked.length + done.length > 0) {
    yield { code: "conflicting-keys", message: `expected nothing beside \`expect_connected: false\`, got ${[...asked, ...done].map((key) => `\`${key}\``).join(", ")}: without a connection nothing is sent or received`, path: ["expect_connected"] };
  }
  if (given.refused_status !== undefined && isConnected !== false) yield { code: "conflicting-keys", message: "expected `expect_connected: false` beside `refused_status`", path: ["refused_status"] };
  if (given.hold_ms !== undefined && (isConnected !== true || given.expect_close !== undefined)) {
    yield { code: "conflicting-keys", message: "expected `hold_ms` only beside `expect_connected: true`, and without `expect_close`: it says how long the connection stays open", path: ["hold_ms"] };
  }
  if (!isAsking(given) && isConnected === undefined && given.expect_close === undefined) {
    yield { code: "vacuous", message: "expected a message to wait for, got none; say what must come, or `expect_connected: true` when the connection is all", path: [] };
  }
}

/** Whether any message is waited for. */
export function isAsking(given: WebSocketInputs): boolean {
  return EXPECTATIONS.some((key) => key !== "steps" && given[key] !== undefined) || (given.steps ?? []).some(({ expect, expect_any: any }) => expect !== undefined || any !== undefined);
}

function* expectations({ steps = [], expect_response: response, expect_message: message }: WebSocketInputs): Generator<InputFinding> {
  for (const [index, { expect, expect_any: any = [] }] of steps.entries()) {
    if (expect !== undefined) yield* under(["steps", index, "expect"], expect);
    for (const [at, one] of any.entries()) yield* under(["steps", index, "expect_any", at], one);
  }
  if (response !== undefined) yield* under(["expect_response"], response);
  if (message !== undefined && !(message instanceof Late)) yield* under(["expect_message", "match"], message.match);
}

function* under(path: readonly (string | number)[], expected: MessageExpectation): Generator<InputFinding> {
  for (const finding of messageProblems(expected)) yield { ...finding, path: [...path, ...(finding.path ?? [])] };
}
