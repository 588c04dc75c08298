import { SetupError } from "../model/outcome.js";
import type { Secrets } from "../model/secrets.js";
import type { LoginConfig, LoginFunction, Target } from "../model/target.js";
import type { Clock } from "../ports/clock.js";
import type { LoginOverrides, LoginReport, LoginRequest } from "../ports/http.js";
import { logInDeclared } from "./declared-login.js";
import { logInByFunction } from "./function-login.js";
import type { LoginAttempt } from "./login-attempt.js";
import { overrideLogin } from "./login-overrides.js";
import { judgeLogin, type LoginJudgement } from "./login-proof.js";
import { maskCredentials, maskPasswords } from "./login-secrets.js";
import { loginVariables } from "./login-variables.js";
import { Session } from "./session.js";
import { Sessions, type LoginResult } from "./sessions.js";
import type { Strategies, Strategy } from "./strategies.js";
import { fillRequest, type UserFields } from "./user-fields.js";
import type { Wire } from "./wire.js";

/** Logs the roles of a target in, for all nodes of a run. */
export class LoginDesk {
  readonly #users: NonNullable<Target["users"]>;
  readonly #strategies: Strategies;
  readonly #wire: Wire;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #sessions: Sessions;

  constructor(parts: { readonly users: Target["users"]; readonly strategies: Strategies; readonly wire: Wire; readonly secrets: Secrets; readonly clock: Clock }) {
    this.#users = parts.users ?? {};
    this.#strategies = parts.strategies;
    this.#wire = parts.wire;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#sessions = new Sessions(parts.clock);
  }

  /**
   * The session of a role for a node: from the cache, or by a login. Throws a `SetupError` when the target declares no such
   * way to log in, and a `StepFailure` when the login can not be sent as it is declared.
   */
  async logIn(request: LoginRequest, nodeId: string, signal: AbortSignal): Promise<LoginResult> {
    const { role, credentials = {} } = request;
    const declared = Object.hasOwn(this.#users, role) ? this.#users[role] : undefined;
    if (declared === undefined) return { report: unknownRole(role, Object.keys(this.#users)) };
    const user: UserFields = { ...declared, ...credentials, role };
    const strategy = this.#strategies.find(request.strategy);
    const login = loginOf(strategy, request.login ?? {}, user);
    const key = JSON.stringify([role, strategy.name, Object.entries(user).sort(), request.login ?? {}]);
    const isFresh = request.isFresh ?? Object.entries(credentials).some(([name, value]) => declared[name] !== value);
    return this.#sessions.logIn(key, { isFresh, signal }, async () => {
      const { attempt, judgement, csrf } = await this.#attempt(login, user, role, signal);
      const { outcome, message } = judgement;
      const report: LoginReport = {
        outcome,
        message,
        evidence: evidenceOf(strategy, attempt, judgement),
        variables: outcome === "accepted" ? loginVariables(role, attempt) : {},
        ...(attempt.answer !== undefined && { response: attempt.answer }),
      };
      if (outcome !== "accepted") return { report };
      maskPasswords(user, this.#secrets);
      const endsAt = this.#clock.now() + (attempt.lifetimeMs ?? Infinity);
      const cookieNames = new Set(attempt.sessionCookies.map(({ name }) => name));
      return { report, session: new Session({ role, issuedBy: nodeId, credentials: attempt.credentials, cookieNames, csrf, jar: attempt.jar, endsAt }) };
    });
  }

  isStale(session: Session): boolean {
    return session.isStale(this.#clock.now());
  }

  async #attempt(login: LoginConfig | LoginFunction, user: UserFields, role: string, signal: AbortSignal): Promise<{ attempt: LoginAttempt; judgement: LoginJudgement; csrf: LoginConfig["csrf"] }> {
    const { verify, csrf } = typeof login === "function" ? {} : login;
    const attempt = typeof login === "function" ? await logInByFunction(login, user, role, this.#wire, signal) : await logInDeclared(login, role, this.#wire, signal);
    maskCredentials(attempt, this.#secrets);
    return { attempt, judgement: await judgeLogin(attempt, verify, role, this.#wire, signal), csrf };
  }
}

/** The login of a strategy for a user, with what the step says in place of what is declared. */
function loginOf({ name, login }: Strategy, overrides: LoginOverrides, user: UserFields): LoginConfig | LoginFunction {
  const isOverridden = Object.values(overrides).some((value) => value !== undefined);
  if (typeof login === "function") {
    if (!isOverridden) return login;
    throw new SetupError("no-login", `expected a declared login to override, got the function ${JSON.stringify(name)}; leave \`login\` out, or declare target.auth as a request`);
  }
  const declared = login === undefined ? undefined : { ...login, request: fillRequest(login.request, user) };
  if (isOverridden) return overrideLogin(declared, overrides, user);
  if (declared === undefined) throw new SetupError("no-login", "expected target.auth to say how to log in, got nothing; declare a request or a function");
  return declared;
}

function evidenceOf(strategy: Strategy, { answer, sessionCookies, token }: LoginAttempt, { verifyStatus }: LoginJudgement): Record<string, unknown> {
  return {
    strategy: strategy.name,
    ...(answer !== undefined && { request: `${answer.request.method} ${answer.request.path}`, status: answer.status }),
    ...(token !== undefined && { token: "issued" }),
    ...(sessionCookies.length > 0 && { sessionCookies: sessionCookies.map(({ name }) => name) }),
    ...(verifyStatus !== undefined && { verifyStatus }),
  };
}

function unknownRole(role: string, known: readonly string[]): LoginReport {
  return {
    outcome: "unknown-role",
    message: `expected a role of the target (${known.join(", ") || "it declares none"}), got ${JSON.stringify(role)}; declare it in target.users`,
    evidence: {},
    variables: {},
  };
}
