import type { LoginReport } from "../ports/http.js";
import type { Clock } from "../ports/clock.js";
import type { Session } from "./session.js";
import { untilAborted } from "../model/until-aborted.js";

/** How a login ended; a session only when it was accepted. */
export interface LoginResult {
  readonly report: LoginReport;
  readonly session?: Session;
}

/**
 * The logins of a run, by what they were made with. One at a time for the same key: whoever comes meanwhile shares its
 * outcome. What was accepted is used until it is stale; what was refused is remembered, so that no account is locked out.
 */
export class Sessions {
  readonly #clock: Clock;
  readonly #known = new Map<string, LoginResult>();
  /** Resolves with undefined when the one who was logging in gave up. */
  readonly #running = new Map<string, Promise<LoginResult | undefined>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async logIn(key: string, options: { readonly isFresh: boolean; readonly signal: AbortSignal }, perform: () => Promise<LoginResult>): Promise<LoginResult> {
    for (let running = this.#running.get(key); running !== undefined; running = this.#running.get(key)) {
      const shared = await untilAborted(running, options.signal);
      if (shared !== undefined) return shared;
    }
    const known = options.isFresh ? undefined : this.#cached(key);
    if (known !== undefined) return known;
    const performing = perform();
    const running = performing.catch((error: unknown) => {
      if (options.signal.aborted) return undefined;
      throw error;
    });
    running.catch(() => undefined); // reported to the one who logs in
    this.#running.set(key, running);
    try {
      const result = await performing;
      if (result.report.outcome !== "unavailable") this.#known.set(key, withoutResponse(result));
      else this.#known.delete(key);
      return result;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    } finally {
      this.#running.delete(key);
    }
  }

  #cached(key: string): LoginResult | undefined {
    const known = this.#known.get(key);
    return known?.session?.isStale(this.#clock.now()) === true ? undefined : known;
  }
}

/** A later node made no request of its own, so it is not handed the answer to one. */
function withoutResponse({ report, session }: LoginResult): LoginResult {
  const { response: _response, ...rest } = report;
  return { report: rest, ...(session !== undefined && { session }) };
}
