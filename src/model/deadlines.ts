import { OpenList } from "./open-list.js";

/** Something that ends at a time. */
export interface Deadline {
  /** By `performance.now()`. */
  readonly endsAt: number;
  /** Called once, when the time is over. */
  onOver(): void;
}

/**
 * Many deadlines with one timer: most of what has a limit ends long before it, and then costs neither a timer nor its
 * disposal. The timer keeps the process alive until `close`, unless something else has to (`isIdle`).
 */
export class Deadlines {
  readonly #open = new OpenList<Deadline>();
  readonly #isIdle: boolean;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;

  constructor({ isIdle = false }: { readonly isIdle?: boolean } = {}) {
    this.#isIdle = isIdle;
  }

  add(deadline: Deadline): void {
    this.#open.add(deadline);
    if (deadline.endsAt < this.#wakesAt) this.#wake(deadline.endsAt);
  }

  /** Its time does not matter any more. */
  drop(deadline: Deadline): void {
    this.#open.remove(deadline);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#open.clear();
    this.#wakesAt = Infinity;
  }

  #wake(at: number): void {
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    this.#timer = setTimeout(this.#onTimer, Math.min(LONGEST_MS, Math.max(0, Math.ceil(at - performance.now()))));
    if (this.#isIdle) this.#timer.unref();
  }

  readonly #onTimer = (): void => {
    this.#wakesAt = Infinity;
    const now = performance.now();
    let next = Infinity;
    for (const deadline of this.#open.all()) {
      if (deadline.endsAt > now) next = Math.min(next, deadline.endsAt);
      else if (this.#open.remove(deadline)) deadline.onOver();
    }
    if (next < this.#wakesAt) this.#wake(next);
  };
}

/** A timer takes no more; it looks again then. */
const LONGEST_MS = 2 ** 31 - 1;
