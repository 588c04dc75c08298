import { setTimeout as sleep } from "node:timers/promises";
import { StepFailure } from "../model/outcome.js";
import { Secrets } from "../model/secrets.js";
import { JudgeRefused, type JudgeReply } from "../ports/judge.js";
import type { HttpTransport } from "../ports/http.js";
import { openHttpTransport } from "./http-transport.js";
import { JudgeFailure, readAnswer } from "./judge-answer.js";

/** Where a model answers, and how long it is tried. */
export interface JudgeEndpoint {
  readonly url: string;
  /** Named in messages. */
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What neither a message nor a reply may hold. */
  readonly credentials: readonly string[];
  /** For one attempt. */
  readonly timeoutMs: number;
  /** For all attempts and the waits between them. */
  readonly totalTimeoutMs: number;
  /** Attempts beyond the first. */
  readonly retries: number;
  /** The longest wait before the first retry; it doubles with each. */
  readonly retryDelayMs: number;
}

/**
 * Posts a body until `read` makes a reply of the answer. Rate limits, outages, resets, time-outs and answers that are cut are
 * tried again after a random wait (exponential backoff with full jitter) that is never shorter than the endpoint asks for.
 * Rejects with `JudgeRefused`, with a `JudgeFailure`, or with the signal's reason. No connection outlives the call.
 */
export async function askEndpoint(endpoint: JudgeEndpoint, body: object, read: (answer: unknown) => JudgeReply, signal: AbortSignal): Promise<JudgeReply> {
  const transport = openHttpTransport();
  const secrets = new Secrets();
  for (const credential of endpoint.credentials) secrets.add(credential);
  const deadline = performance.now() + endpoint.totalTimeoutMs;
  const left = (): number => Math.max(0, deadline - performance.now());
  try {
    for (let attempt = 0; ; attempt++) {
      const failure = await post(endpoint, body, transport, left(), signal).then(read).then((reply) => masked(reply, secrets), failureOf);
      signal.throwIfAborted();
      if (!(failure instanceof Error)) return failure;
      const waitMs = waitBefore(attempt + 1, failure, left(), endpoint);
      if (typeof waitMs === "string") throw told(failure, `${endpoint.model} at ${withoutQuery(endpoint.url)}: ${failure.message}${waitMs}`, secrets);
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    await transport.close();
  }
}

/** No wait is longer, unless the endpoint asks for it. */
const MAX_WAIT_MS = 30_000;

async function post({ url, headers, timeoutMs, totalTimeoutMs }: JudgeEndpoint, body: object, transport: HttpTransport, leftMs: number, signal: AbortSignal): Promise<unknown> {
  const all = { "content-type": "application/json", accept: "application/json", ...headers };
  const limitMs = Math.max(1, Math.min(timeoutMs, leftMs));
  try {
    return readAnswer(await transport.send({ method: "POST", url, headers: all, body: JSON.stringify(body), timeoutMs: limitMs }, signal));
  } catch (error) {
    if (!(error instanceof StepFailure) || error.code !== "time-out") throw error;
    const limit = timeoutMs <= leftMs ? `\`timeoutMs\` (${timeoutMs})` : `what \`totalTimeoutMs\` (${totalTimeoutMs}) left`;
    throw new JudgeFailure(`expected a complete answer, got none within ${limit}; raise it for a slower judge`, true);
  }
}

/** Milliseconds until the next attempt, or why there is none, as it stands behind the failure. */
function waitBefore(retry: number, failure: JudgeFailure | JudgeRefused, leftMs: number, { retries, retryDelayMs, totalTimeoutMs }: JudgeEndpoint): number | string {
  const attempts = retry === 1 ? "" : ` (${retry} attempts)`;
  if (failure instanceof JudgeRefused || !failure.isTransient || retry > retries) return attempts;
  const waitMs = failure.waitMs + Math.random() * Math.min(retryDelayMs * 2 ** (retry - 1), MAX_WAIT_MS);
  if (waitMs < leftMs) return waitMs;
  const asked = failure.waitMs === 0 ? "" : `it asks to wait ${inSeconds(failure.waitMs)}, and `;
  return `${attempts}; ${asked}\`totalTimeoutMs\` (${totalTimeoutMs}) leaves ${inSeconds(leftMs)}`;
}

function masked(reply: JudgeReply, secrets: Secrets): JudgeReply {
  return { ...reply, text: secrets.mask(reply.text), ...(reply.model !== undefined && { model: secrets.mask(reply.model) }) };
}

/** The failure in its final words. Causes are not passed on: they may hold credentials. */
function told(failure: JudgeFailure | JudgeRefused, message: string, secrets: Secrets): Error {
  const said = secrets.mask(message);
  return failure instanceof JudgeRefused ? new JudgeRefused(failure.refusal, said) : new JudgeFailure(said, failure.isTransient);
}

/** What went wrong, in words for whoever configured the judge. */
function failureOf(error: unknown): JudgeFailure | JudgeRefused {
  if (error instanceof JudgeFailure || error instanceof JudgeRefused) return error;
  if (!(error instanceof StepFailure)) return new JudgeFailure(error instanceof Error ? error.message : String(error), false);
  if (error.code === "body-too-large") return new JudgeFailure("the answer is larger than 10 MiB", false);
  return new JudgeFailure(error.message.replace(/^POST \S+: /, ""), error.code !== "invalid-request");
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function inSeconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(3))} s`;
}
