import type * as Tough from "tough-cookie";
import type { BrowserCookie } from "../ports/browser.js";

/** What an answer did to a cookie. */
export interface CookieChange {
  readonly name: string;
  readonly kind: "added" | "replaced" | "deleted";
  /** The new value; `""` when it was deleted. */
  readonly value: string;
}

/** The cookies of one identity, kept as a browser keeps them. Nothing is loaded before the first cookie comes. */
export class CookieJar {
  #cookies: Cookies | undefined;
  /** Two jars look at the same cookies until one of them changes. */
  #isShared = false;

  get isEmpty(): boolean {
    return this.#cookies === undefined || this.#cookies.all().length === 0;
  }

  /** The Cookie header for a request; `""` for none. */
  header(url: URL): string {
    return this.#cookies?.jar.getCookieStringSync(url.href) ?? "";
  }

  /** The value that a request to `url` would send. */
  value(name: string, url: URL): string | undefined {
    return this.#cookies?.jar.getCookiesSync(url.href).find(({ key }) => key === name)?.value;
  }

  /** Takes the Set-Cookie headers of an answer; those that a browser would refuse are left out. */
  async store(url: URL, setCookies: readonly string[]): Promise<CookieChange[]> {
    if (setCookies.length === 0) return [];
    const cookies = this.#own(await import("tough-cookie"), url);
    const before = snapshot(cookies.all());
    for (const cookie of setCookies) cookies.jar.setCookieSync(cookie, url.href, { loose: true, ignoreError: true });
    return [...changes(before, snapshot(cookies.all()))];
  }

  /** Every cookie that has not expired. */
  all(): BrowserCookie[] {
    return (this.#cookies?.all() ?? []).map(asBrowserCookie);
  }

  /** A jar with the same cookies; what happens to one does not happen to the other. */
  clone(): CookieJar {
    const copy = new CookieJar();
    copy.#cookies = this.#cookies;
    copy.#isShared = this.#isShared = this.#cookies !== undefined;
    return copy;
  }

  #own(tough: typeof Tough, url: URL): Cookies {
    if (this.#cookies === undefined || this.#isShared) {
      const store = new tough.MemoryCookieStore();
      const jar = this.#cookies?.jar.cloneSync(store) ?? new tough.CookieJar(store, { rejectPublicSuffixes: !isLocal(url.hostname) });
      this.#cookies = new Cookies(jar, store);
      this.#isShared = false;
    }
    return this.#cookies;
  }
}

class Cookies {
  readonly jar: Tough.CookieJar;
  readonly #store: Tough.MemoryCookieStore;

  constructor(jar: Tough.CookieJar, store: Tough.MemoryCookieStore) {
    this.jar = jar;
    this.#store = store;
  }

  /** Every cookie that has not expired, whatever its domain and path. */
  all(): Tough.Cookie[] {
    let found: Tough.Cookie[] = [];
    void this.#store.getAllCookies((_error, cookies) => (found = cookies ?? []));
    return found.filter((cookie) => cookie.TTL() > 0);
  }
}

/** What became of cookies between two looks at them. */
export function cookieChanges(before: readonly BrowserCookie[], after: readonly BrowserCookie[]): CookieChange[] {
  const byPlace = (cookies: readonly BrowserCookie[]): Snapshot =>
    new Map(cookies.map(({ domain, path, name, value }) => [JSON.stringify([domain, path, name]), { name, value }]));
  return [...changes(byPlace(before), byPlace(after))];
}

/** A cookie without `SameSite` is `Lax` to browsers, and so is `None` on one that is not `Secure`. */
function asBrowserCookie({ key, value, domain, hostOnly, path, expires, httpOnly, secure, sameSite }: Tough.Cookie): BrowserCookie {
  const isNone = sameSite === "none" && secure;
  return {
    name: key,
    value,
    domain: hostOnly === false ? `.${domain ?? ""}` : (domain ?? ""),
    path: path ?? "/",
    expires: expires instanceof Date ? expires.getTime() / 1000 : -1,
    httpOnly,
    secure,
    sameSite: sameSite === "strict" ? "Strict" : isNone ? "None" : "Lax",
  };
}

/** Cookies by domain, path and name; a copy, since storing an answer writes into the cookies at hand. */
type Snapshot = ReadonlyMap<string, { readonly name: string; readonly value: string }>;

function snapshot(cookies: readonly Tough.Cookie[]): Snapshot {
  return new Map(cookies.map(({ domain, path, key, value }) => [JSON.stringify([domain, path, key]), { name: key, value }]));
}

/** A cookie that is set once more, for another path perhaps, with the value that it had is no change. */
function* changes(before: Snapshot, after: Snapshot): Generator<CookieChange> {
  const held = [...before.values()];
  for (const [key, { name, value }] of after) {
    const earlier = before.get(key);
    if (!held.some((cookie) => cookie.name === name && cookie.value === value)) yield { name, value, kind: earlier === undefined ? "added" : "replaced" };
  }
  for (const [key, { name }] of before) if (!after.has(key)) yield { name, value: "", kind: "deleted" };
}

/** Hosts to which the list of public suffixes does not apply: addresses, and names without a dot. */
function isLocal(hostname: string): boolean {
  return !hostname.includes(".") || hostname.endsWith(".localhost") || /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
}
