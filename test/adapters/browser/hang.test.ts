import { beforeAll, describe, expect, it } from "vitest";
import type { BrowserPage } from "../../../src/ports/browser.js";
import { hasChromium, html, startSite } from "../../support/browser.js";

/** Waits for an answer that never comes, so that the browser can do nothing else for its page. */
const WAIT = "const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send();";

const site = startSite({
  "/hangs": html(`<p>Hangs</p><script>${WAIT}</script>`),
  "/hangs-once-loaded": html(`<p>Hangs</p><script>onload = () => { ${WAIT} }</script>`),
  "/will-hang": html(`<button>Press</button><input><script>hang = () => setTimeout(() => { ${WAIT} }, 0)</script>`),
  "/never": () => undefined,
});

const LIMIT_MS = 300;
const button = { selector: "button" };

const OPERATIONS: Readonly<Record<string, (page: BrowserPage) => Promise<unknown>>> = {
  "reading it": (page) => page.snapshot({ maxChars: 10, stripClasses: false }, LIMIT_MS),
  "waiting for it, then reading it": (page) => page.settle(10, LIMIT_MS).then(() => page.snapshot({ maxChars: 10, stripClasses: false }, LIMIT_MS)),
  "opening another page in its place": (page) => page.goto(`${site.url}/hangs`, { until: "load", timeoutMs: LIMIT_MS }),
  "waiting for an element to be seen": (page) => page.waitFor({ selector: "#none" }, "visible", LIMIT_MS),
  "waiting for an element to be gone": (page) => page.waitFor(button, "hidden", LIMIT_MS),
  "looking for elements": (page) => page.elements("button", LIMIT_MS),
  "looking for the focus": (page) => page.focus(LIMIT_MS),
  "taking a picture": (page) => page.screenshot({ name: "page", isFullPage: true, mask: [] }, LIMIT_MS),
  "taking a picture of the window": (page) => page.screenshot({ name: "page", isFullPage: false, mask: ["button"] }, LIMIT_MS),
  "running a script": (page) => page.evaluate("1 + 1", LIMIT_MS),
  "pressing a button": (page) => page.click(button, LIMIT_MS),
  "filling a field": (page) => page.fill({ selector: "input" }, "x", LIMIT_MS),
  "pressing a key": (page) => page.press("A", { selector: "input" }, LIMIT_MS),
};

describe.skipIf(!(await hasChromium()))("a page that keeps its browser from answering", () => {
  const ends = new Map<string, { code: unknown; isOpen: boolean; ms: number }>();

  async function endOf(act: (page: BrowserPage) => Promise<unknown>): Promise<{ code: unknown; isOpen: boolean; ms: number }> {
    const page = await site.browser.open({ headers: {}, cookies: [], viewport: { width: 300, height: 300 } }, new AbortController().signal);
    await page.goto(`${site.url}/will-hang`, { until: "load", timeoutMs: 20_000 });
    await page.evaluate("hang()", 20_000);
    const started = performance.now();
    const end = await act(page).catch((error: unknown) => error);
    const { isOpen } = page;
    await page.close();
    return { code: (end as { code?: unknown }).code ?? end, isOpen, ms: performance.now() - started };
  }

  // what waits costs nothing: all at a time
  beforeAll(() => Promise.all(Object.entries(OPERATIONS).map(async ([name, act]) => ends.set(name, await endOf(act)))), 120_000);

  it.each(Object.keys(OPERATIONS))("is too late on %s, and closed", (name) => {
    const end = ends.get(name);
    expect(end).toMatchObject({ code: "time-out", isOpen: false });
    expect(end?.ms).toBeLessThan(30_000);
  });

  it.each(["/hangs", "/hangs-once-loaded"])("is too late when it does so while it is opened: %s", async (path) => {
    const page = await site.browser.open({ headers: {}, cookies: [], viewport: { width: 300, height: 300 } }, new AbortController().signal);
    await expect(page.goto(site.url + path, { until: "load", timeoutMs: LIMIT_MS })).rejects.toMatchObject({ code: "time-out" });
    await page.close();
  });
});
