import type { ActingSession } from "./acting-session.js";
import type { CookieJar } from "./cookie-jar.js";

/** The role of those who have no credentials. */
export const ANONYMOUS = "anonymous";

/** As whom one request is sent. Without a jar it carries and keeps no cookies. */
export interface Actor {
  readonly role: string;
  /** Undefined: none. */
  readonly credentials: Readonly<Record<string, string>> | undefined;
  readonly jar?: CookieJar;
  readonly acting?: ActingSession;
}

/** Nobody, with nothing of anyone. */
export const nobody: Actor = { role: ANONYMOUS, credentials: undefined };

export function actorAs(acting: ActingSession): Actor {
  return { role: acting.role, credentials: acting.session.credentials, jar: acting.jar, acting };
}
