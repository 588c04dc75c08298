import { SetupError, StepFailure } from "../model/outcome.js";
import type { ResponseRecord } from "../model/records.js";
import { isSafeMethod } from "../model/safe-method.js";
import type { HttpClient, HttpRequest, IdentityPort, LoginReport, LoginRequest } from "../ports/http.js";
import { ActingSession } from "./acting-session.js";
import { CookieJar } from "./cookie-jar.js";
import { attachCsrf, csrfCookie, fetchCsrf, type CsrfConfig } from "./csrf.js";
import type { Exchanged } from "./exchange.js";
import type { LoginDesk } from "./log-in.js";
import { encodeQuery } from "./request-body.js";
import type { Strategies } from "./strategies.js";
import type { Call, Wire } from "./wire.js";

/** The role of those who have no credentials. */
export const ANONYMOUS = "anonymous";

/** What the nodes of a run share. */
export interface SharedIdentity {
  readonly wire: Wire;
  readonly desk: LoginDesk;
  readonly strategies: Strategies;
  /** Of the target, for requests that do not say. */
  readonly followRedirects: boolean;
}

/** As whom one request is sent. Without a jar it carries and keeps no cookies. */
interface Actor {
  readonly role: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly jar?: CookieJar;
  readonly acting?: ActingSession;
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

  async send(request: HttpRequest): Promise<ResponseRecord> {
    const url = this.#urlOf(request);
    const actor = await this.#actorOf(request);
    const { acting } = actor;
    if (acting === undefined) return (await this.#exchange(request, url, actor)).record;
    const used = acting.session;
    const exchanged = await this.#exchange(request, url, actor);
    acting.note(exchanged, request.method);
    if (exchanged.record.status !== 401 || !acting.mayBeRenewed || !(await this.#renew(acting, used))) return exchanged.record;
    const again = await this.#exchange(request, url, actorAs(acting));
    if (again.record.status === 401) acting.settle();
    acting.note(again, request.method);
    return again.record;
  }

  #urlOf({ path, query }: HttpRequest): URL {
    const url = this.#shared.wire.origins.resolve(path);
    const more = query === undefined ? "" : encodeQuery(query);
    if (more !== "") url.search += url.search === "" ? more : `&${more}`;
    url.hash = "";
    return url;
  }

  #actorOf(request: HttpRequest): Actor | Promise<Actor> {
    const { role = this.role, auth, token, headers } = request;
    if (auth === "none" || token === null || token === "" || request.role === ANONYMOUS) return { role: ANONYMOUS, credentials: {} };
    if (token !== undefined) return { role, credentials: this.#shared.strategies.tokenHeaders(token) };
    if (this.#hasOwnCredentials(headers)) return { role, credentials: {}, ...(role === ANONYMOUS && { jar: this.#jar }) };
    if (role === ANONYMOUS) return { role, credentials: {}, jar: this.#jar };
    const acting = this.#sessions.get(role);
    return acting === undefined ? this.#logInForOne(role) : actorAs(acting);
  }

  /** A request with a credential of its own carries none of a role's, so that only that credential is put to the test. */
  #hasOwnCredentials(headers: HttpRequest["headers"]): boolean {
    const { strategies } = this.#shared;
    return Object.entries(headers ?? {}).some(([name, value]) => value !== null && value !== "" && strategies.isCredential(name.toLowerCase()));
  }

  async #logInForOne(role: string): Promise<Actor> {
    const login = { role };
    const { report, session } = await this.#shared.desk.logIn(login, this.#nodeId, this.#signal());
    if (session === undefined) {
      throw new StepFailure(report.outcome === "unknown-role" ? "unknown-role" : "login-failed", `can not act as ${role}: ${report.message}`, report.evidence);
    }
    const acting = new ActingSession(session, login, this.#nodeId, false);
    this.#sessions.set(role, acting);
    return actorAs(acting);
  }

  /** Logs in again, unless a request that was sent at the same time has done so already. */
  async #renew(acting: ActingSession, used: ActingSession["session"]): Promise<boolean> {
    if (acting.session !== used) return true;
    const { session } = await this.#shared.desk.logIn(acting.login, this.#nodeId, this.#signal());
    if (session !== undefined) acting.renew(session);
    return session !== undefined;
  }

  async #exchange(request: HttpRequest, url: URL, actor: Actor): Promise<Exchanged> {
    const { method, path: _path, query: _query, body, role: _role, ...settings } = request;
    const { followRedirects = this.#shared.followRedirects, headers, omitHeaders, cookies, timeoutMs } = settings;
    const csrf = this.#csrfOf(request, actor);
    const guarded = csrf === undefined ? { headers: {}, body } : await this.#withCsrf(csrf, request, actor);
    const call: Call = {
      method,
      url,
      role: actor.role,
      settings,
      credentials: { ...actor.credentials, ...guarded.headers },
      ...(guarded.body !== undefined && { body: guarded.body }),
      ...(headers !== undefined && { headers }),
      ...(omitHeaders !== undefined && { omitHeaders }),
      ...(cookies !== undefined && { cookies }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(actor.jar !== undefined && { jar: actor.jar }),
      ...(followRedirects && { mayRedirectTo: (next: URL) => next.origin === url.origin }),
    };
    return this.#shared.wire.send(call, this.#signal());
  }

  /** Where this request's CSRF token comes from; undefined when it needs none. */
  #csrfOf({ method, csrf, headers = {} }: HttpRequest, actor: Actor): CsrfConfig | undefined {
    if (csrf === false || actor.jar === undefined || isSafeMethod(method)) return undefined;
    const config = actor.acting?.session.csrf ?? (csrf === true ? this.#shared.strategies.csrf : undefined);
    if (config === undefined && csrf === true && Object.keys(actor.credentials).length === 0) {
      throw new SetupError("no-csrf", "expected target.auth.csrf to say where CSRF tokens come from, got nothing; declare it, or leave `csrf` out");
    }
    const name = config?.header?.toLowerCase();
    return name !== undefined && Object.keys(headers).some((given) => given.toLowerCase() === name) ? undefined : config;
  }

  async #withCsrf(config: CsrfConfig, { body }: HttpRequest, { role, credentials, jar, acting }: Actor): Promise<ReturnType<typeof attachCsrf>> {
    const { wire } = this.#shared;
    const page = wire.origins.resolve(config.path);
    const held = config.cookie === undefined ? undefined : csrfCookie(config.cookie, jar, page);
    const token = held ?? (await fetchCsrf(config, { role, credentials, ...(jar !== undefined && { jar }) }, wire, this.#signal())).value;
    if (token === undefined) {
      acting?.session.markStale(); // its page may have been for those who are logged in
      throw new StepFailure(
        "csrf-missing",
        `expected a CSRF token for ${role} from ${page.pathname}, got none; say \`csrf: false\` if this request needs none`,
      );
    }
    const attached = attachCsrf(config, token, body, { isFieldOfJson: false });
    return { headers: { origin: page.origin, referer: page.href, ...attached.headers }, body: attached.body };
  }
}

function actorAs(acting: ActingSession): Actor {
  return { role: acting.role, credentials: acting.session.credentials, jar: acting.jar, acting };
}
