import { setMaxListeners } from "node:events";
import { Deadlines, type Deadline } from "../model/deadlines.js";

/** Why a step was cut off: the limit of the step, of its node, or of the whole run. */
export class TimeLimit extends Error {
  readonly scope: Scope;

  constructor(scope: Scope, limitMs: number) {
    super(`the ${scope}'s time limit of ${limitMs} ms is over`);
    this.name = "TimeLimit";
    this.scope = scope;
  }
}

/** Why everything still running was cut off: the host aborted the run. */
export class RunAborted extends Error {
  constructor(reason: unknown) {
    super("the run was aborted", { cause: reason });
    this.name = "RunAborted";
  }
}

type Scope = "step" | "node" | "run";

/**
 * A stretch of work with a time limit, within a longer one. Spans end each other directly; a signal is made only when
 * somebody asks for it, and one that was never aborted serves the next span as well, since most steps are over before
 * anything could be cut off.
 */
export class Span implements Deadline {
  readonly #parent: Span | undefined;
  readonly #deadlines: Deadlines;
  readonly #scope: Scope;
  readonly #limitMs: number | undefined;
  /** The last of the spans within it that have not ended, which form a chain: most spans have one at a time, and many are made. */
  #inner: Span | undefined;
  #before: Span | undefined;
  #behind: Span | undefined;
  #endsAt = Infinity;
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  /** The inner spans' controller while it is not aborted: one after the other, they share it. */
  #spare: AbortController | undefined;
  #onEnd: ((reason: Error) => void) | undefined;

  constructor(scope: Scope, limitMs?: number, parent?: Span) {
    this.#scope = scope;
    this.#limitMs = limitMs;
    this.#parent = parent;
    this.#deadlines = parent === undefined ? new Deadlines() : parent.#deadlines;
    this.#reason = parent?.reason;
    if (this.#reason === undefined && parent !== undefined) parent.#takeIn(this);
  }

  /** Why it ended before its time; undefined while it has not. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  get endsAt(): number {
    return this.#endsAt;
  }

  /** Aborted when the limit is over or the longer span ends first; its reason says which. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = this.#parent?.takeSpare() ?? newController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Starts the clock. */
  start(): void {
    if (this.#limitMs === undefined) return;
    this.#endsAt = performance.now() + this.#limitMs;
    this.#deadlines.add(this);
  }

  /** The time is over. */
  onOver(): void {
    this.abort(new TimeLimit(this.#scope, this.#limitMs ?? 0));
  }

  /** The outcome of the work, or a rejection with the reason as soon as the span ends before its time. Late rejections are absorbed. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#reason !== undefined) reject(this.#reason);
      this.#onEnd = reject;
      work.then(resolve, reject);
    });
  }

  /** Ends the span and all within it before their time. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#onEnd?.(reason);
    for (let inner = this.#inner; inner !== undefined; inner = this.#inner) {
      this.#drop(inner);
      inner.abort(reason);
    }
    this.#controller?.abort(reason);
  }

  /** Stops the clock and lets go of the longer span. */
  end(): void {
    if (this.#endsAt < Infinity) this.#deadlines.drop(this);
    if (this.#parent === undefined) this.#deadlines.close();
    else this.#parent.#letGo(this, this.#reason === undefined ? (this.#controller ?? this.#spare) : undefined);
  }

  private takeSpare(): AbortController | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare ?? this.#parent?.takeSpare();
  }

  #takeIn(inner: Span): void {
    inner.#before = this.#inner;
    if (this.#inner !== undefined) this.#inner.#behind = inner;
    this.#inner = inner;
  }

  #drop(inner: Span): void {
    if (inner.#before !== undefined) inner.#before.#behind = inner.#behind;
    if (inner.#behind !== undefined) inner.#behind.#before = inner.#before;
    else if (this.#inner === inner) this.#inner = inner.#before;
    inner.#before = inner.#behind = undefined;
  }

  #letGo(inner: Span, spare: AbortController | undefined): void {
    this.#drop(inner);
    this.#spare ??= spare;
  }
}

/** Many requests may listen to one signal at a time. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
