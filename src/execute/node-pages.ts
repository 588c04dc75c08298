import { ANONYMOUS } from "../identity/actor.js";
import type { BrowsingIdentity } from "../identity/browsing-identity.js";
import type { BrowserCookie, BrowserPage, BrowserPort, Browsing, NodeBrowser, ShownAnswer, Wait } from "../ports/browser.js";

/** What the pages of a node are made with. */
export interface NodePagesParts {
  readonly port: () => BrowserPort;
  /** The node's acting role. */
  readonly role: () => string;
  readonly browsingAs: (role: string) => Promise<BrowsingIdentity>;
  readonly urlOf: (path: string) => string;
  /** Of the target, sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the step that is running. */
  readonly signal: () => AbortSignal;
}

/** The pages of one node: one a role and session, opened when first used. */
export class NodePages implements NodeBrowser {
  readonly #parts: NodePagesParts;
  readonly #pages = new Map<string, OwnPage>();
  #isUsed = false;
  #live: string | undefined;

  constructor(parts: NodePagesParts) {
    this.#parts = parts;
  }

  get live(): string | undefined {
    return this.#live !== undefined && this.#pages.get(this.#live)?.page.isOpen === true ? this.#live : undefined;
  }

  /** Whether anything was ever opened. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  async use<T>(role: string | undefined, work: (browsing: Browsing) => Promise<T>): Promise<T> {
    const used = new Set<OwnPage>();
    return this.#unlessAborted(
      async () => work(new BorrowedPage(await this.#open(role ?? this.#defaultRole()), this.#parts, (next) => this.#open(next), (own) => this.#forget(own), used)),
      async (isAborted) => {
        if (isAborted) await this.close();
        else for (const own of used) await own.note();
      },
      () => void this.close(),
    );
  }

  /** An answer is shown in a page of its own. */
  async show<T>(answer: ShownAnswer, timeoutMs: number, work: (page: BrowserPage) => Promise<T>): Promise<T> {
    const { port, signal } = this.#parts;
    const page = await port().open({ headers: {}, cookies: [], viewport: port().viewport ?? VIEWPORT }, signal());
    const close = (): Promise<void> => page.close();
    return this.#unlessAborted(async () => {
      await page.show(answer, timeoutMs);
      return work(page);
    }, close, close);
  }

  /** Does the work; `onAbort` is called as soon as the step is cut off, `finish` in any case at the end. */
  async #unlessAborted<T>(work: () => Promise<T>, finish: (isAborted: boolean) => Promise<void>, onAbort: () => unknown): Promise<T> {
    const signal = this.#parts.signal();
    const listener = (): void => void onAbort();
    signal.addEventListener("abort", listener, { once: true });
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      signal.removeEventListener("abort", listener);
      await finish(signal.aborted);
    }
  }

  /** Closes every page; never rejects. */
  async close(): Promise<void> {
    if (this.#pages.size === 0) return;
    const pages = [...this.#pages.values()];
    this.#pages.clear();
    this.#live = undefined;
    await Promise.all(pages.map(({ page }) => page.close()));
  }

  /** What is left of a role's page is nobody's. */
  async #forget(own: OwnPage): Promise<void> {
    await own.note();
    await own.page.forget(this.#parts.headers);
    this.#pages.delete(own.role);
    await this.#pages.get(ANONYMOUS)?.page.close();
    own.belongTo(ANONYMOUS, await this.#parts.browsingAs(ANONYMOUS));
    this.#pages.set(ANONYMOUS, own);
    this.#live = ANONYMOUS;
  }

  #defaultRole(): string {
    const role = this.#parts.role();
    return role === ANONYMOUS ? (this.#parts.port().defaultRole ?? ANONYMOUS) : role;
  }

  async #open(role: string): Promise<OwnPage> {
    const { browsingAs, port, headers } = this.#parts;
    this.#isUsed = true;
    const signal = this.#parts.signal();
    const known = this.#pages.get(role);
    const identity = await browsingAs(role);
    this.#live = role;
    if (known?.page.isOpen === true && known.identity.session === identity.session) return known;
    await known?.page.close();
    this.#pages.delete(role);
    const browser = port();
    const page = await browser.open({ headers: { ...headers, ...identity.headers }, cookies: identity.cookies, viewport: browser.viewport ?? VIEWPORT }, signal);
    const own = new OwnPage(page, role, identity);
    this.#pages.set(role, own);
    if (signal.aborted) await this.close(); // it was opened too late for the one who closes pages then
    signal.throwIfAborted();
    return own;
  }
}

const VIEWPORT = { width: 1280, height: 720 };

/** A page with the role that it belongs to. */
class OwnPage {
  readonly page: BrowserPage;
  #role: string;
  #identity: BrowsingIdentity;
  #isLoggedIn: boolean;
  #cookies: readonly BrowserCookie[];

  constructor(page: BrowserPage, role: string, identity: BrowsingIdentity) {
    this.page = page;
    this.#role = role;
    this.#identity = identity;
    this.#isLoggedIn = role !== ANONYMOUS;
    this.#cookies = identity.cookies;
  }

  get role(): string {
    return this.#role;
  }
  get identity(): BrowsingIdentity {
    return this.#identity;
  }
  get isLoggedIn(): boolean {
    return this.#isLoggedIn;
  }

  belongTo(role: string, identity: BrowsingIdentity): void {
    this.#role = role;
    this.#identity = identity;
    this.#isLoggedIn = role !== ANONYMOUS;
    this.#cookies = identity.cookies;
  }

  /** Tells the role's identity what the page has done since. */
  async note(): Promise<void> {
    if (!this.page.isOpen) return;
    const cookies = await this.page.cookies().catch(() => this.#cookies);
    const writes = this.page.takeWrites();
    if (this.#identity.note(this.#cookies, cookies, writes)) this.#isLoggedIn = false;
    this.#cookies = cookies;
  }
}

class BorrowedPage implements Browsing {
  readonly #parts: NodePagesParts;
  readonly #open: (role: string) => Promise<OwnPage>;
  readonly #forget: (own: OwnPage) => Promise<void>;
  readonly #used: Set<OwnPage>;
  #own: OwnPage;

  constructor(own: OwnPage, parts: NodePagesParts, open: (role: string) => Promise<OwnPage>, forget: (own: OwnPage) => Promise<void>, used: Set<OwnPage>) {
    this.#own = own;
    this.#parts = parts;
    this.#open = open;
    this.#forget = forget;
    this.#used = used.add(own);
  }

  get page(): BrowserPage {
    return this.#own.page;
  }
  get role(): string {
    return this.#own.role;
  }

  urlOf(path: string): string {
    return this.#parts.urlOf(path);
  }

  async isLoggedIn(): Promise<boolean> {
    await this.#own.note();
    return this.#own.isLoggedIn;
  }

  async become(role: string, wait: Wait): Promise<void> {
    const { url } = this.page;
    this.#own = await this.#open(role);
    this.#used.add(this.#own);
    if (this.page.url === "about:blank" && /^https?:/.test(url)) await this.page.goto(url, wait);
  }

  async forget(): Promise<void> {
    await this.#forget(this.#own);
  }
}
