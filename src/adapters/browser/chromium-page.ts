import type { BrowserContext, CDPSession, Locator, Page } from "playwright-core";
import { StepFailure } from "../../model/outcome.js";
import type { Screenshot } from "../../model/records.js";
import type {
  BrowserCookie,
  BrowserPage,
  ElementTarget,
  FocusedElement,
  FoundElement,
  InterceptRule,
  PageLog,
  PageSnapshot,
  PageWrite,
  ScreenshotOptions,
  ShownAnswer,
  SnapshotOptions,
  UploadedFile,
  Viewport,
  Wait,
} from "../../ports/browser.js";
import { failureOf, isTimeout } from "./failures.js";
import { interceptRequests } from "./intercept.js";
import { IsolatedWorld } from "./isolated-world.js";
import { PageEvents } from "./page-events.js";
import { CLEAR_STORAGE, ELEMENTS, FOCUS, SNAPSHOT } from "./page-scripts.js";
import { pngSize } from "./png-size.js";
import { bounded } from "./bounded.js";
import { parseUrl } from "../../model/parse-url.js";

/** How many elements of a selector are looked at. */
const MAX_ELEMENTS = 200;
/** What a full page is cut at, in CSS pixels. */
const MAX_SIDE = 8_000;
const CLOSE_MS = 5_000;

/** A page of Chromium. */
export class ChromiumPage implements BrowserPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #events: PageEvents;
  readonly #world: IsolatedWorld;
  readonly #isOwn: (url: string) => boolean;
  #isCrashed = false;
  #closing: Promise<void> | undefined;

  constructor(context: BrowserContext, page: Page, session: CDPSession, isOwn: (url: string) => boolean) {
    this.#context = context;
    this.#page = page;
    this.#isOwn = isOwn;
    this.#events = new PageEvents(context, page, isOwn);
    this.#world = new IsolatedWorld(session);
    page.on("crash", () => (this.#isCrashed = true));
  }

  get isOpen(): boolean {
    return !this.#isCrashed && this.#closing === undefined && !this.#page.isClosed();
  }

  get url(): string {
    return this.#page.url();
  }

  async goto(url: string, { until, timeoutMs }: Wait): Promise<void> {
    this.#events.forgetFailure();
    const started = performance.now();
    try {
      await this.#do(`goto ${url}`, timeoutMs, () => this.#page.goto(url, { waitUntil: until === "networkidle" ? "load" : until, timeout: timeoutMs }));
    } catch (error) {
      throw this.#foreign() ?? error;
    }
    if (until !== "networkidle") return;
    const leftMs = Math.max(1, timeoutMs - (performance.now() - started));
    await this.#page.waitForLoadState("networkidle", { timeout: leftMs }).catch(() => undefined);
  }

  async show({ url, status, contentType, body }: ShownAnswer, timeoutMs: number): Promise<void> {
    await this.#page.route("**/*", (route) =>
      route.request().isNavigationRequest() && route.request().frame() === this.#page.mainFrame()
        ? route.fulfill({ status, contentType, body: Buffer.from(body) })
        : route.abort(),
    );
    await this.#world.disableScripts();
    await this.goto(url, { until: "domcontentloaded", timeoutMs });
  }

  async settle(settleMs: number, timeoutMs: number): Promise<void> {
    await this.#page.waitForLoadState("load", { timeout: timeoutMs }).catch((error: unknown) => {
      if (!isTimeout(error)) throw failureOf(error, "settle"); // what is there after the limit is judged
    });
    await this.#page.waitForTimeout(settleMs).catch((error: unknown) => {
      throw failureOf(error, "settle");
    });
  }

  click(target: ElementTarget, timeoutMs: number): Promise<void> {
    return this.#on("click", target, timeoutMs, (locator, timeout) => locator.click({ timeout }), "visible");
  }

  hover(target: ElementTarget, timeoutMs: number): Promise<void> {
    return this.#on("hover", target, timeoutMs, (locator, timeout) => locator.hover({ timeout }), "visible");
  }

  fill(target: ElementTarget, value: string, timeoutMs: number): Promise<boolean> {
    return this.#on("fill", target, timeoutMs, async (locator, timeout) => {
      await locator.fill(value, { timeout });
      return (await locator.getAttribute("type", { timeout: 1_000 }).catch(() => null))?.toLowerCase() === "password";
    });
  }

  press(key: string, target: ElementTarget | undefined, timeoutMs: number): Promise<void> {
    if (target === undefined) return this.#do(`press ${key}`, timeoutMs, () => this.#page.keyboard.press(key));
    return this.#on(`press ${key}`, target, timeoutMs, (locator, timeout) => locator.press(key, { timeout }));
  }

  async select(target: ElementTarget, values: readonly string[], timeoutMs: number): Promise<void> {
    await this.#on("select", target, timeoutMs, (locator, timeout) => locator.selectOption([...values], { timeout }));
  }

  check(target: ElementTarget, isChecked: boolean, timeoutMs: number): Promise<void> {
    return this.#on(isChecked ? "check" : "uncheck", target, timeoutMs, (locator, timeout) => locator.setChecked(isChecked, { timeout }));
  }

  upload(target: ElementTarget, { name, contentType, data }: UploadedFile, timeoutMs: number): Promise<void> {
    const file = { name, mimeType: contentType, buffer: Buffer.from(data) };
    return this.#on("upload", target, timeoutMs, (locator, timeout) => locator.setInputFiles(file, { timeout }));
  }

  evaluate(script: string, timeoutMs: number): Promise<unknown> {
    return this.#do("evaluate", timeoutMs, () => this.#page.evaluate(script));
  }

  async waitFor(target: ElementTarget, state: "attached" | "visible" | "hidden", timeoutMs: number): Promise<boolean> {
    const all = this.#locate(target);
    const locator = (state === "attached" ? all : all.filter({ visible: true })).first();
    try {
      await locator.waitFor({ state, timeout: Math.max(1, timeoutMs) });
      return true;
    } catch (error) {
      if (isTimeout(error)) return false;
      throw failureOf(error, `wait for ${nameOf(target)}`);
    }
  }

  elements(selector: string, timeoutMs: number): Promise<{ count: number; items: readonly FoundElement[] }> {
    return this.#do(`find ${selector}`, timeoutMs, () => this.#page.locator(selector).evaluateAll(ELEMENTS, MAX_ELEMENTS));
  }

  async focus(timeoutMs: number): Promise<FocusedElement | undefined> {
    return (await this.#do("focus", timeoutMs, () => this.#world.call<FocusedElement | null>(FOCUS, [], timeoutMs))) ?? undefined;
  }

  async snapshot(options: SnapshotOptions, timeoutMs: number): Promise<PageSnapshot> {
    const { status, failure } = this.#events.document;
    const error = this.#foreign() ?? (/^chrome-error:/.test(this.url) ? new StepFailure("browser-error", `the browser shows an error instead of ${failure?.url ?? "the page"}: ${failure?.reason ?? "unknown"}`) : undefined);
    const read = await this.#do("read the page", timeoutMs, () => this.#world.call<ReadPage>(SNAPSHOT, [options], timeoutMs));
    return {
      url: this.url,
      status,
      title: read.title,
      html: marked(read.html, read.htmlLength),
      text: marked(read.text, read.textLength),
      isLoginForm: read.isLoginForm,
      ...(error !== undefined && { error: { code: error.code, message: error.message } }),
    };
  }

  async screenshot({ name, isFullPage, mask }: ScreenshotOptions, timeoutMs: number): Promise<Screenshot> {
    return this.#do("screenshot", timeoutMs, async () => {
      const [width, height] = isFullPage ? await this.#page.evaluate<[number, number]>("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") : [0, 0];
      const isTooLarge = width > MAX_SIDE || height > MAX_SIDE;
      const data = await this.#page.screenshot({
        fullPage: isFullPage,
        ...(isTooLarge && { clip: { x: 0, y: 0, width: Math.min(width, MAX_SIDE), height: Math.min(height, MAX_SIDE) } }),
        mask: mask.map((selector) => this.#page.locator(selector)),
        animations: "disabled",
        type: "png",
        timeout: timeoutMs,
      });
      return { name, data, ...pngSize(data) };
    });
  }

  async cookies(): Promise<readonly BrowserCookie[]> {
    return this.isOpen ? this.#context.cookies() : [];
  }

  async setCookies(cookies: readonly BrowserCookie[]): Promise<void> {
    await this.#context.addCookies([...cookies]).catch((error: unknown) => {
      throw failureOf(error, "set cookies");
    });
  }

  async resize(viewport: Viewport): Promise<void> {
    await this.#page.setViewportSize(viewport);
  }

  async forget(headers: Readonly<Record<string, string>>): Promise<void> {
    await this.#context.clearCookies();
    await this.#context.setExtraHTTPHeaders({ ...headers });
    await this.#world.call(CLEAR_STORAGE, [], 1_000).catch(() => undefined); // a document without an origin has none
  }

  intercept(rules: readonly InterceptRule[]): Promise<{ end(): Promise<readonly number[]> }> {
    return interceptRequests(this.#page, rules, this.#isOwn);
  }

  takeLog(): PageLog {
    return this.#events.take();
  }

  takeWrites(): readonly PageWrite[] {
    return this.#events.takeWrites();
  }

  close(): Promise<void> {
    return (this.#closing ??= bounded(this.#context.close(), CLOSE_MS).catch(() => undefined));
  }

  /** Why the last document that was asked for is not the target's to give. */
  #foreign(): StepFailure | undefined {
    const { failure } = this.#events.document;
    if (failure === undefined || this.#isOwn(failure.url)) return undefined;
    return new StepFailure("foreign-origin", `expected the page to stay within the target, it went to ${originOf(failure.url)}; declare that in target.origins if it belongs to the system`);
  }

  #locate(target: ElementTarget): Locator {
    return "selector" in target ? this.#page.locator(target.selector) : this.#page.getByText(target.text);
  }

  /** Does something with the first element that a target names; `visible`: the first that is shown. */
  async #on<T>(doing: string, target: ElementTarget, timeoutMs: number, act: (locator: Locator, timeout: number) => Promise<T>, which?: "visible"): Promise<T> {
    const what = `${doing} ${nameOf(target)}`;
    const all = this.#locate(target);
    try {
      return await this.#do(what, timeoutMs + GRACE_MS, () => act((which === undefined ? all : all.filter({ visible: true })).first(), Math.max(1, timeoutMs)));
    } catch (error) {
      const count = error instanceof StepFailure && error.code === "time-out" && this.isOpen ? await bounded(all.count(), 1_000).catch(() => undefined) : undefined;
      if (count !== 0) throw error;
      if (/^chrome-error:/.test(this.url)) throw this.#foreign() ?? error; // it led there
      throw new StepFailure("element-missing", `${what}: expected such an element within ${timeoutMs} ms, found none`);
    }
  }

  /** A page that can not even add up is of no use to whatever comes next. */
  async #closeIfHung(): Promise<void> {
    const isAlive = await bounded(this.#page.evaluate("1 + 1"), ALIVE_MS).catch((error: unknown) => !isTimeout(error));
    if (isAlive === false) await this.close();
  }

  async #do<T>(what: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
    try {
      if (!this.isOpen) throw new StepFailure("browser-error", `${what}: the page ${this.#isCrashed ? "crashed" : "was closed"}`);
      return await bounded(work(), timeoutMs + GRACE_MS);
    } catch (error) {
      if (isTimeout(error)) await this.#closeIfHung();
      throw this.#isCrashed ? new StepFailure("browser-error", `${what}: the page crashed`) : failureOf(error, what);
    }
  }
}

/** How long a page may take to answer at all. */
const ALIVE_MS = 2_000;
/** The library's own limit comes first, since it says what it waited for. */
const GRACE_MS = 250;

interface ReadPage {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  readonly htmlLength: number;
  readonly textLength: number;
  readonly isLoginForm: boolean;
}

function nameOf(target: ElementTarget): string {
  return "selector" in target ? target.selector : `the text ${JSON.stringify(target.text)}`;
}

function originOf(url: string): string {
  const { protocol = `${url.split(":", 1)[0]}:`, host = "" } = parseUrl(url) ?? {};
  return host === "" ? protocol : `${protocol}//${host}`;
}

function marked(text: string, length: number): string {
  return length > text.length ? `${text}… [${length - text.length} more characters]` : text;
}
