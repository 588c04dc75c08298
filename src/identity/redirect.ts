import { StepFailure } from "../model/outcome.js";
import type { TransportResponse } from "../ports/http.js";
import { parseUrl } from "../model/parse-url.js";

/** The most redirects that one request follows. */
export const MAX_REDIRECTS = 10;

/** What a redirect changes about a request. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
}

/**
 * The request that an answer redirects to, by the rules of the fetch standard ("HTTP-redirect fetch"): 303 always, 301 and
 * 302 after a POST become a GET without a body. Undefined when the answer is no redirect. Throws a `StepFailure` with code
 * `off-origin-redirect` when it leads to where `mayGo` says no. On another origin no header that may hold a credential goes along.
 */
export function redirectOf(hop: Hop, answer: Pick<TransportResponse, "status" | "headers">, mayGo: (url: URL) => boolean): Hop | undefined {
  const { location } = answer.headers;
  if (location === undefined || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const url = parseUrl(location, hop.url);
  if (url === undefined) {
    throw new StepFailure("bad-response", `${hop.method} ${hop.url.pathname}: expected a Location that is a URL, got ${JSON.stringify(location)}`);
  }
  if (!mayGo(url)) {
    const got = `one to ${url.protocol}//${url.host}, which was not followed; leave follow_redirects out to look at the redirect itself`;
    throw new StepFailure("off-origin-redirect", `${hop.method} ${hop.url.pathname}: expected redirects within ${hop.url.origin}, got ${got}`);
  }
  url.username = url.password = url.hash = "";
  const headers = url.origin === hop.url.origin ? hop.headers : pick(hop.headers, (name) => HARMLESS.has(name));
  return becomesGet(answer.status, hop.method)
    ? { method: "GET", url, headers: pick(headers, (name) => !name.startsWith("content-")) }
    : { method: hop.method, url, headers, ...(hop.body !== undefined && { body: hop.body }) };
}

const HARMLESS: ReadonlySet<string> = new Set(["accept", "accept-language", "content-type", "user-agent"]);

function becomesGet(status: number, method: string): boolean {
  return status === 303 ? method !== "GET" && method !== "HEAD" : status <= 302 && method === "POST";
}

function pick(headers: Readonly<Record<string, string>>, isKept: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}
