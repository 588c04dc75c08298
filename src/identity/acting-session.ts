import type { LoginRequest } from "../ports/http.js";
import type { CookieJar } from "./cookie-jar.js";
import type { Exchanged } from "./exchange.js";
import type { Session } from "./session.js";

/** A session in the hands of one node: with a jar of its own, and with what the node has learnt about it. */
export class ActingSession {
  readonly role: string;
  /** How it can be had again. */
  readonly login: LoginRequest;
  readonly #nodeId: string;
  readonly #isByLogin: boolean;
  #session: Session;
  #jar: CookieJar;
  /** The node has ended it: a 401 is what it asked for. */
  #isOver = false;
  /** A fresh login did not help: a 401 is an answer about permission. */
  #isSettled = false;

  /** `isByLogin`: the node logged in explicitly, not just for a request of this role. */
  constructor(session: Session, login: LoginRequest, nodeId: string, isByLogin: boolean) {
    this.role = session.role;
    this.login = login;
    this.#session = session;
    this.#jar = session.newJar();
    this.#nodeId = nodeId;
    this.#isByLogin = isByLogin;
  }

  get session(): Session {
    return this.#session;
  }

  get jar(): CookieJar {
    return this.#jar;
  }

  /** True when a 401 may only mean that the session has run out. One that was just issued for a single request has not. */
  get mayBeRenewed(): boolean {
    return !this.#isOver && !this.#isSettled && (this.#isByLogin || this.#session.issuedBy !== this.#nodeId);
  }

  renew(session: Session): void {
    this.#session = session;
    this.#jar = session.newJar();
  }

  /**
   * Takes note of what an exchange says about the session that it was made with. A 401 may delete its cookies too: it has run
   * out, nobody ended it.
   */
  note(used: Session, { record, changes }: Exchanged, method: string): void {
    const { status, request } = record;
    if (status === 401) {
      if (!this.#isSettled) used.markStale();
    } else this.noteEnd(used, { method, path: request.path, status, changes });
  }

  /** Takes note of something that a page did with the session; true when the session is over. */
  noteEnd(used: Session, done: Parameters<Session["wasEndedBy"]>[0]): boolean {
    const isEnd = used.wasEndedBy(done);
    if (isEnd) {
      this.#isOver = true;
      used.markStale();
    }
    return isEnd;
  }

  settle(): void {
    this.#isSettled = true;
  }
}
