import type { Secrets } from "../model/secrets.js";
import type { HttpRequest } from "../ports/http.js";
import type { CookieChange } from "./cookie-jar.js";
import type { Strategies } from "./strategies.js";

/** Masks the credentials that a request brings itself: its token, its headers that hold one, and its cookies. */
export function maskSent({ token, headers, cookies }: HttpRequest, strategies: Strategies, secrets: Secrets): void {
  if (typeof token === "string") addLong(token.replace(SCHEME, ""), secrets);
  for (const [name, value] of headers === undefined ? [] : Object.entries(headers)) {
    if (value === null) continue;
    if (name.toLowerCase() === "cookie") maskCookies(value.split(/;\s*/).map(pairOf), secrets);
    else if (CREDENTIAL_HEADER.test(name) || strategies.isCredential(name.toLowerCase())) addLong(value.replace(SCHEME, ""), secrets);
  }
  if (cookies !== undefined) maskCookies(Object.entries(cookies), secrets);
}

/** Masks the session cookies that an answer gave. */
export function maskReceived(changes: readonly CookieChange[], secrets: Secrets): void {
  maskCookies(changes.map(({ name, value }) => [name, value] as const), secrets);
}

/** True for the name of a cookie that is a session: `sid`, `connect.sid`, `PHPSESSID`, `auth_token`. */
export function isSessionCookie(name: string): boolean {
  return /sid$|^sid|sess|auth|token|jwt/i.test(name);
}

/** Cookies of other names hold ordinary words, such as `theme=dark`, which stay readable. */
function maskCookies(pairs: readonly (readonly [string, string])[], secrets: Secrets): void {
  for (const [name, value] of pairs) if (isSessionCookie(name)) addLong(value, secrets);
}

/** Shorter ones, such as `invalid`, are words that documents write to be refused. */
function addLong(value: string, secrets: Secrets): void {
  if (value.length > 7) secrets.add(value);
}

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? ["", pair] : [pair.slice(0, at), pair.slice(at + 1)];
}

const SCHEME = /^[\w-]+ +/;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|api[-_]?key|(?:auth|access|session)[-_]?token/i;
