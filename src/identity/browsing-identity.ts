import type { Secrets } from "../model/secrets.js";
import type { BrowserCookie, PageWrite } from "../ports/browser.js";
import type { ActingSession } from "./acting-session.js";
import { cookieChanges } from "./cookie-jar.js";
import { maskReceived } from "./sent-secrets.js";
import type { Session } from "./session.js";

/** A role as a browser needs it: what its pages begin with, and what they do to its session. */
export class BrowsingIdentity {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly BrowserCookie[];
  /** Pages of another session are no use to a role that has logged in again. */
  readonly session: Session | undefined;
  readonly #acting: ActingSession | undefined;
  readonly #secrets: Secrets;

  constructor(credentials: Readonly<Record<string, string>>, acting: ActingSession | undefined, secrets: Secrets) {
    this.headers = credentials;
    this.cookies = acting?.jar.all() ?? [];
    this.session = acting?.session;
    this.#acting = acting;
    this.#secrets = secrets;
  }

  /** Takes note of what a page did: session cookies are masked from now on. True when that ended the session. */
  note(before: readonly BrowserCookie[], after: readonly BrowserCookie[], writes: readonly PageWrite[]): boolean {
    const changes = cookieChanges(before, after);
    maskReceived(changes, this.#secrets);
    const { session } = this;
    if (session === undefined) return false;
    const isDeleted = this.#acting?.noteEnd(session, { method: "GET", path: "/", status: 200, changes }) === true;
    const isLoggedOut = writes.filter((write) => this.#acting?.noteEnd(session, { ...write, changes: [] }) === true).length > 0;
    return isDeleted || isLoggedOut;
  }
}
