import type { Screenshot } from "../model/records.js";

/** How the built-in Chromium is found and started; nothing of it is required. */
export interface BrowserConfig {
  /** Default: `DAGRADE_CHROMIUM`, the usual places, or `@sparticuz/chromium` where that is installed. */
  readonly executablePath?: string | undefined;
  /** Further arguments of Chromium, e.g. `--no-sandbox`. */
  readonly args?: readonly string[] | undefined;
  /** Whom browser steps act as that say neither `role` nor `no_auth`, in a node that acts as nobody. */
  readonly defaultRole?: string | undefined;
  readonly viewport?: Viewport | undefined;
}

/** CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/**
 * A browser. It starts when a page is first opened and serves the whole run. Rejects with a `StepFailure` for faults of the
 * system under test, and with `DRIVER_MISSING` or a `SetupError` when it can not be started.
 */
export interface BrowserPort extends Pick<BrowserConfig, "defaultRole" | "viewport"> {
  /** A page in a context of its own, which shares nothing with any other. */
  open(settings: PageSettings, signal: AbortSignal): Promise<BrowserPage>;
  close?(): Promise<void>;
}

export interface PageSettings {
  /** Sent with every request that the page makes. It can reach the target's own origins alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly BrowserCookie[];
  readonly viewport: Viewport;
}

export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  /** Starts with a dot when it holds for subdomains too. */
  readonly domain: string;
  readonly path: string;
  /** Seconds since the epoch; -1 for a cookie of the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "Strict" | "Lax" | "None";
}

/**
 * One page. Every method is bounded by the time that it is given, in milliseconds. Rejects with a `StepFailure`:
 * `time-out`, `browser-error`, `foreign-origin`, `element-missing`, `invalid-selector`.
 */
export interface BrowserPage {
  /** False once it has crashed or was closed. */
  readonly isOpen: boolean;
  /** `about:blank` before anything was opened. */
  readonly url: string;

  goto(url: string, wait: Wait): Promise<void>;
  /** Shows an answer that was received otherwise: no script runs and nothing is fetched. */
  show(answer: ShownAnswer, timeoutMs: number): Promise<void>;
  /** Waits until a navigation that is under way has loaded, and then for `settleMs` more. */
  settle(settleMs: number, timeoutMs: number): Promise<void>;

  click(target: ElementTarget, timeoutMs: number): Promise<void>;
  hover(target: ElementTarget, timeoutMs: number): Promise<void>;
  /** Resolves with true when the field is one for passwords. */
  fill(target: ElementTarget, value: string, timeoutMs: number): Promise<boolean>;
  /** Presses a key or a chord such as `Control+A`, in an element or where the focus is. */
  press(key: string, target: ElementTarget | undefined, timeoutMs: number): Promise<void>;
  select(target: ElementTarget, values: readonly string[], timeoutMs: number): Promise<void>;
  check(target: ElementTarget, isChecked: boolean, timeoutMs: number): Promise<void>;
  upload(target: ElementTarget, file: UploadedFile, timeoutMs: number): Promise<void>;
  /** Runs an expression in the page, or a function's body that is awaited; resolves with a plain value. */
  evaluate(script: string, timeoutMs: number): Promise<unknown>;

  /** Resolves with false when the state does not come about in time. `hidden` is also true of what is not there. */
  waitFor(target: ElementTarget, state: "attached" | "visible" | "hidden", timeoutMs: number): Promise<boolean>;
  /** At most 200 of the elements that a selector finds in the page's document and then in its frames, and how many there are. */
  elements(selector: string, timeoutMs: number): Promise<{ readonly count: number; readonly items: readonly FoundElement[] }>;
  /** What has the focus: undefined when nothing has. */
  focus(timeoutMs: number): Promise<FocusedElement | undefined>;

  snapshot(options: SnapshotOptions, timeoutMs: number): Promise<PageSnapshot>;
  screenshot(options: ScreenshotOptions, timeoutMs: number): Promise<Screenshot>;

  cookies(): Promise<readonly BrowserCookie[]>;
  setCookies(cookies: readonly BrowserCookie[]): Promise<void>;
  resize(viewport: Viewport): Promise<void>;
  /** Drops cookies, storage and the headers of the role; others take their place. */
  forget(headers: Readonly<Record<string, string>>): Promise<void>;
  /** Answers requests in place of the system until `end`, which tells how many each rule took. */
  intercept(rules: readonly InterceptRule[]): Promise<{ end(): Promise<readonly number[]> }>;

  /** What happened since it was last asked. */
  takeLog(): PageLog;
  /** The writing requests since it was last asked: they may have ended a session. */
  takeWrites(): readonly PageWrite[];
  /** Never rejects. */
  close(): Promise<void>;
}

/**
 * Exactly one of both: a selector (CSS with `:has-text()`, `text=...`, `role=...`), or a text that the element shows. It is looked
 * for in the page's own document before those of its frames.
 */
export type ElementTarget = { readonly selector: string } | { readonly text: string };

/** When a navigation is over; `networkidle` gives way at the limit. */
export interface Wait {
  readonly until: "load" | "domcontentloaded" | "networkidle";
  readonly timeoutMs: number;
}

export interface UploadedFile {
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}

export interface FoundElement {
  /** Whether a user can see it, and every frame that it is in: opaque, within reach of scrolling, neither clipped away nor covered completely. */
  readonly isVisible: boolean;
  /** What a user can read of it; of an element that is hidden as a whole, its text without scripts and styles. White space collapsed. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of a form field. */
  readonly value?: string;
}

export interface FocusedElement {
  /** Such as `button#save`. */
  readonly label: string;
  readonly isVisible: boolean;
  /** Whether it looks different from itself without the focus. */
  readonly hasIndicator: boolean;
}

export interface SnapshotOptions {
  /** Of `html` and of `text`, each. */
  readonly maxChars: number;
  readonly stripClasses: boolean;
}

export interface PageSnapshot {
  readonly url: string;
  /** Of the answer that the document came with; 0 when there was none. */
  readonly status: number;
  /** What the browser took the document for, such as `text/html`. */
  readonly contentType: string;
  readonly title: string;
  /** Without scripts, styles, comments and the values of password fields; the documents of inline frames in `srcdoc`. */
  readonly html: string;
  /** What a user can read, shadow trees and frames included. */
  readonly text: string;
  /** Whether a user is asked to log in: by a password field or one for who they are, or because a session has expired. */
  readonly isLoginForm: boolean;
  /** Frames that are seen and were answered with a status of 400 and above: what they show is no part of `text` and `html`. */
  readonly refusedFrames?: readonly RefusedFrame[];
  /** Why the browser could not show the document. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** A frame that the system answered with an error. */
export interface RefusedFrame {
  readonly url: string;
  readonly status: number;
}

export interface ScreenshotOptions {
  readonly name: string;
  readonly isFullPage: boolean;
  /** Selectors of elements that are covered, in {@link MASK_COLOUR}. */
  readonly mask: readonly string[];
}

/** What masked elements are covered with in pictures: red, green and blue, each of 255. */
export const MASK_COLOUR: readonly [number, number, number] = [255, 0, 255];

export interface InterceptRule {
  /** A part of the URL, or a pattern in which `*` stands for any text. */
  readonly urlPattern: string;
  readonly isAborted: boolean;
  /** Without a status the system answers, after the delay. */
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
  readonly delayMs: number;
}

/** Bounded: at most 50 of each, none longer than 500 characters. */
export interface PageLog {
  /** Errors and warnings of the console, and exceptions that nobody caught. */
  readonly console: readonly string[];
  /** Requests that failed, were blocked, or were answered with 400 and above. */
  readonly failedRequests: readonly string[];
  /** What was answered for the user (dialogs are accepted), closed (popups) or refused (downloads). */
  readonly decided: readonly string[];
}

/** A writing request that was answered. */
export interface PageWrite {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** `ctx.browser`: the pages of one node, one a role, closed when the node is over. */
export interface NodeBrowser {
  /** The role of the page that was used last; undefined when the node has none. */
  readonly live: string | undefined;
  /**
   * Lends the page of a role (logged in when needed) for a piece of work, and closes it when the step is cut off.
   * Default: the node's acting role, else the target's `browser.defaultRole`, else nobody.
   */
  use<T>(role: string | undefined, work: (browsing: Browsing) => Promise<T>): Promise<T>;
  /** Lends a page that shows an answer which was received otherwise: no script runs in it and nothing is fetched. */
  show<T>(answer: ShownAnswer, timeoutMs: number, work: (page: BrowserPage) => Promise<T>): Promise<T>;
}

/** An HTML document and how it came. */
export interface ShownAnswer {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
}

/** A borrowed page. */
export interface Browsing {
  readonly page: BrowserPage;
  readonly role: string;
  /** False for nobody, and when the session of the role was ended in this page. */
  isLoggedIn(): Promise<boolean>;
  /** The absolute URL of a path of the frontend. Throws a `StepFailure` with code `foreign-origin` for one elsewhere. */
  urlOf(path: string): string;
  /** Goes on in the page of another role, at the same URL when that page is new. */
  become(role: string, wait: Wait): Promise<void>;
  /** Goes on as nobody in the same page: without cookies, storage and credentials. */
  forget(): Promise<void>;
}
