import { SetupError, StepFailure } from "../model/outcome.js";
import type { LoginFunction } from "../ports/target.js";
import { CookieJar } from "./cookie-jar.js";
import { isCredentialHeader } from "./credential-text.js";
import { readLoginAnswer } from "./login-answer.js";
import { fruitless, sessionCookiesIn, unavailability, type LoginAttempt } from "./login-attempt.js";
import { LoginFetch } from "./login-fetch.js";
import { readLoginResult } from "./login-result.js";
import { untilAborted } from "../model/until-aborted.js";
import type { UserFields } from "./user-fields.js";
import type { Wire } from "./wire.js";

/**
 * Logs in by a function of the host. It refuses by rejecting or by resolving with nothing: then the last answer that came
 * through its `fetch` says whether the system refused, was unavailable, or whether nothing can be said. When it returns
 * neither headers nor cookies, the cookies that its `fetch` kept are the session. What it returns after an answer that is no
 * success, and a header that holds a word for nothing, are no credentials. Throws a
 * `SetupError` when what it returns has another shape or can not be sent, or when it fails by a mistake of its own before it
 * has asked anything.
 */
export async function logInByFunction(login: LoginFunction, user: UserFields, role: string, wire: Wire, signal: AbortSignal): Promise<LoginAttempt> {
  const baseUrl = wire.origins.base;
  const desk = new LoginFetch(role, wire, signal);
  let given: unknown;
  try {
    given = await untilAborted(Promise.resolve(login({ role, user: { ...user }, baseUrl, fetch: desk.fetch, signal })), signal);
  } catch (error) {
    signal.throwIfAborted();
    return rejected(error, desk);
  }
  const { headers, cookies, variables } = readLoginResult(given);
  const credentials = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const jar = cookies.length === 0 ? desk.jar : new CookieJar();
  const sessionCookies = sessionCookiesIn(cookies.length === 0 ? desk.changes : await jar.store(new URL(baseUrl), cookies), undefined);
  const isBlank = !Object.values(headers).every(isCredentialHeader);
  const isReturned = !isBlank && (Object.keys(headers).length > 0 || (cookies.length > 0 && sessionCookies.length > 0));
  return {
    ...(isReturned ? returned(desk) : isBlank ? withoutToken(Object.keys(headers), desk) : withRemark(given, seen(desk, sessionCookies.length > 0))),
    credentials: isBlank ? {} : credentials,
    jar,
    sessionCookies,
    variables,
    isUnseen: !desk.hasSucceeded,
  };
}

type Looks = Pick<LoginAttempt, "appearance" | "why">;

/** The system has the last word: what a function makes of a refusal, or of no answer at all, was not issued. */
function returned(desk: LoginFetch): Looks {
  const what = "the login function returned credentials";
  if (desk.failure === undefined && desk.last === undefined) return { appearance: "issued", why: what };
  const { appearance, why } = seen(desk, true);
  return appearance === "issued" ? { appearance, why: what } : { appearance, why: `${what}, but to its last request ${why}; let it return nothing when the system refuses` };
}

/** Nor was what a program writes for nothing. */
function withoutToken(names: readonly string[], desk: LoginFetch): Looks {
  const { appearance, why } = seen(desk, false);
  return {
    appearance: appearance === "issued" ? "nothing" : appearance,
    why: `the login function returned no token in ${names.join(", ")} (nothing, or a word such as undefined); ${why}`,
  };
}

/** A forgotten `return` looks like a refusal. */
function withRemark(given: unknown, { appearance, why }: Looks): Looks {
  return { appearance, why: given === undefined || given === null ? `the login function returned nothing; ${why}` : why };
}

function rejected(error: unknown, desk: LoginFetch): LoginAttempt {
  if (error instanceof StepFailure) throw error;
  const message = error instanceof Error ? error.message : String(error);
  const hasAsked = desk.last !== undefined || desk.failure !== undefined;
  if (!hasAsked && (error instanceof TypeError || error instanceof ReferenceError)) {
    throw new SetupError("login-function-error", `expected the login function to ask the system through the \`fetch\` that it is given, got ${error.name}: ${message}; mend the function`);
  }
  const { appearance, why } = seen(desk, false);
  return { ...fruitless("nothing", `the login function rejected (${message}); ${why}`), appearance: appearance === "issued" ? "nothing" : appearance };
}

/** What the last answer says. */
function seen(desk: LoginFetch, hasNewCookies: boolean): Looks {
  if (desk.failure !== undefined) return { appearance: "unavailable", why: unavailability(desk.failure).message };
  if (desk.last === undefined) return { appearance: "nothing", why: "nothing was asked through the fetch that it was given, so no refusal could be seen" };
  return readLoginAnswer(desk.last, { hasToken: undefined, hasNewCookies, loginPaths: [] });
}
