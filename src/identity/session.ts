import { isSafeMethod } from "../model/safe-method.js";
import type { CookieChange, CookieJar } from "./cookie-jar.js";
import type { CsrfConfig } from "./csrf.js";

/** Before its end a session is not used for anything new, so that it does not run out between two steps. */
const MARGIN_MS = 5_000;

/** What a login gave: the credentials of a role, shared by every node of the run that acts as it. */
export class Session {
  readonly role: string;
  /** The node that logged in. */
  readonly issuedBy: string;
  /** Lower-case names. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Names of the cookies that are the session. */
  readonly cookieNames: ReadonlySet<string>;
  readonly csrf: CsrfConfig | undefined;
  readonly #jar: CookieJar;
  /** Milliseconds of the run's clock. */
  readonly #endsAt: number;
  #isStale = false;

  constructor(parts: {
    readonly role: string;
    readonly issuedBy: string;
    readonly credentials: Readonly<Record<string, string>>;
    readonly cookieNames: ReadonlySet<string>;
    readonly csrf: CsrfConfig | undefined;
    readonly jar: CookieJar;
    readonly endsAt: number;
  }) {
    this.role = parts.role;
    this.issuedBy = parts.issuedBy;
    this.credentials = parts.credentials;
    this.cookieNames = parts.cookieNames;
    this.csrf = parts.csrf;
    this.#jar = parts.jar;
    this.#endsAt = parts.endsAt;
  }

  /** A jar of one's own, with the cookies as they were after the login. */
  newJar(): CookieJar {
    return this.#jar.clone();
  }

  /** The next login must not take this session from the cache. */
  markStale(): void {
    this.#isStale = true;
  }

  isStale(now: number): boolean {
    return this.#isStale || now > this.#endsAt - MARGIN_MS;
  }

  /**
   * True when an exchange ended this session: it deleted a session cookie; or it was a write that put another in its place,
   * or that succeeded on a path which says so (`POST /logout`, `DELETE /sessions/1`).
   */
  wasEndedBy(exchanged: { readonly method: string; readonly path: string; readonly status: number; readonly changes: readonly CookieChange[] }): boolean {
    const { method, path, status, changes } = exchanged;
    const isWrite = !isSafeMethod(method);
    const isOwn = changes.filter(({ name }) => this.cookieNames.has(name));
    if (isOwn.some(({ kind }) => kind === "deleted" || (kind === "replaced" && isWrite))) return true;
    return isWrite && status < 400 && (LOGOUT.test(path) || (method === "DELETE" && SESSION.test(path)));
  }
}

const LOGOUT = /(?:^|[/._-])(?:log[-_]?out|log[-_]?off|sign[-_]?out|revoke)(?=$|[/?._-])/i;
const SESSION = /\/(?:sessions?|tokens?)(?=$|[/?])/i;
