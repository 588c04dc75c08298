/** How much of what arrives is kept. */
export interface ArrivalLimits {
  readonly items: number;
  readonly bytes: number;
}

/** What arrives from outside, in order and within bounds, and who waits for it. What is not kept is counted. */
export class Arrivals<Item> {
  readonly kept: Item[] = [];
  readonly #limits: ArrivalLimits;
  readonly #waiting = new Set<() => void>();
  #lost = 0;
  #bytes = 0;

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
  }

  /** How many arrived without being kept. */
  get lost(): number {
    return this.#lost;
  }

  add(item: Item, bytes: number): void {
    const fits = this.kept.length < this.#limits.items && this.#bytes + bytes <= this.#limits.bytes;
    if (fits) {
      this.kept.push(item);
      this.#bytes += bytes;
    } else this.#lost++;
    this.wake();
  }

  /** Ends every wait. */
  wake(): void {
    for (const resume of this.#waiting) resume();
  }

  /** Resolves at the next arrival, or after `ms`; rejects with the signal's reason. Leaves neither a timer nor a listener. */
  next(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.#waiting.delete(resume);
      };
      const resume = (): void => {
        finish();
        resolve();
      };
      const onAbort = (): void => {
        finish();
        reject(signal.reason as Error);
      };
      const timer = setTimeout(resume, Math.max(0, ms));
      signal.addEventListener("abort", onAbort);
      this.#waiting.add(resume);
    });
  }
}
