import type { BrowserPage, BrowserPort } from "../../src/ports/browser.js";

/**
 * The same browser, which keeps the pages of nobody that were closed and opens them again, empty: a new one costs five times as
 * much, and what a test looks at is seldom that a page is new. Pages that bring a session are always opened by the browser.
 */
export function keepingPages(browser: BrowserPort): BrowserPort {
  const kept: BrowserPage[] = [];
  return {
    ...browser,
    async open(settings, signal) {
      if (settings.cookies.length > 0 || Object.keys(settings.headers).length > 0) return browser.open(settings, signal);
      const known = kept.pop();
      if (known === undefined) return lent(await browser.open(settings, signal), kept);
      await known.resize(settings.viewport);
      return lent(known, kept);
    },
  };
}

/** A page that joins those that are kept when it is closed. One that has shown an answer runs no scripts any more and is closed. */
function lent(page: BrowserPage, kept: BrowserPage[]): BrowserPage {
  let closing: Promise<void> | undefined;
  let runsScripts = true;
  const own: Partial<BrowserPage> = {
    show: (...answer) => {
      runsScripts = false;
      return page.show(...answer);
    },
    close: () => (closing ??= (runsScripts ? empty(page) : page.close()).then(() => void (page.isOpen && kept.push(page)))),
  };
  return new Proxy(page, { get: (known, key) => (key === "isOpen" ? closing === undefined && known.isOpen : bound(key in own ? own : known, key)) });
}

/** Leaves nothing in a page of what was done there, or closes it. */
async function empty(page: BrowserPage): Promise<void> {
  try {
    await page.forget({});
    await page.goto("about:blank", { until: "load", timeoutMs: 5_000 });
    page.takeLog();
    page.takeWrites();
  } catch {
    await page.close();
  }
}

/** What an object has under a name, which as a method is called on the object itself. */
export function bound(known: object, key: string | symbol): unknown {
  const value = Reflect.get(known, key, known) as unknown;
  return typeof value === "function" ? (value.bind(known) as unknown) : value;
}
