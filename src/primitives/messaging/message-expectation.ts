import { z } from "zod";
import { jsonEqual } from "../../match/equality.js";
import { jsonPathText, pathProblem, selectPath } from "../../match/json-path.js";
import { isVacuousMatcher, matchValue, valueMatcher } from "../../match/matcher.js";
import { readJson } from "../../model/json.js";
import type { WebSocketMessage } from "../../ports/websocket.js";
import type { InputFinding } from "../define.js";
import { excerpt } from "./complaint.js";

const text = z.string().min(1);

const match = z
  .strictObject({
    content_contains: z.union([text, z.array(text).min(1)]).optional().describe("Text, or several, that the message must hold."),
    type: text.optional().describe("The member `type` of a JSON message."),
    path: z
      .union([jsonPathText(), z.record(text, valueMatcher)])
      .optional()
      .describe("JSON path that must find something in the message, or paths -> literal or matcher."),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), { error: "expected content_contains, type or path" });

const event = z.strictObject({
  event: text.describe("Name of the event: the member `event`, or `type` where there is none."),
  data_keys_required: z.array(text).optional().describe("Keys that its `data` (or `payload`) must have."),
  broadcast_channel_id: z.union([z.string(), z.number()]).optional().describe("What `broadcast.channel_id` must be."),
});

/** What one message must be like: text that it holds, or more than that. */
export const messageExpectation = z.union([text, match]);
/** A message of the shape `{event, data, broadcast}`. */
export const eventExpectation = event;

export type MessageExpectation = z.output<typeof messageExpectation> | z.output<typeof event>;

/** Whether a message is as expected; a binary one has no content that could be. */
export function isExpected({ data }: WebSocketMessage, expected: MessageExpectation): boolean {
  if (typeof data !== "string") return false;
  if (typeof expected === "string") return data.includes(expected);
  return "event" in expected ? isEvent(data, expected) : isMatch(data, expected);
}

/** Whether a message is what was sent, come back: it says nothing about the system but that it repeats. */
export function isEcho({ data }: WebSocketMessage, sent: readonly string[]): boolean {
  if (typeof data !== "string") return false;
  if (sent.some((message) => message.trim() === data.trim())) return true;
  const reading = /^\s*[{[]/.test(data) ? readJson(data) : undefined;
  if (reading?.ok !== true) return false;
  return sent.map(readJson).some((own) => own.ok && jsonEqual(reading.value, own.value));
}

/** For messages: what was expected. */
export function describeExpectation(expected: MessageExpectation): string {
  return typeof expected === "string" ? `a message with ${JSON.stringify(expected)}` : `a message as in ${excerpt(JSON.stringify(expected, exactly), 300)}`;
}

/** What is wrong with an expectation as it is written. */
export function* messageProblems(expected: MessageExpectation): Generator<InputFinding> {
  if (typeof expected === "string" || "event" in expected || expected.path === undefined) return;
  const { path } = expected;
  for (const one of typeof path === "string" ? [path] : Object.keys(path)) {
    const problem = pathProblem(one);
    if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["path"] };
  }
  if (typeof path === "string") return;
  const open = Object.keys(path).find((one) => isVacuousMatcher(path[one]));
  if (open !== undefined) yield { code: "vacuous", message: `every value at ${open} is accepted; ask for more`, path: ["path", open] };
}

function isMatch(data: string, { content_contains: contents = [], type, path }: z.output<typeof match>): boolean {
  if (![contents].flat().every((content) => data.includes(content))) return false;
  if (type === undefined && path === undefined) return true;
  const reading = readJson(data);
  if (!reading.ok || (type !== undefined && member(reading.value, "type") !== type)) return false;
  if (path === undefined) return true;
  if (typeof path === "string") return selectPath(reading.value, path).values.length > 0;
  return Object.entries(path).every(([one, matcher]) => {
    const { values } = selectPath(reading.value, one);
    return values.length === 0 ? matchValue({ exists: false }, matcher).ok : values.some((value) => matchValue({ exists: true, value }, matcher).ok);
  });
}

function isEvent(data: string, { event: name, data_keys_required: keys = [], broadcast_channel_id: channel }: z.output<typeof event>): boolean {
  const reading = readJson(data);
  if (!reading.ok) return false;
  const message = reading.value;
  if ((member(message, "event") ?? member(message, "type")) !== name) return false;
  const payload = member(message, "data") ?? member(message, "payload");
  if (!keys.every((key) => member(payload, key) !== undefined)) return false;
  return channel === undefined || jsonEqual(member(member(message, "broadcast"), "channel_id"), channel);
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function exactly(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
