import { SetupError, StepFailure } from "../model/outcome.js";
import { isSafeMethod } from "../model/safe-method.js";
import type { HttpRequest, RequestBody } from "../ports/http.js";
import type { Actor } from "./actor.js";
import { attachCsrf, csrfCookie, fetchCsrf, type CsrfConfig } from "./csrf.js";
import type { Wire } from "./wire.js";

/** The headers and the body of a request with the CSRF token that it needs. */
export interface Guarded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
}

/**
 * Where a request's token comes from; undefined when it needs none: reads, requests without cookies, those that bring the
 * header themselves or say `csrf: false`. Roles whose login declares tokens need them by default; `declared` is for whoever
 * asks with `csrf: true`. Throws a `SetupError` with code `no-csrf` when nothing is declared.
 */
export function csrfFor({ method, csrf, headers = {} }: HttpRequest, actor: Actor, declared: CsrfConfig | undefined): CsrfConfig | undefined {
  if (csrf === false || actor.jar === undefined || isSafeMethod(method)) return undefined;
  const config = actor.acting?.session.csrf ?? (csrf === true ? declared : undefined);
  if (config === undefined && csrf === true && Object.keys(actor.credentials ?? {}).length === 0) {
    throw new SetupError("no-csrf", "expected target.auth.csrf to say where CSRF tokens come from, got nothing; declare it, or leave `csrf` out");
  }
  const header = config?.header?.toLowerCase();
  return header !== undefined && Object.keys(headers).some((name) => name.toLowerCase() === header) ? undefined : config;
}

/**
 * Gets the token with the actor's identity and attaches it. Throws a `StepFailure` with code `csrf-missing` when there is
 * none: sent without it, the request would be refused to everybody.
 */
export async function guardWrite(config: CsrfConfig, body: RequestBody | undefined, actor: Actor, wire: Wire, signal: AbortSignal): Promise<Guarded> {
  const page = wire.origins.resolve(config.path);
  const held = config.cookie === undefined ? undefined : csrfCookie(config.cookie, actor.jar, page);
  const token = held ?? (await fetchCsrf(config, actor, wire, signal)).value;
  if (token === undefined) {
    actor.acting?.session.markStale(); // the page may have been for those who are logged in
    throw new StepFailure("csrf-missing", `expected a CSRF token for ${actor.role} from ${page.pathname}, got none; say \`csrf: false\` if this request needs none`);
  }
  const attached = attachCsrf(config, token, body, { isFieldOfJson: false });
  return { headers: { origin: page.origin, referer: page.href, ...attached.headers }, body: attached.body };
}
