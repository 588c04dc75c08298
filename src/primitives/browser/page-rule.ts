import { isLoginPath } from "../../match/login-page.js";
import { StepFailure } from "../../model/outcome.js";
import type { PageSnapshot } from "../../ports/browser.js";

/** What a page must be, whatever else is expected of it. */
export interface PageRule {
  readonly minText: number;
  /** The role that it was opened as, while that is logged in. */
  readonly role: string | undefined;
}

/**
 * Throws a `StepFailure` for a page that shows nothing of what was asked for: `browser-error`, `foreign-origin`, `http-status`
 * (400 and above, its own or that of the frame that is all it shows), `not-html`, `too-little-text`, `login-page`.
 */
export function assertPage(page: PageSnapshot, { minText, role }: PageRule): void {
  if (page.error !== undefined) throw new StepFailure(page.error.code, page.error.message);
  if (!/^https?:/.test(page.url)) throw new StepFailure("browser-error", `expected a page of the target, got ${page.url}`);
  const path = pathOf(page.url);
  if (page.status >= 400) throw new StepFailure("http-status", `expected ${path} to be answered with a status below 400, got ${page.status}`);
  if (!HTML.test(page.contentType)) throw new StepFailure("not-html", `expected ${path} to be a page of HTML, got ${page.contentType || "something without a content type"}`);
  const length = visibleLength(page.text);
  const refused = page.refusedFrames?.[0];
  if (refused !== undefined && length < Math.max(1, minText)) {
    throw new StepFailure("http-status", `expected ${path} to show something, got nothing but the frame ${pathOf(refused.url)}, which was answered with status ${refused.status}`);
  }
  if (length < minText) throw new StepFailure("too-little-text", `expected ${path} to show at least ${minText} characters, got ${length}`);
  if (role !== undefined && (isLoginUrl(page.url) || page.isLoginForm)) {
    throw new StepFailure("login-page", `expected ${role} to be logged in, got a page to log in at ${path}`);
  }
}

/** What browsers make a page of; data, plain text and pictures they merely show. */
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

/** How many characters of a text can be seen. */
export function visibleLength(text: string): number {
  return Array.from(text.replace(/[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu, "")).length; // U+2800 is the blank of Braille
}

/** By its path, or by that of a router in the fragment. */
function isLoginUrl(url: string): boolean {
  const { pathname, hash } = new URL(url);
  return isLoginPath(pathname) || (/^#!?\//.test(hash) && isLoginPath(hash.replace(/^#!?/, "")));
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return (pathname + search).slice(0, 200);
}
