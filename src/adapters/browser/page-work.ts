import type { BrowserContext, Page } from "playwright-core";
import { StepFailure } from "../../model/outcome.js";
import { bounded } from "./bounded.js";
import { failureOf, isTimeout } from "./failures.js";

/**
 * Work on one page, each within its time: what is late is `time-out`, whatever the driver says of it. A page that keeps its
 * browser from answering is closed, for it is of no use to whatever comes next.
 */
export class PageWork {
  readonly #context: BrowserContext;
  readonly #page: Page;
  #isCrashed = false;
  #closing: Promise<void> | undefined;

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    page.on("crash", () => (this.#isCrashed = true));
  }

  /** False once the page has crashed or was closed. */
  get isOpen(): boolean {
    return !this.#isCrashed && this.#closing === undefined && !this.#page.isClosed();
  }

  /** Rejects with a `StepFailure` that begins with `what`. */
  async within<T>(what: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
    try {
      if (!this.isOpen) throw new StepFailure("browser-error", `${what}: the page ${this.#isCrashed ? "crashed" : "was closed"}`);
      return await bounded(work(), timeoutMs + GRACE_MS);
    } catch (error) {
      if (isTimeout(error)) await this.#closeIfHung();
      throw this.#isCrashed ? new StepFailure("browser-error", `${what}: the page crashed`) : failureOf(error, what, timeoutMs);
    }
  }

  /** Never rejects. */
  close(): Promise<void> {
    return (this.#closing ??= bounded(this.#context.close(), CLOSE_MS).catch(() => undefined));
  }

  /** One that can not even add up. */
  async #closeIfHung(): Promise<void> {
    const isAlive = await bounded(this.#page.evaluate("1 + 1"), ALIVE_MS).catch((error: unknown) => !isTimeout(error));
    if (isAlive === false) await this.close();
  }
}

/** How long a page may take to answer at all. */
export const ALIVE_MS = 2_000;
/** The driver's own limit comes first, since it says what it waited for. */
const GRACE_MS = 250;
const CLOSE_MS = 5_000;
