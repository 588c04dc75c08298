import { selectPath } from "../match/json-path.js";
import { ExactNumber } from "../model/exact-number.js";
import type { ResponseRecord } from "../model/records.js";
import type { LoginConfig } from "../ports/target.js";
import type { RequestBody } from "../ports/http.js";
import { CookieJar } from "./cookie-jar.js";
import { isCredentialText } from "./credential-text.js";
import { attachCsrf, fetchCsrf, type CsrfToken } from "./csrf.js";
import { readLoginAnswer } from "./login-answer.js";
import { fruitless, sessionCookiesIn, unavailability, type LoginAttempt } from "./login-attempt.js";
import { lifetimeOf } from "./lifetime.js";
import { tokenHeaders } from "./strategies.js";
import type { Wire } from "./wire.js";

/** Logs in as a {@link LoginConfig} says, its request filled in: the CSRF token first, then the one request. */
export async function logInDeclared(config: LoginConfig, role: string, wire: Wire, signal: AbortSignal): Promise<LoginAttempt> {
  try {
    return await attempt(config, role, wire, signal);
  } catch (error) {
    signal.throwIfAborted();
    return fruitless("unavailable", unavailability(error).message);
  }
}

async function attempt({ request, csrf, token: tokenConfig }: LoginConfig, role: string, wire: Wire, signal: AbortSignal): Promise<LoginAttempt> {
  const jar = new CookieJar();
  const url = wire.origins.resolve(request.path);
  const csrfToken = csrf === undefined ? undefined : await fetchCsrf(csrf, { role, jar }, wire, signal);
  if (csrfToken !== undefined && csrfToken.value === undefined) return withoutCsrf(csrfToken);
  const body = bodyOf(request);
  const attached = csrf === undefined || csrfToken?.value === undefined ? { headers: {}, body } : attachCsrf(csrf, csrfToken.value, body, { isFieldOfJson: true });
  const { record: answer, changes } = await wire.send(
    {
      method: request.method?.toUpperCase() ?? "POST",
      url,
      role,
      jar,
      credentials: { ...asFrom(csrfToken?.page.request.url ?? url.href, attached.body), ...attached.headers },
      ...(request.headers !== undefined && { headers: request.headers }),
      ...(attached.body !== undefined && { body: attached.body }),
    },
    signal,
  );
  const token = tokenConfig === undefined ? undefined : tokenIn(answer, tokenConfig.jsonPath);
  const sessionCookies = sessionCookiesIn(changes, csrf?.cookie);
  const lifetimeMs = lifetimeOf(answer, token);
  return {
    ...readLoginAnswer(answer, {
      hasToken: tokenConfig === undefined ? undefined : token !== undefined,
      hasNewCookies: sessionCookies.length > 0,
      loginPaths: [url.pathname, ...(csrf === undefined ? [] : [wire.origins.resolve(csrf.path).pathname])],
    }),
    credentials: token === undefined ? {} : tokenHeaders(tokenConfig, token),
    jar,
    sessionCookies,
    answer,
    variables: {},
    ...(token !== undefined && { token }),
    ...(lifetimeMs !== undefined && { lifetimeMs }),
  };
}

function withoutCsrf({ page }: CsrfToken): LoginAttempt {
  const why = `${page.request.method} ${page.request.path} answered ${page.status} without the declared CSRF token`;
  return fruitless(page.status >= 500 ? "unavailable" : "nothing", why);
}

function bodyOf({ json, form }: LoginConfig["request"]): RequestBody | undefined {
  if (form !== undefined) return { kind: "form", fields: form };
  return json === undefined ? undefined : { kind: "json", value: json };
}

/** A browser says from which page a form is sent; frameworks that guard against forged forms ask for it. */
function asFrom(pageUrl: string, body: RequestBody | undefined): Record<string, string> {
  return body?.kind === "form" ? { origin: new URL(pageUrl).origin, referer: pageUrl } : {};
}

function tokenIn(answer: ResponseRecord, jsonPath: string): string | undefined {
  if (!answer.json.ok) return undefined;
  const [value] = selectPath(answer.json.value, jsonPath).values;
  if (typeof value === "number" || value instanceof ExactNumber) return String(value);
  return typeof value === "string" && isCredentialText(value) ? value : undefined;
}
