import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Frame, Locator, Page } from "playwright-core";
import { StepFailure } from "../../model/outcome.js";
import type { Screenshot } from "../../model/records.js";
import { hasLineWith, showsText } from "../../model/shown-text.js";
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
import { bounded } from "./bounded.js";
import { foreignOrigin, isTimeout } from "./failures.js";
import { interceptRequests } from "./intercept.js";
import { navigate } from "./navigate.js";
import { PageEvents } from "./page-events.js";
import { isUncommitted, PageLook } from "./page-look.js";
import { ALIVE_MS, PageWork } from "./page-work.js";
import { takePicture } from "./take-picture.js";

/** Milliseconds between two looks at what is waited for. */
const LOOK_MS = 50;

/** A page of Chromium. */
export class ChromiumPage implements BrowserPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #events: PageEvents;
  readonly #look: PageLook;
  readonly #work: PageWork;
  readonly #isOwn: (url: string) => boolean;

  constructor(context: BrowserContext, page: Page, session: CDPSession, isOwn: (url: string) => boolean) {
    this.#context = context;
    this.#page = page;
    this.#isOwn = isOwn;
    this.#events = new PageEvents(context, page, isOwn);
    this.#look = new PageLook(page, session);
    this.#work = new PageWork(context, page);
  }

  get isOpen(): boolean {
    return this.#work.isOpen;
  }

  get url(): string {
    return this.#page.url();
  }

  async goto(url: string, wait: Wait): Promise<void> {
    this.#events.forgetFailure();
    try {
      await this.#work.within(`goto ${url}`, wait.timeoutMs, () => navigate(this.#page, url, wait));
    } catch (error) {
      throw this.#foreign() ?? error;
    }
  }

  async show({ url, status, contentType, body }: ShownAnswer, timeoutMs: number): Promise<void> {
    await this.#page.route("**/*", (route) =>
      route.request().isNavigationRequest() && route.request().frame() === this.#page.mainFrame()
        ? route.fulfill({ status, contentType, body: Buffer.from(body) })
        : route.abort(),
    );
    await this.#look.disableScripts();
    await this.goto(url, { until: "domcontentloaded", timeoutMs });
  }

  async settle(settleMs: number, timeoutMs: number): Promise<void> {
    await this.#work.within("settle", timeoutMs + settleMs, async () => {
      await this.#page.waitForLoadState("load", { timeout: timeoutMs }).catch((error: unknown) => {
        if (!isTimeout(error)) throw error; // what is there after the limit is judged
      });
      await this.#page.waitForTimeout(settleMs);
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
    if (target === undefined) return this.#work.within(`press ${key}`, timeoutMs, () => this.#page.keyboard.press(key));
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
    return this.#work.within("evaluate", timeoutMs, () => this.#page.evaluate(script));
  }

  async waitFor(target: ElementTarget, state: "attached" | "visible" | "hidden", timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const leftMs = end - performance.now();
      const { count, items } = await this.#elements(`wait for ${nameOf(target)}`, target, leftMs);
      const isSeen = items.some((item) => item.isVisible && isShownBy(target, item));
      if (state === "attached" ? count > 0 : state === "visible" ? isSeen : !isSeen && !(await this.#isWritten(target, leftMs))) return true;
      if (leftMs <= 0) return state === "visible" && (await this.#isWritten(target, leftMs));
      await sleep(Math.min(LOOK_MS, leftMs));
    }
  }

  elements(selector: string, timeoutMs: number): Promise<{ count: number; items: readonly FoundElement[] }> {
    return this.#elements(`find ${selector}`, { selector }, timeoutMs);
  }

  async focus(timeoutMs: number): Promise<FocusedElement | undefined> {
    return (await this.#work.within("focus", timeoutMs, () => this.#look.focus(timeoutMs))) ?? undefined;
  }

  async snapshot(options: SnapshotOptions, timeoutMs: number): Promise<PageSnapshot> {
    const { status, failure } = this.#events.document;
    const error = this.#foreign() ?? (/^chrome-error:/.test(this.url) ? new StepFailure("browser-error", `the browser shows an error instead of ${failure?.url ?? "the page"}: ${failure?.reason ?? "unknown"}`) : undefined);
    const read = await this.#work.within("read the page", timeoutMs, () => this.#look.snapshot(options, timeoutMs));
    return {
      url: this.url,
      status,
      contentType: read.contentType,
      title: read.title,
      html: marked(read.html, read.htmlLength),
      text: marked(read.text, read.textLength),
      isLoginForm: read.asks > 0,
      ...(read.refused.length > 0 && { refusedFrames: read.refused }),
      ...(error !== undefined && { error: { code: error.code, message: error.message } }),
    };
  }

  screenshot(options: ScreenshotOptions, timeoutMs: number): Promise<Screenshot> {
    return this.#work.within("screenshot", timeoutMs, () => takePicture(this.#page, options, timeoutMs));
  }

  async cookies(): Promise<readonly BrowserCookie[]> {
    return this.isOpen ? this.#context.cookies() : [];
  }

  setCookies(cookies: readonly BrowserCookie[]): Promise<void> {
    return this.#work.within("set cookies", SET_UP_MS, () => this.#context.addCookies([...cookies]));
  }

  resize(viewport: Viewport): Promise<void> {
    return this.#work.within("resize", SET_UP_MS, () => this.#page.setViewportSize(viewport));
  }

  forget(headers: Readonly<Record<string, string>>): Promise<void> {
    return this.#work.within("log out", SET_UP_MS, async () => {
      await this.#context.clearCookies();
      await this.#context.setExtraHTTPHeaders({ ...headers });
      await this.#look.clearStorage(1_000).catch(() => undefined); // a document without an origin has none
    });
  }

  intercept(rules: readonly InterceptRule[]): Promise<{ end(): Promise<readonly number[]> }> {
    return this.#work.within("intercept requests", SET_UP_MS, () => interceptRequests(this.#page, rules, this.#isOwn));
  }

  takeLog(): PageLog {
    return this.#events.take();
  }

  takeWrites(): readonly PageWrite[] {
    return this.#events.takeWrites();
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /** Why the last document that was asked for is not the target's to give. */
  #foreign(): StepFailure | undefined {
    const { failure } = this.#events.document;
    if (failure === undefined || this.#isOwn(failure.url)) return undefined;
    return foreignOrigin(failure.url);
  }

  /** Does something with the first element that a target names; `visible`: the first that is shown. */
  async #on<T>(doing: string, target: ElementTarget, timeoutMs: number, act: (locator: Locator, timeout: number) => Promise<T>, which?: "visible"): Promise<T> {
    const what = `${doing} ${nameOf(target)}`;
    const end = performance.now() + timeoutMs;
    const locate = (frame: Frame): Locator => (which === undefined ? locatorIn(frame, target) : locatorIn(frame, target).filter({ visible: true }));
    try {
      return await this.#work.within(what, timeoutMs, async () => act((await this.#where(locate, end)).first(), Math.max(1, end - performance.now())));
    } catch (error) {
      const count = error instanceof StepFailure && error.code === "time-out" && this.isOpen ? await bounded(this.#count(target), 1_000).catch(() => undefined) : undefined;
      if (count !== 0) throw error;
      if (/^chrome-error:/.test(this.url)) throw this.#foreign() ?? error; // it led there
      throw new StepFailure("element-missing", `${what}: expected such an element within ${timeoutMs} ms, found none`);
    }
  }

  /** In the page's own document, unless a frame alone has what is located by then. */
  async #where(locate: (frame: Frame) => Locator, end: number): Promise<Locator> {
    for (; this.#page.frames().length > 1 && performance.now() < end; await sleep(LOOK_MS)) {
      for (const frame of this.#frames()) {
        const located = locate(frame);
        if ((await located.count()) > 0) return located;
      }
    }
    return locate(this.#page.mainFrame());
  }

  #frames(): readonly Frame[] {
    return this.#page.frames().filter((frame) => !isUncommitted(frame));
  }

  async #count(target: ElementTarget): Promise<number> {
    const counts = await Promise.all(this.#frames().map((frame) => locatorIn(frame, target).count()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Whether a text is read there, whatever elements it is put together from. */
  async #isWritten(target: ElementTarget, timeoutMs: number): Promise<boolean> {
    if (!("text" in target)) return false;
    const limitMs = Math.max(timeoutMs, ALIVE_MS);
    return hasLineWith(await this.#work.within("read the page", limitMs, () => this.#look.written(limitMs)), target.text);
  }

  /** However short the time, a page has as much as one needs to answer at all. */
  #elements(what: string, target: ElementTarget, timeoutMs: number): Promise<{ count: number; items: readonly FoundElement[] }> {
    const limitMs = Math.max(timeoutMs, ALIVE_MS);
    return this.#work.within(what, limitMs, () => this.#look.elements(target, (frame) => locatorIn(frame, target), limitMs));
  }
}

/** For what is set up beside a page's own doing. */
const SET_UP_MS = 10_000;

function locatorIn(frame: Frame, target: ElementTarget): Locator {
  return "selector" in target ? frame.locator(target.selector) : frame.getByText(target.text);
}

/** Text that an element holds may be hidden there. */
function isShownBy(target: ElementTarget, { text, value = "" }: FoundElement): boolean {
  return "selector" in target || showsText(text, target.text) || showsText(value, target.text);
}

function nameOf(target: ElementTarget): string {
  return "selector" in target ? target.selector : `the text ${JSON.stringify(target.text)}`;
}

function marked(text: string, length: number): string {
  return length > text.length ? `${text}… [${length - text.length} more characters]` : text;
}
