import { Origins } from "./identity/origins.js";
import { isLoginConfig } from "./identity/strategies.js";
import { StepFailure } from "./model/outcome.js";
import type { Target } from "./ports/target.js";

/** Something wrong with a path that a target declares. */
export interface PathProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * The declared paths that lead nowhere, or away from the target, where nothing is sent with its headers and its users'
 * credentials. That there is no base URL is told when somebody logs in.
 */
export function* foreignPaths(target: Target): Generator<PathProblem> {
  const origins = originsOf(target);
  if (origins === undefined) return;
  for (const { path, text } of pathsOf(target)) {
    if (text.includes("{{")) continue; // what is filled in is known when somebody logs in
    try {
      origins.resolve(text);
    } catch (error) {
      if (error instanceof StepFailure) yield { path, message: error.message };
    }
  }
}

/** Undefined where an address is none, which is told elsewhere. */
function originsOf(target: Target): Origins | undefined {
  try {
    return new Origins(target);
  } catch {
    return undefined;
  }
}

function* pathsOf({ ready, auth }: Target): Generator<{ readonly path: readonly string[]; readonly text: string }> {
  if (ready !== undefined) yield { path: ["ready", "path"], text: ready.path };
  if (auth === undefined || typeof auth === "function") return;
  const logins = isLoginConfig(auth) ? [[[], auth] as const] : Object.entries(auth).map(([name, login]) => [[name], login] as const);
  for (const [at, login] of logins) {
    if (typeof login === "function") continue;
    for (const part of ["request", "csrf", "verify"] as const) {
      const text = login[part]?.path;
      if (text !== undefined) yield { path: ["auth", ...at, part, "path"], text };
    }
  }
}
