import { setMaxListeners } from "node:events";

/** Why a step was cut off: the limit of the step, of its node, or of the whole run. */
export class TimeLimit extends Error {
  readonly scope: "step" | "node" | "run";

  constructor(scope: "step" | "node" | "run", limitMs: number) {
    super(`the ${scope}'s time limit of ${limitMs} ms is over`);
    this.name = "TimeLimit";
    this.scope = scope;
  }
}

/**
 * A stretch of work with a time limit, within a longer one. Its signal is made only when somebody asks for it, since
 * most steps are over before anything could be cut off.
 */
export class Span {
  readonly #parent: AbortSignal | undefined;
  readonly #scope: "step" | "node" | "run";
  readonly #limitMs: number | undefined;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parent: AbortSignal | undefined, scope: "step" | "node" | "run", limitMs: number | undefined) {
    this.#parent = parent;
    this.#scope = scope;
    this.#limitMs = limitMs;
  }

  /** Aborted when the limit is over or the longer span ends first; its reason says which. */
  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    this.#controller = new AbortController();
    if (this.#scope !== "step") setMaxListeners(0, this.#controller.signal); // every node that runs listens to the run
    if (this.#parent?.aborted === true) this.#controller.abort(this.#parent.reason);
    else this.#parent?.addEventListener("abort", this.#onParent);
    return this.#controller.signal;
  }

  /** Starts the clock. */
  start(): void {
    if (this.#limitMs === undefined) return;
    const limitMs = this.#limitMs;
    this.signal;
    this.#timer = setTimeout(() => this.#controller?.abort(new TimeLimit(this.#scope, limitMs)), limitMs);
  }

  /** The outcome of the work, or a rejection with the signal's reason as soon as the span is over. Late rejections are absorbed. */
  race<T>(work: Promise<T>): Promise<T> {
    const signal = this.signal;
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    });
  }

  /** Ends the span before its time. */
  abort(reason: Error): void {
    this.signal;
    this.#controller?.abort(reason);
  }

  /** Stops the clock and lets go of the longer span. */
  end(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#onParent);
  }

  readonly #onParent = (): void => this.#controller?.abort(this.#parent?.reason);
}

/** Why everything still running was cut off: the host aborted the run. */
export class RunAborted extends Error {
  constructor(reason: unknown) {
    super("the run was aborted", { cause: reason });
    this.name = "RunAborted";
  }
}
