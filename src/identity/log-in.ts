import { SetupError } from "../model/outcome.js";
import type { Diagnostic } from "../model/dag.js";
import type { Secrets } from "../model/secrets.js";
import type { LoginConfig, LoginFunction, Target } from "../ports/target.js";
import type { Clock } from "../ports/clock.js";
import type { LoginOverrides, LoginReport, LoginRequest } from "../ports/http.js";
import { ANONYMOUS } from "./actor.js";
import { logInDeclared } from "./declared-login.js";
import { logInByFunction } from "./function-login.js";
import type { LoginAttempt } from "./login-attempt.js";
import { overrideLogin } from "./login-overrides.js";
import { judgeLogin, verifyAs, type LoginJudgement, type Verified } from "./login-proof.js";
import { maskCredentials, maskPasswords } from "./login-secrets.js";
import { loginVariables } from "./login-variables.js";
import { Session } from "./session.js";
import { Sessions, type LoginResult } from "./sessions.js";
import type { Strategies, Strategy } from "./strategies.js";
import { unseenLogin } from "./unverified-login.js";
import { fillRequest, type UserFields } from "./user-fields.js";
import type { Wire } from "./wire.js";

export interface LoginDeskParts {
  readonly users: Target["users"];
  readonly strategies: Strategies;
  readonly wire: Wire;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly note: (diagnostic: Diagnostic) => void;
}

/** Logs the roles of a target in, for all nodes of a run. */
export class LoginDesk {
  readonly #parts: LoginDeskParts;
  readonly #sessions: Sessions;
  /** What verifying requests came to without credentials, by strategy and request. */
  readonly #controls = new Map<string, Verified>();
  /** The login functions about which the run's report says that nothing was seen of the system. */
  readonly #unseen = new Set<string>();

  constructor(parts: LoginDeskParts) {
    this.#parts = parts;
    this.#sessions = new Sessions(parts.clock);
  }

  /**
   * The session of a role for a node: from the cache, or by a login. Throws a `SetupError` when the target declares no such
   * way to log in, and a `StepFailure` when the login can not be sent as it is declared.
   */
  async logIn(request: LoginRequest, nodeId: string, signal: AbortSignal): Promise<LoginResult> {
    const { role, credentials = {}, login: overrides = {} } = request;
    const { users = {}, strategies } = this.#parts;
    const declared = Object.hasOwn(users, role) ? users[role] : undefined;
    if (declared === undefined) return { report: unknownRole(role, Object.keys(users)) };
    const user: UserFields = { ...declared, ...credentials };
    const strategy = strategies.find(request.strategy);
    const login = loginOf(strategy, overrides, { role, ...user });
    const key = JSON.stringify([role, strategy.name, Object.entries(user).sort(), overrides]);
    const isFresh = request.isFresh ?? Object.entries(credentials).some(([name, value]) => declared[name] !== value);
    return this.#sessions.logIn(key, { isFresh, signal }, () => this.#perform(login, { role, user, strategy, nodeId }, signal));
  }

  async #perform(login: LoginConfig | LoginFunction, { role, user, strategy, nodeId }: Applicant, signal: AbortSignal): Promise<LoginResult> {
    const { wire, secrets, clock } = this.#parts;
    const { verify, csrf } = typeof login === "function" ? {} : login;
    const attempt = typeof login === "function" ? await logInByFunction(login, user, role, wire, signal) : await logInDeclared(login, role, wire, signal);
    maskCredentials(attempt, secrets);
    const report = reportOf(role, strategy, attempt, await judgeLogin(attempt, verify, role, wire, signal, (proof) => this.#control(strategy, proof, signal)));
    if (report.outcome !== "accepted") return { report };
    if (attempt.isUnseen === true) this.#noteUnseen(strategy.name);
    maskPasswords(user, secrets);
    const { credentials, sessionCookies, jar, lifetimeMs = Infinity } = attempt;
    const cookieNames = new Set(sessionCookies.map(({ name }) => name));
    return { report, session: new Session({ role, issuedBy: nodeId, credentials, cookieNames, csrf, jar, endsAt: clock.now() + lifetimeMs }) };
  }

  /** Once a run. */
  #noteUnseen(name: string): void {
    if (!this.#unseen.has(name)) this.#parts.note(unseenLogin(name));
    this.#unseen.add(name);
  }

  /** The verifying request of a strategy without credentials; sent once a run. */
  async #control({ name }: Strategy, verify: NonNullable<LoginConfig["verify"]>, signal: AbortSignal): Promise<Verified> {
    const key = JSON.stringify([name, verify]);
    const known = this.#controls.get(key) ?? (await verifyAs(verify, { role: ANONYMOUS }, this.#parts.wire, signal));
    this.#controls.set(key, known);
    return known;
  }
}

/** Who wants to log in, and for which node. */
interface Applicant {
  readonly role: string;
  readonly user: UserFields;
  readonly strategy: Strategy;
  readonly nodeId: string;
}

/** The login of a strategy for a user, with what the step says in place of what is declared. */
function loginOf({ name, login }: Strategy, overrides: LoginOverrides, user: UserFields): LoginConfig | LoginFunction {
  const isOverridden = Object.values(overrides).some((value) => value !== undefined);
  if (typeof login === "function") {
    if (!isOverridden) return login;
    throw new SetupError(
      "no-login",
      `expected a declared login to override, got the function ${JSON.stringify(name)}; leave \`login\` out, or declare target.auth as a request`,
    );
  }
  const declared = login === undefined ? undefined : { ...login, request: fillRequest(login.request, user) };
  if (isOverridden) return overrideLogin(declared, overrides, user);
  if (declared === undefined) throw new SetupError("no-login", "expected target.auth to say how to log in, got nothing; declare a request or a function");
  return declared;
}

function reportOf(role: string, strategy: Strategy, attempt: LoginAttempt, { outcome, message, verifyStatus }: LoginJudgement): LoginReport {
  const { answer, sessionCookies, token } = attempt;
  return {
    outcome,
    message,
    evidence: {
      strategy: strategy.name,
      ...(answer !== undefined && { request: `${answer.request.method} ${answer.request.path}`, status: answer.status }),
      ...(token !== undefined && { token: "issued" }),
      ...(sessionCookies.length > 0 && { sessionCookies: sessionCookies.map(({ name }) => name) }),
      ...(verifyStatus !== undefined && { verifyStatus }),
    },
    variables: outcome === "accepted" ? loginVariables(role, attempt) : {},
    ...(answer !== undefined && { response: answer }),
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
