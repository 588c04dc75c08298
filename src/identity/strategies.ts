import { SetupError } from "../model/outcome.js";
import type { LoginConfig, LoginFunction, Target } from "../ports/target.js";

/** One way to log in. */
export interface Strategy {
  readonly name: string;
  /** Undefined when the target declares none and a step must bring its own. */
  readonly login: LoginConfig | LoginFunction | undefined;
}

/** The ways to log in that a target declares. */
export class Strategies {
  readonly #all: readonly Strategy[];

  constructor(auth: Target["auth"]) {
    this.#all = strategiesOf(auth);
  }

  /**
   * The strategy of that name, else the first. Where the target declares a single one it is always meant, since documents
   * call it what they like. Throws a `SetupError` with code `unknown-strategy` when several are declared and none has the name.
   */
  find(name: string | undefined): Strategy {
    const [first = { name: "none", login: undefined }] = this.#all;
    if (name === undefined || this.#all.length <= 1) return first;
    const found = this.#all.find((strategy) => strategy.name === name);
    if (found !== undefined) return found;
    const known = this.#all.map((strategy) => strategy.name).join(", ");
    throw new SetupError("unknown-strategy", `expected one of target.auth's strategies (${known}), got ${JSON.stringify(name)}`);
  }

  /** An explicit credential in the form that the target takes: the first declared one, else a bearer token. */
  tokenHeaders(token: string): Record<string, string> {
    return tokenHeaders(this.#configs().find((config) => config.token !== undefined)?.token, token);
  }

  /** True for a header, in lower case, that carries a credential of this target. */
  isCredential(header: string): boolean {
    return header === "authorization" || this.#configs().some(({ token }) => token?.header?.toLowerCase() === header);
  }

  /** Where visitors get their CSRF tokens. */
  get csrf(): LoginConfig["csrf"] {
    return this.#configs().find((config) => config.csrf !== undefined)?.csrf;
  }

  #configs(): LoginConfig[] {
    return this.#all.flatMap(({ login }) => (typeof login === "object" ? [login] : []));
  }
}

/** The logins that are declared as requests. */
export function declaredLogins(auth: Target["auth"]): readonly { readonly name: string; readonly config: LoginConfig }[] {
  return strategiesOf(auth).flatMap(({ name, login }) => (typeof login === "object" ? [{ name, config: login }] : []));
}

/** Those by token that no request verifies, by name. */
export function unverifiedLogins(auth: Target["auth"]): readonly string[] {
  return declaredLogins(auth).flatMap(({ name, config }) => (config.token !== undefined && config.verify === undefined ? [name] : []));
}

/** A token as a request carries it: in `header` (default Authorization) behind `scheme` (default Bearer). */
export function tokenHeaders({ header = "authorization", scheme = "Bearer" }: { header?: string | undefined; scheme?: string | undefined } = {}, token: string): Record<string, string> {
  const isComplete = scheme === "" || token.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  return { [header.toLowerCase()]: isComplete ? token : `${scheme} ${token}` };
}

function strategiesOf(auth: Target["auth"]): Strategy[] {
  if (auth === undefined) return [];
  if (typeof auth === "function" || isLoginConfig(auth)) return [{ name: "default", login: auth }];
  return Object.entries(auth).map(([name, login]) => ({ name, login }));
}

/** True for a declared login itself, as against several of them by name. */
export function isLoginConfig(auth: LoginConfig | Readonly<Record<string, unknown>>): auth is LoginConfig {
  const { request } = auth;
  return typeof request === "object" && request !== null && "path" in request && typeof request.path === "string";
}
