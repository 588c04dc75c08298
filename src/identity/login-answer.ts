import { isLoginForm } from "../match/login-page.js";
import type { ResponseRecord } from "../model/records.js";
import { parseUrl } from "../model/parse-url.js";

/**
 * How an answer to a login looks. `issued`: credentials came. `refused`: the system answered and refused. `nothing`: neither.
 * `unavailable`: there was no answer, or a crash.
 */
export type Appearance = "issued" | "refused" | "nothing" | "unavailable";

/** What is known beside the answer itself. */
export interface LoginFacts {
  /** `undefined` when the cookies are the session; else whether the declared token is in the answer. */
  readonly hasToken: boolean | undefined;
  /** A session cookie is new, or has a new value. */
  readonly hasNewCookies: boolean;
  /** Paths of the login page, beside those that sound like one. */
  readonly loginPaths: readonly string[];
}

/**
 * Reads an answer to a login. Only 400, 401, 403 and 422, the login form once more, a redirect back to it and a JSON body
 * that says no are refusals: a 404 or 405 means that there is no login here, a 429 that it was not looked at.
 */
export function readLoginAnswer(answer: ResponseRecord, facts: LoginFacts): { readonly appearance: Appearance; readonly why: string } {
  const { status } = answer;
  if (status >= 500) return { appearance: "unavailable", why: `the system answered ${status}` };
  if (status >= 400) {
    if (facts.hasToken === true) return { appearance: "nothing", why: `the system answered ${status} and gave out a token all the same` };
    return REFUSALS.has(status)
      ? { appearance: "refused", why: `the system answered ${status}` }
      : { appearance: "nothing", why: `the system answered ${status}, which is no answer about credentials` };
  }
  if (facts.hasToken === true) {
    return status < 300 && saysNo(answer)
      ? { appearance: "nothing", why: `the system answered ${status} with a body that says no and gave out a token all the same` }
      : { appearance: "issued", why: `the system answered ${status} with a token` };
  }
  const refusal = refusalIn(answer, facts);
  if (refusal !== undefined) return { appearance: "refused", why: refusal };
  if (facts.hasToken === false) return { appearance: "nothing", why: `the system answered ${status} without the declared token` };
  return facts.hasNewCookies
    ? { appearance: "issued", why: `the system answered ${status} with a new session cookie` }
    : { appearance: "nothing", why: `the system answered ${status} without a new session cookie` };
}

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 422]);

/** How a 2xx or 3xx says no. An HTML page or a redirect says nothing about a token. */
function refusalIn(answer: ResponseRecord, { hasToken, loginPaths }: LoginFacts): string | undefined {
  const { status } = answer;
  if (status < 300 && saysNo(answer)) return `the system answered ${status} with a body that says no`;
  if (hasToken !== undefined) return undefined;
  if (status < 300 && isLoginForm(answer)) return `the system answered ${status} with the login form again`;
  const { location } = answer.headers;
  if (status < 300 || location === undefined || !leadsBack(location, answer.request.url, loginPaths)) return undefined;
  return `the system answered ${status} and sent us back to ${location}`;
}

/** `{"success": false}`, `{"error": "..."}`, GraphQL's `errors`, `{"status": "fail"}`, `{"code": 401}` and their like. */
function saysNo(answer: ResponseRecord): boolean {
  if (!answer.json.ok || typeof answer.json.value !== "object" || answer.json.value === null) return false;
  const body = answer.json.value as Readonly<Record<string, unknown>>;
  return (
    ["success", "ok", "authenticated", "valid", "isValid"].some((key) => body[key] === false) ||
    ["error", "errors", "error_code", "error_description"].some((key) => isFilled(body[key])) ||
    ["status", "result"].some((key) => typeof body[key] === "string" && /^(?:error|fail|failed|failure|unauthorized|denied)$/i.test(body[key])) ||
    ["code", "status", "statusCode", "status_code"].some((key) => /^[45]\d\d$/.test(String(body[key])))
  );
}

function isFilled(value: unknown): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}

/** Narrower than what a permission check takes for a login page: a login that succeeds may well lead to `/auth/callback`. */
const LOGIN_PART = /\/(?:log|sign)[-_]?in(?=$|[/.])/i;

function leadsBack(location: string, from: string, loginPaths: readonly string[]): boolean {
  const url = parseUrl(location, from);
  if (url === undefined) return false;
  const { pathname, searchParams } = url;
  const path = pathname.replace(/\/+$/, "");
  return loginPaths.some((login) => login.replace(/\/+$/, "") === path) || LOGIN_PART.test(path) || searchParams.has("error");
}
