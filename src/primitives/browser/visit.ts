import { SetupError, StepFailure } from "../../model/outcome.js";
import type { PageRecord, Screenshot } from "../../model/records.js";
import type { Browsing, PageSnapshot } from "../../ports/browser.js";
import type { PrimitiveContext } from "../context.js";
import { interceptRules, type PageInputs } from "./page-keys.js";
import { assertPage } from "./page-rule.js";

/** What is done with a page between its opening and its judgement. */
export interface Visit {
  readonly browsing: Browsing;
  /** Pictures that were taken, for the page's record. */
  readonly screenshots: Screenshot[];
  /** What was done, for the evidence. */
  readonly evidence: Record<string, unknown>;
  /** The URL that an author has asked for in words, so that it may be one to log in at. */
  assertedUrl?: string;
}

export interface VisitOptions {
  readonly maxChars?: number;
  readonly stripClasses?: boolean;
  /** Whether what is done in the page opens it. */
  readonly opensItself?: boolean;
  /** Before the page is judged. */
  readonly act?: (visit: Visit) => Promise<void>;
  /** When it has passed. */
  readonly look?: (visit: Visit) => Promise<void>;
}

/** The page as it stood in the end, and what is told about it. */
export interface Visited {
  readonly record: PageRecord;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Characters of HTML and of text that are kept of a page. */
export const MAX_CHARS = 200_000;

/**
 * Opens a page as its keys say, acts in it, lets it settle and judges it by the page rule. Throws a `StepFailure` with the
 * evidence so far, and a `SetupError` with code `no-url` when there is no page to go on with.
 */
export function visitPage(ctx: PrimitiveContext, given: PageInputs, url: string | undefined, options: VisitOptions = {}): Promise<Visited> {
  const role = given.no_auth === true ? "anonymous" : (given.role ?? (url === undefined && options.opensItself !== true ? ctx.browser.live : undefined));
  return ctx.browser.use(role, async (browsing) => {
    const visit: Visit = { browsing, screenshots: [], evidence: {} };
    try {
      return await judged(given, url, options, visit);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      throw new StepFailure(error.code, error.message, { ...visit.evidence, ...logOf(browsing), url: browsing.page.url, role: browsing.role, cause: error.evidence });
    }
  });
}

async function judged(given: PageInputs, url: string | undefined, options: VisitOptions, visit: Visit): Promise<Visited> {
  const { browsing } = visit;
  const { timeout_ms: timeoutMs } = given;
  browsing.page.takeLog(); // what happened before is another step's
  const isOver = given.role !== undefined && !(await browsing.isLoggedIn()); // asked for all the same
  const interception = given.intercept.length === 0 ? undefined : await browsing.page.intercept(interceptRules(given.intercept));
  try {
    await open(given, url, browsing, options.opensItself ?? false);
    await options.act?.(visit);
    await browsing.page.settle(given.settle_ms, timeoutMs);
    const snapshot = await browsing.page.snapshot({ maxChars: options.maxChars ?? MAX_CHARS, stripClasses: options.stripClasses ?? false }, timeoutMs);
    Object.assign(visit.evidence, pageEvidence(snapshot));
    const isRoleAsked = snapshot.url !== visit.assertedUrl && (given.role === "anonymous" ? false : isOver || (await browsing.isLoggedIn()));
    assertPage(snapshot, { minText: given.min_text, role: isRoleAsked ? browsing.role : undefined });
    await options.look?.(visit);
    assertIntercepted(given, await interception?.end());
    const { status, title, html, text } = snapshot;
    return {
      record: { slot: "page", url: snapshot.url, status, title, html, text, screenshots: visit.screenshots },
      evidence: { ...visit.evidence, role: browsing.role, ...logOf(browsing) },
    };
  } finally {
    await interception?.end();
  }
}

async function open(given: PageInputs, url: string | undefined, browsing: Browsing, mayBeBlank: boolean): Promise<void> {
  const { page } = browsing;
  const { timeout_ms: timeoutMs, wait_for_selector: awaited } = given;
  if (url === undefined && !mayBeBlank && !/^https?:/.test(page.url)) {
    throw new SetupError("no-url", "expected a `url`, got none, and this node has no page open; say which page is meant");
  }
  if (given.viewport !== undefined) await page.resize(given.viewport);
  if (given.cookies !== undefined) {
    const { hostname } = new URL(browsing.urlOf(url ?? "/"));
    await page.setCookies(Object.entries(given.cookies).map(([name, value]) => ({ name, value, domain: hostname, ...PLAIN_COOKIE })));
  }
  if (url !== undefined) await page.goto(browsing.urlOf(url), { until: given.wait_until, timeoutMs });
  if (awaited !== undefined && !(await page.waitFor({ selector: awaited }, "visible", timeoutMs))) {
    throw new StepFailure("element-missing", `expected the element ${awaited} to be seen within ${timeoutMs} ms, it was not`);
  }
}

/** A cookie of the whole host, for the session of the browser. */
export const PLAIN_COOKIE = { path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" } as const;

/** What a rule was to change did not happen when nothing it names was asked for. */
function assertIntercepted(given: PageInputs, counts: readonly number[] = []): void {
  const index = counts.indexOf(0);
  const rule = given.intercept[index];
  if (rule !== undefined) throw new StepFailure("not-intercepted", `expected a request that fits ${JSON.stringify(rule.url_pattern)}, the page made none`);
}

function pageEvidence({ url, status, title, text, refusedFrames }: PageSnapshot): Record<string, unknown> {
  return { url, status, title, ...(refusedFrames !== undefined && { refusedFrames }), text: text.length <= MAX_EXCERPT ? text : `${text.slice(0, MAX_EXCERPT)}… [${text.length - MAX_EXCERPT} more characters]` };
}

/** Characters of a page's text that go into a report; all of it stays in the record. */
const MAX_EXCERPT = 1_000;

function logOf({ page }: Browsing): Record<string, unknown> {
  const { console, failedRequests, decided } = page.takeLog();
  return Object.fromEntries(Object.entries({ console, failedRequests, decided }).filter(([, notes]) => notes.length > 0));
}
