import { readJson } from "../model/json.js";
import { JudgeRefused, type JudgeRefusal } from "../ports/judge.js";
import type { TransportResponse } from "../ports/http.js";

/** Why one attempt gave no reply. */
export class JudgeFailure extends Error {
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
  /** Milliseconds that the endpoint asks to wait before another attempt. */
  readonly waitMs: number;

  constructor(message: string, isTransient: boolean, waitMs = 0) {
    super(message);
    this.name = "JudgeFailure";
    this.isTransient = isTransient;
    this.waitMs = waitMs;
  }
}

/** The JSON value of a success. Throws `JudgeRefused` or a `JudgeFailure` for everything else; its message quotes the endpoint. */
export function readAnswer(response: TransportResponse): unknown {
  const { status, headers } = response;
  const text = new TextDecoder().decode(response.bytes);
  const reading = readJson(text);
  const value = objectOf(reading.ok ? reading.value : undefined);
  const problem = problemIn(value["error"]);
  if (status >= 200 && status < 300) {
    if (!reading.ok) throw new JudgeFailure(`expected JSON, got ${status} with ${headers["content-type"] ?? "no content type"}: ${quote(text)}; check \`baseUrl\``, true);
    if (problem === undefined) return reading.value;
    // some gateways answer 200 before they know what the model says
    throw failureOf(problem.status ?? 502, problem, undefined);
  }
  const location = status < 400 && headers["location"] !== undefined ? `a redirect to ${withoutQuery(headers["location"])}, which is not followed` : undefined;
  const { message } = value;
  throw failureOf(status, problem ?? { message: location ?? quote(typeof message === "string" ? message : text) }, retryAfterMs(headers));
}

interface Problem {
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
}

/** The statuses that SDKs of such endpoints try again; every 5xx, 529 (overloaded) included, is one as well. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

const NO_CREDIT = /insufficient_quota|credit balance|insufficient credit/i;

/** What endpoints say with 400 about a model that they do not have. */
const NO_MODEL = /model_not_found|invalid_model|not a valid model|model\b.{0,80}\b(?:does not exist|not found)/i;

function failureOf(status: number, { message, code = "" }: Problem, waitMs: number | undefined): Error {
  const said = `the endpoint answered ${status}${message === "" ? "" : `: ${message}`}`;
  const refusal = refusalOf(status, `${code} ${message}`);
  if (refusal !== undefined) return new JudgeRefused(refusal, `${said}; ${ADVICE[refusal]}`);
  return new JudgeFailure(said, TRANSIENT.has(status) || status >= 500, waitMs);
}

function refusalOf(status: number, said: string): JudgeRefusal | undefined {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 402 || ((status === 429 || status === 400) && NO_CREDIT.test(said))) return "no-credit";
  if (status === 404 || status === 405 || status === 410 || status < 400) return "not-found";
  return status === 400 && NO_MODEL.test(said) ? "not-found" : undefined;
}

const ADVICE: Readonly<Record<JudgeRefusal, string>> = {
  unauthorized: "check `apiKey`, and that it may use `model`",
  "no-credit": "the account behind `apiKey` has no credit left",
  "not-found": "check `model` and `baseUrl`",
};

/** `error: { message, code, type }` and `error: "..."` are both in use; a code may be a status. */
function problemIn(error: unknown): Problem | undefined {
  if (typeof error === "string" && error !== "") return { message: quote(error) };
  if (typeof error !== "object" || error === null) return undefined;
  const { message, code, type } = objectOf(error);
  return {
    message: quote(typeof message === "string" ? message : ""),
    code: [code, type].filter((word) => typeof word === "string").join(" "),
    ...(typeof code === "number" && code >= 400 && code < 600 && { status: code }),
  };
}

/** The wait that `retry-after-ms` or `retry-after` (RFC 9110, 10.2.3: seconds or a date) asks for. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const { "retry-after-ms": milliseconds, "retry-after": after } = headers;
  const isNumber = (text: string | undefined): text is string => text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text);
  if (isNumber(milliseconds)) return Number(milliseconds);
  if (isNumber(after)) return Number(after) * 1000;
  const date = Date.parse(after ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The start of a text on one line. */
function quote(text: string): string {
  return text.slice(0, 2_000).replace(/[\s\p{Cc}]+/gu, " ").trim().slice(0, 300).replace(/[\ud800-\udbff]$/, "");
}

function withoutQuery(url: string): string {
  return quote(url.replace(/[?#][^]*$/, "").replace(/\/\/[^/@]*@/, "//"));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
