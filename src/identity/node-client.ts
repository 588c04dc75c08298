import { describeValue } from "../model/describe-value.js";
import { SetupError, StepFailure } from "../model/outcome.js";
import type { Secrets } from "../model/secrets.js";
import type { ResponseRecord } from "../model/records.js";
import type { HttpClient, HttpRequest, IdentityPort, LoginReport, LoginRequest, PreparedRequest } from "../ports/http.js";
import { ActingSession } from "./acting-session.js";
import { actorAs, ANONYMOUS, nobody, type Actor } from "./actor.js";
import { BrowsingIdentity } from "./browsing-identity.js";
import { CookieJar } from "./cookie-jar.js";
import { csrfFor, guardWrite, type Guarded } from "./csrf-guard.js";
import type { Exchanged } from "./exchange.js";
import type { LoginDesk } from "./log-in.js";
import { bringsCredentials, changesCredentials } from "./own-credentials.js";
import { encodeQuery } from "./request-body.js";
import { maskReceived, maskSent } from "./sent-secrets.js";
import type { Session } from "./session.js";
import type { Strategies } from "./strategies.js";
import type { Call, Wire } from "./wire.js";

/** What the nodes of a run share. */
export interface SharedIdentity {
  readonly wire: Wire;
  readonly desk: LoginDesk;
  readonly strategies: Strategies;
  readonly secrets: Secrets;
  /** Of the target, for requests that do not say. */
  readonly followRedirects: boolean;
}

/**
 * The identity of one node and its requests. It starts as nobody with an empty jar, which is used only while nobody is
 * asked for explicitly; every role that it acts as has a jar of its own.
 */
export class NodeClient implements HttpClient, IdentityPort {
  readonly #shared: SharedIdentity;
  readonly #nodeId: string;
  readonly #signal: () => AbortSignal;
  readonly #sessions = new Map<string, ActingSession>();
  #jar = new CookieJar();
  #acting: ActingSession | undefined;

  constructor(shared: SharedIdentity, nodeId: string, signal: () => AbortSignal) {
    this.#shared = shared;
    this.#nodeId = nodeId;
    this.#signal = signal;
  }

  get role(): string {
    return this.#acting?.role ?? ANONYMOUS;
  }

  async login(request: LoginRequest): Promise<LoginReport> {
    this.#acting = undefined;
    if (request.role === ANONYMOUS) {
      this.#jar = new CookieJar();
      return { outcome: "accepted", message: "acts as nobody", evidence: {}, variables: {} };
    }
    this.#sessions.delete(request.role);
    const { report, session } = await this.#shared.desk.logIn(request, this.#nodeId, this.#signal());
    if (session !== undefined) {
      this.#acting = new ActingSession(session, { ...request, isFresh: false }, this.#nodeId, true);
      this.#sessions.set(request.role, this.#acting);
    }
    return report;
  }

  guest(): HttpClient {
    return new NodeClient(this.#shared, this.#nodeId, this.#signal);
  }

  async send(request: HttpRequest, seen?: (response: ResponseRecord) => void): Promise<ResponseRecord> {
    const url = this.#urlOf(request);
    const found = this.#actorOf(request);
    const actor = found instanceof Promise ? await found : found;
    const { acting } = actor;
    const used = acting?.session;
    const exchanged = await this.#exchange(request, url, actor);
    maskReceived(exchanged.changes, this.#shared.secrets);
    const response = acting === undefined || used === undefined ? exchanged.record : await this.#noted(request, url, exchanged, acting, used);
    seen?.(response);
    return response;
  }

  /** Tells the acting session what came of a request; where that session was over, the answer is that to the same request once more. */
  async #noted(request: HttpRequest, url: URL, exchanged: Exchanged, acting: ActingSession, used: Session): Promise<ResponseRecord> {
    if (changesCredentials(request, this.#shared.strategies, used)) return exchanged.record;
    acting.note(used, exchanged, request.method);
    if (exchanged.record.status !== 401 || !acting.mayBeRenewed || !(await this.#renew(acting, used))) return exchanged.record;
    const renewed = acting.session;
    const again = await this.#exchange(request, url, actorAs(acting));
    maskReceived(again.changes, this.#shared.secrets);
    if (again.record.status === 401) acting.settle();
    acting.note(renewed, again, request.method);
    return again.record;
  }

  async prepare(request: HttpRequest): Promise<PreparedRequest> {
    const { wire, strategies, secrets } = this.#shared;
    const url = this.#urlOf(request);
    const { role, credentials, jar } = await this.#actorOf(request);
    const { method, headers, omitHeaders, cookies } = request;
    maskSent(request, strategies, secrets);
    return { url: url.href, role, headers: wire.headersFor({ method, url, role, credentials, jar, headers, omitHeaders, cookies }) };
  }

  /** Who a role is to a browser; logs it in when needed. Throws a `StepFailure` when it can not be logged in. */
  async browsingAs(role: string): Promise<BrowsingIdentity> {
    const { credentials, acting } = await this.#actorOf({ method: "GET", path: "/", role });
    return new BrowsingIdentity(credentials ?? {}, acting, this.#shared.secrets);
  }

  #urlOf(request: HttpRequest): URL {
    assertRequest(request);
    const { path, query } = request;
    const url = this.#shared.wire.origins.resolve(path);
    const more = query === undefined ? "" : encodeQuery(query);
    if (more !== "") url.search += url.search === "" ? more : `&${more}`;
    if (url.hash !== "") url.hash = "";
    return url;
  }

  #actorOf(request: HttpRequest): Actor | Promise<Actor> {
    const { strategies } = this.#shared;
    const { role = this.role, auth, token } = request;
    if (auth === "none" || token === null || token === "" || request.role === ANONYMOUS) return nobody;
    if (token !== undefined) return { role, credentials: strategies.tokenHeaders(token) };
    if (role === ANONYMOUS) return { role, credentials: undefined, jar: this.#jar };
    const acting = this.#sessions.get(role);
    // what a request brings itself is put to the test alone: nothing of the role goes along
    if (bringsCredentials(request, strategies, acting?.session)) return { role, credentials: undefined };
    return acting === undefined ? this.#logInForOne(role) : actorAs(acting);
  }

  async #logInForOne(role: string): Promise<Actor> {
    const login = { role };
    const { report, session } = await this.#shared.desk.logIn(login, this.#nodeId, this.#signal());
    if (session === undefined) {
      throw new StepFailure(report.outcome === "unknown-role" ? "unknown-role" : "login-failed", `can not act as ${role}: ${report.message}`, report.evidence);
    }
    const acting = this.#sessions.get(role) ?? new ActingSession(session, login, this.#nodeId, false);
    this.#sessions.set(role, acting);
    return actorAs(acting);
  }

  /** Logs in again, unless a request that was sent at the same time has done so already. */
  async #renew(acting: ActingSession, used: Session): Promise<boolean> {
    if (acting.session !== used) return true;
    const { session } = await this.#shared.desk.logIn(acting.login, this.#nodeId, this.#signal());
    if (session !== undefined) acting.renew(session);
    return session !== undefined;
  }

  #exchange(request: HttpRequest, url: URL, actor: Actor): Promise<Exchanged> {
    const { wire, strategies, secrets } = this.#shared;
    maskSent(request, strategies, secrets);
    const csrf = csrfFor(request, actor, strategies.csrf);
    if (csrf === undefined) return wire.send(this.#callFor(request, url, actor, undefined), this.#signal());
    return guardWrite(csrf, request.body, actor, wire, this.#signal()).then((guarded) => wire.send(this.#callFor(request, url, actor, guarded), this.#signal()));
  }

  #callFor(request: HttpRequest, url: URL, actor: Actor, guarded: Guarded | undefined): Call {
    const { method, path: _path, query: _query, body, role: _role, ...settings } = request;
    const { followRedirects = this.#shared.followRedirects, headers, omitHeaders, cookies, timeoutMs } = settings;
    return {
      method,
      url,
      role: actor.role,
      settings,
      credentials: guarded === undefined ? actor.credentials : { ...actor.credentials, ...guarded.headers },
      body: guarded === undefined ? body : guarded.body,
      headers,
      omitHeaders,
      cookies,
      timeoutMs,
      jar: actor.jar,
      mayRedirectTo: followRedirects ? (next: URL) => next.origin === url.origin : undefined,
    };
  }
}

/** A primitive of the host may be written in JavaScript. */
function assertRequest(request: Partial<Record<keyof HttpRequest, unknown>> | null | undefined): void {
  if (typeof request?.method === "string" && typeof request.path === "string") return;
  const got = typeof request === "object" ? `method ${describeValue(request?.method)} and path ${describeValue(request?.path)}` : describeValue(request);
  throw new SetupError("bad-argument", `expected a request { method, path, ... } with texts as both, got ${got}; write ctx.http.send({ method: "GET", path: "/" })`);
}
