import type { Diagnostic } from "../model/dag.js";

/** A token that was given out is not yet one that works: an app may issue dead ones, and then deny everything to everybody. */
export function unverifiedToken(name: string): Diagnostic {
  return unverified(
    `the login ${JSON.stringify(name)} of target.auth takes a token and has no \`verify\`: a token that does not work passes for a login, and its 401 for a denial`,
    'add verify: { path: "/api/me" }, a path that answers 2xx to those alone who are logged in',
  );
}

/** What a function returns without the system having said yes to anything may be worth nothing. */
export function unseenLogin(name: string): Diagnostic {
  return unverified(
    `the login function ${JSON.stringify(name)} of target.auth returned credentials without any successful request through the \`fetch\` that it is given: nothing shows that they work, or that the system runs at all`,
    "let it ask for something with the credentials, through that `fetch`, that the system gives to those alone who are logged in, and return nothing when the answer is not `ok`",
  );
}

function unverified(message: string, hint: string): Diagnostic {
  return { severity: "warning", code: "login-unverified", message, hint, path: "" };
}
