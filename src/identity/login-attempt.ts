import { StepFailure } from "../model/outcome.js";
import type { ResponseRecord } from "../model/records.js";
import { CookieJar, type CookieChange } from "./cookie-jar.js";
import { isCredentialText } from "./credential-text.js";
import type { Appearance } from "./login-answer.js";

/** What came of asking for credentials, before it is known whether they work. */
export interface LoginAttempt {
  readonly appearance: Appearance;
  /** In words, for messages. */
  readonly why: string;
  /** Headers that carry the credentials, in lower case. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly jar: CookieJar;
  /** Cookies that came with the answer, without those that only hold a CSRF token. */
  readonly sessionCookies: readonly CookieChange[];
  readonly token?: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The answer to the login itself. */
  readonly answer?: ResponseRecord;
  /** How long the system says that the credentials last. */
  readonly lifetimeMs?: number;
  /** True when credentials were given without any request that the system answered with success. */
  readonly isUnseen?: boolean;
}

/** An attempt that got no answer, or none that it could go on with. */
export function fruitless(appearance: "unavailable" | "nothing", why: string, answer?: ResponseRecord): LoginAttempt {
  return { appearance, why, credentials: {}, jar: new CookieJar(), sessionCookies: [], variables: {}, ...(answer !== undefined && { answer }) };
}

/** The failure when it says that the system gave no usable answer; anything else is thrown on. */
export function unavailability(error: unknown): StepFailure {
  if (error instanceof StepFailure && UNAVAILABLE.has(error.code)) return error;
  throw error;
}

const UNAVAILABLE: ReadonlySet<string> = new Set(["connection-failed", "time-out", "body-too-large", "bad-response", "redirect-loop", "off-origin-redirect"]);

/** The cookies that an answer gave or changed, but for empty ones and one that holds a CSRF token. */
export function sessionCookiesIn(changes: readonly CookieChange[], csrfCookie: string | undefined): CookieChange[] {
  return changes.filter(({ kind, name, value }) => kind !== "deleted" && name !== csrfCookie && isCredentialText(value));
}
