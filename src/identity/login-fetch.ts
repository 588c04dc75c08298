import type { ResponseRecord } from "../model/records.js";
import { CookieJar, type CookieChange } from "./cookie-jar.js";
import type { Wire } from "./wire.js";

/**
 * The `fetch` of a login function: as the standard's, but that it goes over the run's transport, reaches only the target's
 * origins, resolves paths against the base URL and keeps cookies like a browser. It remembers what it saw.
 */
export class LoginFetch {
  readonly jar = new CookieJar();
  readonly fetch: typeof fetch;
  /** Every cookie that the answers brought. */
  readonly changes: CookieChange[] = [];
  readonly #role: string;
  readonly #wire: Wire;
  readonly #signal: AbortSignal;
  #last: ResponseRecord | undefined;
  #failure: unknown;
  #hasSucceeded = false;

  constructor(role: string, wire: Wire, signal: AbortSignal) {
    this.#role = role;
    this.#wire = wire;
    this.#signal = signal;
    this.fetch = (input, init) => this.#fetch(input, init);
  }

  /** The last answer; undefined when the last request got none. */
  get last(): ResponseRecord | undefined {
    return this.#last;
  }

  /** Why the last request got no answer. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Some request was answered with a 2xx, or a redirect that was not to be followed. */
  get hasSucceeded(): boolean {
    return this.#hasSucceeded;
  }

  async #fetch(input: string | URL | Request, init: RequestInit | undefined): Promise<Response> {
    const request = new Request(input instanceof Request ? input : this.#absolute(input), init);
    const url = this.#wire.origins.resolve(request.url);
    url.hash = "";
    const signal = input instanceof Request || init?.signal ? AbortSignal.any([this.#signal, request.signal]) : this.#signal;
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    try {
      const { record, changes } = await this.#wire.send(
        {
          method: request.method,
          url,
          role: this.#role,
          headers: Object.fromEntries(request.headers),
          ...(body !== undefined && { body: { kind: "raw", bytes: body } }),
          ...(request.credentials === "omit" ? {} : { jar: this.jar }),
          mayRedirectTo: request.redirect === "follow" ? (next) => this.#wire.origins.has(next) : undefined,
        },
        signal,
      );
      this.#last = record;
      this.#failure = undefined;
      this.#hasSucceeded ||= record.status < 400;
      this.changes.push(...changes);
      if (request.redirect === "error" && record.status >= 300 && record.status < 400) throw new TypeError("got a redirect, which `redirect: \"error\"` refuses");
      return responseOf(record, url.href);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof TypeError) throw error;
      this.#last = undefined;
      this.#failure = error;
      throw new TypeError("fetch failed", { cause: error });
    }
  }

  #absolute(input: string | URL): string {
    return this.#wire.origins.resolve(String(input)).href;
  }
}

function responseOf(record: ResponseRecord, asked: string): Response {
  const headers = new Headers({ ...record.headers });
  for (const cookie of record.setCookies) headers.append("set-cookie", cookie);
  const hasBody = ![204, 205, 304].includes(record.status);
  const response = new Response(hasBody ? record.bytes : null, { status: record.status, headers });
  const { url } = record.request;
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: url !== asked } });
}
