import type { HttpRequest } from "../ports/http.js";
import type { Session } from "./session.js";
import type { Strategies } from "./strategies.js";

/** True when a request has a credential of its own in its headers. */
export function bringsCredentials({ headers = {} }: HttpRequest, strategies: Strategies, session: Session | undefined): boolean {
  return Object.entries(headers).some(([name, value]) => value !== null && value !== "" && isCredential(name, strategies, session));
}

/** True when a request adds to, replaces or removes what would speak for a session: its answer says nothing about that session. */
export function changesCredentials({ headers = {}, omitHeaders = [], cookies = {} }: HttpRequest, strategies: Strategies, session: Session): boolean {
  const names = [...Object.keys(headers), ...omitHeaders];
  return (
    names.some((name) => name.toLowerCase() === "cookie" || isCredential(name, strategies, session)) ||
    Object.keys(cookies).some((name) => session.cookieNames.has(name))
  );
}

function isCredential(name: string, strategies: Strategies, session: Session | undefined): boolean {
  const header = name.toLowerCase();
  return strategies.isCredential(header) || Object.hasOwn(session?.credentials ?? {}, header);
}
