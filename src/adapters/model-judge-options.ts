import { z } from "zod";
import { checkJudgeOptions, repetitionsOption, type RepetitionOptions } from "../judges/judge-options.js";
import type { JudgeEndpoint } from "./judge-endpoint.js";
import { parseUrl } from "../model/parse-url.js";

/** What every judge that asks a model over HTTP can be told. */
export interface ModelJudgeOptions extends RepetitionOptions {
  /** Never part of a message, a reply or a report. */
  readonly apiKey: string;
  readonly model: string;
  /** The judge's name in reports and panels; default: `model`. */
  readonly name?: string | undefined;
  /** The most tokens of a reply; default 4096. A model that thinks first needs more. */
  readonly maxTokens?: number | undefined;
  /** Sent with every request, in place of the judge's own where the names are equal. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Added to the body of every request; `undefined` takes a field out of it. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds for one attempt; default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one reply with all its retries; default: twice `timeoutMs`. */
  readonly totalTimeoutMs?: number | undefined;
  /** Further attempts after a rate limit, an outage, a reset or a time-out; default 4. */
  readonly retries?: number | undefined;
  /** Milliseconds: the longest wait before the first retry, twice as much before each further one; default 500. */
  readonly retryDelayMs?: number | undefined;
}

/** Checks the options of a judge over HTTP; throws `CONFIG_INVALID` that names every problem at once, and no key. */
export function checkModelJudgeOptions(name: string, options: unknown, own: Readonly<Record<string, z.ZodType>>): void {
  checkJudgeOptions(name, z.strictObject({ ...schemaShape, ...own }), options);
}

/** The part of the options that says where the model answers and how long it is tried. `authorization` holds the key. */
export function endpointOf({ apiKey, model, headers = {}, timeoutMs = 120_000, totalTimeoutMs = 2 * timeoutMs, retries = 4, retryDelayMs = 500 }: ModelJudgeOptions, url: string, authorization: Readonly<Record<string, string>>): JudgeEndpoint {
  return {
    url,
    model,
    headers: { ...authorization, ...lowerCased(headers) },
    credentials: [apiKey, ...credentialsIn(headers)],
    timeoutMs,
    totalTimeoutMs,
    retries,
    retryDelayMs,
  };
}

/** A base URL with `path` behind its own path, unless it ends with that already; a query stays. */
export function joinUrl(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = base.endsWith(path) ? base : base + path;
  url.hash = "";
  return url.href;
}

export const baseUrlOption = z
  .string()
  .refine((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ""), "expected an absolute http or https URL")
  .refine((value) => `${parseUrl(value)?.username ?? ""}${parseUrl(value)?.password ?? ""}` === "", "expected a URL without a user; give credentials in `apiKey` or `headers`");

/** Longer waits would overflow a timer, which then ends at once. */
const milliseconds = z.number().positive().max(2 ** 31 - 1);

const schemaShape = {
  apiKey: z.string("expected the key of the endpoint; any word for one that needs none").regex(/^[\x21-\x7e]+$/, "expected the key of the endpoint, without spaces and line breaks"),
  model: z.string().min(1),
  name: z.string().min(1).optional(),
  maxTokens: z.int().min(1).optional(),
  headers: z.record(z.string(), z.string()).refine(areHeaders, "expected names and values that HTTP headers may have").optional(),
  extraBody: z
    .record(z.string(), z.unknown())
    .refine(isWritable, "expected values that JSON can hold")
    .refine((body) => !OWN_FIELDS.some((field) => field in body), "expected no `model`, `messages`, `system`, `stream` or `n`: they are the judge's own")
    .optional(),
  timeoutMs: milliseconds.optional(),
  totalTimeoutMs: milliseconds.optional(),
  retries: z.int().min(0).max(100).optional(),
  retryDelayMs: milliseconds.optional(),
  repetitions: repetitionsOption,
};

const OWN_FIELDS = ["model", "messages", "system", "stream", "n"];

function areHeaders(headers: Record<string, string>): boolean {
  try {
    new Headers(headers);
    return true;
  } catch {
    return false;
  }
}

function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The values of headers that are credentials by their name, with and without a scheme before them. */
function credentialsIn(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (/auth|key|token|secret|cookie|credential/i.test(name) ? [value] : []));
  return values.flatMap((value) => [value, value.replace(/^\S+\s+/, "")]);
}
