import type { RequestSettings } from "../model/records.js";
import type { Target } from "../ports/target.js";
import type { HttpTransport, RequestBody } from "../ports/http.js";
import type { CookieJar } from "./cookie-jar.js";
import { exchange, sentHeaders, type Exchanged } from "./exchange.js";
import { Origins } from "./origins.js";
import { encodeBody } from "./request-body.js";

/** A request whose identity is decided. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers?: RequestSettings["headers"] | undefined;
  readonly omitHeaders?: readonly string[] | undefined;
  readonly cookies?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly body?: RequestBody | undefined;
  readonly role: string;
  /** Headers of the identity, in lower case; the request's own headers take their place. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly jar?: CookieJar | undefined;
  /** Where redirects may lead; undefined: they are not followed. */
  readonly mayRedirectTo?: ((url: URL) => boolean) | undefined;
  /** What the record says about how it was sent. */
  readonly settings?: RequestSettings | undefined;
}

/** Milliseconds until an answer must be complete, unless the request says otherwise. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Sends requests of any identity to a target, with the headers that the target wants on all of them. */
export class Wire {
  readonly origins: Origins;
  readonly #transport: HttpTransport;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(target: Target, transport: HttpTransport) {
    this.origins = new Origins(target);
    this.#transport = transport;
    this.#headers = { accept: "*/*", "user-agent": "dagrade", ...lowerCase(target.headers ?? {}) };
  }

  send(call: Call, signal: AbortSignal): Promise<Exchanged> {
    const { method, url, role, jar, cookies, mayRedirectTo, timeoutMs = DEFAULT_TIMEOUT_MS, settings = {} } = call;
    const body = call.body === undefined ? undefined : encodeBody(call.body);
    const outgoing = {
      method,
      url,
      role,
      timeoutMs,
      settings,
      headers: this.#headersOf(call, body?.contentType),
      mayHaveCookies: !hasHeader(call.omitHeaders ?? [], "cookie"),
      body: body?.bytes,
      jar,
      cookies,
      mayRedirectTo,
    };
    return exchange(this.#transport, outgoing, signal);
  }

  /** The headers that a call without a body would be sent with. */
  headersFor(call: Call): Readonly<Record<string, string>> {
    const { url, jar, cookies, omitHeaders = [] } = call;
    return sentHeaders({ url, headers: this.#headersOf(call, undefined) }, { jar, cookies, mayHaveCookies: !hasHeader(omitHeaders, "cookie") });
  }

  #headersOf({ credentials, headers, omitHeaders }: Call, contentType: string | undefined): Readonly<Record<string, string>> {
    if (credentials === undefined && headers === undefined && omitHeaders === undefined && contentType === undefined) return this.#headers;
    const merged: Record<string, string> = { ...this.#headers, ...credentials };
    if (contentType !== undefined) merged["content-type"] = contentType;
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (value === null || value === "") delete merged[name.toLowerCase()];
      else merged[name.toLowerCase()] = value;
    }
    for (const name of omitHeaders ?? []) delete merged[name.toLowerCase()];
    return merged;
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function hasHeader(names: readonly string[], wanted: string): boolean {
  return names.some((name) => name.toLowerCase() === wanted);
}
