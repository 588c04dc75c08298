import { StepFailure } from "../model/outcome.js";
import { percentEncode } from "../model/percent-encode.js";
import { ResponseRecord, type RequestSettings } from "../model/records.js";
import type { HttpTransport } from "../ports/http.js";
import type { CookieChange, CookieJar } from "./cookie-jar.js";
import { MAX_REDIRECTS, redirectOf, type Hop } from "./redirect.js";

/** A request with everything decided but the cookies of its jar. */
export interface Outgoing extends Hop {
  /** Whose cookies are sent and kept; none are when it is left out. */
  readonly jar?: CookieJar | undefined;
  /** Sent beside those of the jar; one with the same name takes its place. */
  readonly cookies?: Readonly<Record<string, string>> | undefined;
  /** False: not even the jar's cookies are sent. */
  readonly mayHaveCookies: boolean;
  /** Until the last byte of the last answer. */
  readonly timeoutMs: number;
  /** Where redirects may lead; undefined: they are not followed. */
  readonly mayRedirectTo?: ((url: URL) => boolean) | undefined;
  readonly role: string;
  readonly settings: RequestSettings;
}

/** The answer, and what it and the redirects before it did to the jar. */
export interface Exchanged {
  readonly record: ResponseRecord;
  readonly changes: readonly CookieChange[];
}

/** Sends a request and follows its redirects, if it may, keeping cookies at every hop. */
export async function exchange(transport: HttpTransport, outgoing: Outgoing, signal: AbortSignal): Promise<Exchanged> {
  const { jar, mayRedirectTo } = outgoing;
  const changes: CookieChange[] = [];
  const setCookies: string[] = [];
  let durationMs = 0;
  let hop: Hop = outgoing;
  for (let hops = 0; ; hops++) {
    const { method, url, body } = hop;
    const answer = await transport.send(
      {
        method,
        url,
        headers: sentHeaders(hop, outgoing),
        timeoutMs: Math.max(1, outgoing.timeoutMs - durationMs),
        body,
      },
      signal,
    );
    durationMs += answer.durationMs;
    if (answer.setCookies.length > 0) {
      setCookies.push(...answer.setCookies);
      if (jar !== undefined) changes.push(...(await jar.store(url, answer.setCookies)));
    }
    const next = mayRedirectTo === undefined ? undefined : redirectOf(hop, answer, mayRedirectTo);
    if (next === undefined) {
      const request = { method, path: url.pathname + url.search, url: url.href, role: outgoing.role, settings: outgoing.settings };
      const { status, headers, bytes } = answer;
      return { record: new ResponseRecord({ request, status, headers, setCookies, bytes, durationMs }), changes };
    }
    if (hops === MAX_REDIRECTS) {
      const asked = `${outgoing.method} ${outgoing.url.pathname}`;
      throw new StepFailure("redirect-loop", `${asked}: expected at most ${MAX_REDIRECTS} redirects, got one more, to ${next.url.pathname}`);
    }
    hop = next;
  }
}

/** The headers of one hop, with the cookies that go to its URL. */
export function sentHeaders(
  hop: Pick<Hop, "url" | "headers">,
  { jar, cookies, mayHaveCookies }: Pick<Outgoing, "jar" | "cookies" | "mayHaveCookies">,
): Readonly<Record<string, string>> {
  if (!mayHaveCookies) return hop.headers;
  const own = hop.headers["cookie"] ?? jar?.header(hop.url) ?? "";
  const cookie = withCookies(own, cookies);
  return cookie === "" ? hop.headers : { ...hop.headers, cookie };
}

function withCookies(header: string, cookies: Readonly<Record<string, string>> | undefined): string {
  if (cookies === undefined) return header;
  const given = Object.entries(cookies);
  if (given.length === 0) return header;
  const kept = header.split("; ").filter((pair) => pair !== "" && !Object.hasOwn(cookies, pair.split("=", 1)[0] ?? ""));
  return [...kept, ...given.map(([name, value]) => `${name}=${cookieText(value)}`)].join("; ");
}

/** A value as it is when it can stand in a Cookie header (RFC 6265, 4.1.1, as lenient as browsers are), else percent-encoded. */
function cookieText(value: string): string {
  return /^[\x20-\x3a\x3c-\x7e]*$/.test(value) ? value : percentEncode(value);
}
