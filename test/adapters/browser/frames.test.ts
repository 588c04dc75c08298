import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowserPage } from "../../../src/ports/browser.js";
import { hasChromium, html, lookAt, startSite } from "../../support/browser.js";

const HERE = html(`<p class=it>Here</p><button onclick="this.textContent = 'Pressed'">Press</button>`);
const CLOSED = `<div id=h></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<p class=it>Here</p>"</script>`;

const site = startSite({
  "/": html("<h1>Top</h1>"),
  "/here": HERE,
  "/nested": html(`<iframe src=/here></iframe>`),
  "/nested-hidden": html(`<div style="opacity:0"><iframe src=/here></iframe></div>`),
  "/below": html(`<div style="height:900px"></div><p class=it>Here</p>`),
  "/hidden": html(`<p class=it style="display:none">Here</p>`),
  "/closed": html(CLOSED),
  "/declared": html(`<h1>Top</h1><div id=h><template shadowrootmode="closed"><p class=it>Here</p><div><template shadowrootmode=closed><b>Deep</b></template></div></template></div><script>document.title = String(h.shadowRoot)</script>`),
  "/declares": html(`<iframe src=/declared></iframe>`),
  "/lies": html(`<p class=it>Here</p><script>window.getComputedStyle = () => ({ display: "none" }); Element.prototype.checkVisibility = () => false; window.dagrade = { elements: () => null }</script><i id=owners></i>`),
  "/never": () => undefined,
  "/waits": html(`<h1>Top</h1><iframe src=/never></iframe><iframe src=/here></iframe>`),
  "/spins": html("<script>setTimeout(() => { const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send(); }, 50)</script>"),
  "/has-spinning": html("<h1>Top</h1><iframe src=/spins></iframe>"),
  "/reloads": html(`<h1>Top</h1><iframe src=/here></iframe><script>setInterval(() => frames[0].location.reload(), 5)</script>`),
  "/foreign": html(`<iframe src="http://example.invalid/"></iframe>`),
  "/refused": (_request, response) => void response.writeHead(500, { "content-type": "text/html" }).end("<h1>Err</h1>"),
  "/away": (request, response) => void response.writeHead(302, { location: `http://localhost:${request.socket.localPort}/refused` }).end(),
  "/login": html(`<h1>Log in</h1><form><input name=user><input type=password><button>Log in</button></form>`),
  "/expired": html(`<p>Your session has expired. Please log in again. <a href=/login>Log in</a></p>`),
});

/** What is seen of the one element with the class `it`, which stands in a frame and holds the word Here. */
const CASES: Readonly<Record<string, readonly [isSeen: boolean, markup: string]>> = {
  "a frame": [true, `<iframe src=/here></iframe>`],
  "one of another origin": [true, `<iframe src="ORIGIN/here"></iframe>`],
  "one in a sandbox": [true, `<iframe sandbox src=/here></iframe>`],
  "one that has its document with it": [true, `<iframe srcdoc="<p class=it>Here</p>"></iframe>`],
  "one that a script has filled": [true, `<iframe id=f></iframe><script>f.contentDocument.write("<p class=it>Here</p>")</script>`],
  "one whose address is a script": [true, `<iframe src="javascript:'<p class=it>Here</p>'"></iframe>`],
  "one in a frame": [true, `<iframe src=/nested></iframe>`],
  "an object": [true, `<object data=/here type=text/html></object>`],
  "one in a shadow tree": [true, `<div id=h></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<iframe src=/here></iframe>"</script>`],
  "a closed shadow tree in one": [true, `<iframe src=/closed></iframe>`],
  "one below the fold": [true, `<div style="height:3000px"></div><iframe src=/here></iframe>`],
  "what is below the fold of one": [true, `<iframe src=/below></iframe>`],
  "one that is enlarged": [true, `<iframe style="transform:scale(2);transform-origin:0 0" src=/here></iframe>`],
  "one whose lower half is covered": [true, `<div style="position:relative;width:304px"><iframe src=/here></iframe><div style="position:absolute;left:0;right:0;bottom:0;height:50%;background:white"></div></div>`],
  "one below a veil": [true, `<iframe src=/here></iframe><div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div>`],
  "one that lies to itself": [true, `<iframe src=/lies></iframe>`],
  "one beside one that waits": [true, `<iframe loading=lazy src=/never></iframe><iframe src=/here></iframe>`],

  "a frame that is not displayed": [false, `<iframe style="display:none" src=/here></iframe>`],
  "an invisible one": [false, `<div style="visibility:hidden"><iframe src=/here></iframe></div>`],
  "a transparent one": [false, `<div style="opacity:0"><iframe src=/here></iframe></div>`],
  "one in a transparent one": [false, `<iframe src=/nested-hidden></iframe>`],
  "one without size": [false, `<iframe width=0 height=0 frameborder=0 src=/here></iframe>`],
  "one beside the page": [false, `<iframe style="position:absolute;left:-9999px" src=/here></iframe>`],
  "one that is covered": [false, `<div style="position:relative"><iframe src=/here></iframe><div style="position:absolute;inset:-20px;background:white"></div></div>`],
  "one behind a splash screen": [false, `<iframe src=/here></iframe><div style="position:fixed;inset:0;background:white">Loading</div>`],
  "one in a frame behind a splash screen": [false, `<iframe src=/nested></iframe><div style="position:fixed;inset:0;background:white">Loading</div>`],
  "one whose upper half is covered": [false, `<div style="position:relative;width:304px"><iframe src=/here></iframe><div style="position:absolute;left:0;right:0;top:0;height:50%;background:white"></div></div>`],
  "one that is cut above what it shows": [false, `<div style="height:10px;overflow:hidden"><iframe src=/here></iframe></div>`],
  "what is below the fold of one that does not scroll": [false, `<iframe scrolling=no src=/below></iframe>`],
  "what a frame hides": [false, `<iframe src=/hidden></iframe>`],
};

const SETTINGS = { headers: {}, cookies: [], viewport: { width: 1280, height: 720 } };
const OPTIONS = { maxChars: 10_000, stripClasses: false };

describe.skipIf(!(await hasChromium()))("frames", () => {
  let seen: ReadonlyMap<string, object> = new Map();
  beforeAll(async () => {
    const table = Object.fromEntries(Object.entries(CASES).map(([name, [, markup]]) => [name, html(`<h1>Top</h1>${markup.replace("ORIGIN", site.url.replace("127.0.0.1", "localhost"))}`)]));
    seen = await lookAt(site, table, async (page) => {
      await page.waitFor({ selector: ".it" }, "attached", 10_000);
      const { items } = await page.elements("body, .it", 20_000);
      const its = items.filter(({ attributes }) => attributes["class"] === "it");
      const { text, html: markup } = await page.snapshot(OPTIONS, 20_000);
      return { count: its.length, isVisible: its[0]?.isVisible, isRead: items[0]?.text.includes("Here"), isOnPage: text.includes("Here"), isKept: markup.includes("Here") };
    });
  }, 120_000);

  it.each(Object.keys(CASES))("are looked into: %s", (name) => {
    const isSeen = CASES[name]?.[0];
    expect(seen.get(name)).toEqual({ count: 1, isVisible: isSeen, isRead: isSeen, isOnPage: isSeen, isKept: name !== "an object" });
  });

  const open = (): Promise<BrowserPage> => site.browser.open(SETTINGS, new AbortController().signal);
  const openAt = async (page: BrowserPage, path: string): Promise<BrowserPage> => {
    await page.goto(site.url + path, { until: "domcontentloaded", timeoutMs: 10_000 });
    return page;
  };

  /** A page that shows whatever is asked for next: none of that is left behind. */
  let shared: Promise<BrowserPage> | undefined;
  const shownAt = async (path: string): Promise<BrowserPage> => openAt(await (shared ??= open()), path);
  const shown = async (markup: string): Promise<BrowserPage> => {
    const page = (await shared) ?? (await shownAt("/"));
    await page.evaluate(`document.open(); document.write(${JSON.stringify(html(markup))}); document.close(); new Promise((resolve) => { onload = resolve; })`, 5_000);
    return page;
  };
  afterAll(async () => (await shared)?.close());

  it("that have not come keep nobody from looking at others", async () => {
    const page = await shownAt("/waits");
    expect(await page.waitFor({ text: "Here" }, "visible", 5_000)).toBe(true);
    await page.click({ text: "Press" }, 5_000);
    expect(await page.waitFor({ text: "Pressed" }, "visible", 5_000)).toBe(true);
    await expect(page.click({ text: "Absent" }, 300)).rejects.toMatchObject({ code: "element-missing" });
  });

  it.each(["/has-spinning", "/reloads"])("that can not be looked into make nothing absent, in time: %s", async (path) => {
    const page = await openAt(await open(), path);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const started = performance.now();
    const gone = await page.waitFor({ text: "Here" }, "hidden", 300).catch((error: unknown) => (error as { code: string }).code);
    expect([false, "time-out"]).toContain(gone);
    expect(performance.now() - started).toBeLessThan(15_000);
    await page.close();
  });

  it("to elsewhere show an error of the browser, which is no text of the page", async () => {
    const page = await shownAt("/foreign");
    await page.settle(100, 5_000);
    expect(await page.snapshot(OPTIONS, 5_000)).toMatchObject({ text: "" });
  });

  it.each([
    ["alone", `<iframe src=/refused></iframe>`, "", ["/refused"]],
    ["after a redirect to another origin", `<iframe src=/away></iframe>`, "", ["/refused"]],
    ["beside what the page shows", `<p>Work</p><iframe src=/refused></iframe>`, "Work", ["/refused"]],
    ["where nobody sees it", `<p>Work</p><iframe style="display:none" src=/refused></iframe>`, "Work", []],
  ])("that were answered with an error show nothing of the system: %s", async (_name, markup, text, refused) => {
    const snapshot = await (await shown(markup)).snapshot(OPTIONS, 5_000);
    expect(snapshot.text).toBe(text);
    expect(snapshot.html).not.toContain("Err");
    expect(snapshot.refusedFrames?.map(({ url, status }) => [new URL(url).pathname, status]) ?? []).toEqual(refused.map((path) => [path, 500]));
  });

  it.each([
    ["a form to log in", `<h1>Dashboard</h1><p>${"Work ".repeat(300)}</p><iframe src=/login></iframe>`, true],
    ["a form to log in that nobody sees", `<h1>Dashboard</h1><iframe style="display:none" src=/login></iframe>`, false],
    ["an expired session and nothing else", `<iframe src=/expired></iframe>`, true],
    ["an expired session over all of the work", `<nav><a href=/x>Home</a></nav><iframe style="width:100%;height:600px" src=/expired></iframe><p>${"Work ".repeat(300)}</p>`, true],
    ["a remark beside much work", `<h1>Dashboard</h1><p>${"Work ".repeat(300)}</p><iframe src=/expired></iframe>`, false],
  ])("are asked in, too: %s", async (_name, markup, expected) => {
    expect((await (await shown(markup)).snapshot(OPTIONS, 5_000)).isLoginForm).toBe(expected);
  });

  it.each(["/declared", "/declares"])("and shadow trees that a document declares closed are looked into: %s", async (path) => {
    const page = await shownAt(path);
    await page.settle(0, 5_000);
    for (const selector of [".it", "b", "text=Deep"]) expect(await page.elements(selector, 5_000)).toMatchObject({ count: 1, items: [{ isVisible: true }] });
    const { text, html: markup } = await page.snapshot(OPTIONS, 5_000);
    expect(text).toBe("Top\nHere\nDeep");
    expect(markup).toContain("Deep");
    expect(await page.evaluate("(frames[0] ?? window).document.title", 5_000)).toBe("null");
  });

  it("tell what has the focus, and that it can be seen", async () => {
    const page = await shownAt("/nested");
    await page.settle(0, 5_000);
    await page.press("Tab", undefined, 5_000);
    expect(await page.focus(5_000)).toMatchObject({ label: "button", isVisible: true, hasIndicator: true });
  });
});
