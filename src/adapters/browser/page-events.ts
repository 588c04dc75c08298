import type { BrowserContext, Page, Request, Response } from "playwright-core";
import type { PageLog, PageWrite } from "../../ports/browser.js";

/** How many notes of a kind are kept between two looks, and how long one may be. */
const MAX_NOTES = 50;
const MAX_LENGTH = 500;

/** What became of the document that a page shows. */
export interface DocumentState {
  /** Of its answer; 0 when there was none. */
  readonly status: number;
  /** Why its last navigation failed. */
  readonly failure?: { readonly url: string; readonly reason: string };
}

/**
 * Watches one page and decides what nobody else does: dialogs are accepted, popups closed, downloads refused. Everything is
 * noted, within bounds.
 */
export class PageEvents {
  readonly #page: Page;
  readonly #isOwn: (url: string) => boolean;
  readonly #console = new Notes();
  readonly #failed = new Notes();
  readonly #decided = new Notes();
  #writes: PageWrite[] = [];
  #document: DocumentState = { status: 0 };

  constructor(context: BrowserContext, page: Page, isOwn: (url: string) => boolean) {
    this.#page = page;
    this.#isOwn = isOwn;
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.#console.add(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.#console.add(`uncaught ${String(error)}`));
    page.on("requestfailed", (request) => this.#onFailed(request));
    page.on("response", (response) => this.#onResponse(response));
    page.on("dialog", (dialog) => {
      this.#decided.add(`${dialog.type()} accepted: ${dialog.message()}`);
      dialog.accept().catch(ignore);
    });
    page.on("download", (download) => {
      this.#decided.add(`download refused: ${download.url()}`);
      download.cancel().catch(ignore);
    });
    context.on("page", (popup) => {
      if (popup === page) return;
      this.#decided.add(`popup closed: ${popup.url()}`);
      popup.close().catch(ignore);
    });
  }

  get document(): DocumentState {
    return this.#document;
  }

  /** A new navigation begins: how the one before failed says nothing about it. */
  forgetFailure(): void {
    this.#document = { status: this.#document.status };
  }

  take(): PageLog {
    return { console: this.#console.take(), failedRequests: this.#failed.take(), decided: this.#decided.take() };
  }

  takeWrites(): readonly PageWrite[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  #onFailed(request: Request): void {
    const url = request.url();
    const reason = this.#isOwn(url) ? (request.failure()?.errorText ?? "failed") : "blocked: not an origin of the target";
    this.#failed.add(`${request.method()} ${url}: ${reason}`);
    if (this.#isDocument(request)) this.#document = { status: 0, failure: { url, reason } };
  }

  #onResponse(response: Response): void {
    const request = response.request();
    const status = response.status();
    if (this.#isDocument(request)) this.#document = { status };
    if (status >= 400) this.#failed.add(`${request.method()} ${request.url()}: ${status}`);
    if (!/^(?:GET|HEAD|OPTIONS)$/.test(request.method()) && this.#writes.length < MAX_NOTES) {
      const { pathname, search } = new URL(request.url());
      this.#writes.push({ method: request.method(), path: pathname + search, status });
    }
  }

  #isDocument(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }
}

class Notes {
  #notes: string[] = [];
  #more = 0;

  add(note: string): void {
    if (this.#notes.length >= MAX_NOTES) this.#more++;
    else this.#notes.push(note.length > MAX_LENGTH ? `${note.slice(0, MAX_LENGTH)}…` : note);
  }

  take(): string[] {
    const taken = this.#more > 0 ? [...this.#notes, `${this.#more} more`] : this.#notes;
    this.#notes = [];
    this.#more = 0;
    return taken;
  }
}

/** The page was closed meanwhile. */
function ignore(): void {}
