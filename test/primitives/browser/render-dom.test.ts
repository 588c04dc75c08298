import { beforeAll, describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import type { JudgeRequest } from "../../../src/ports/judge.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { hasChromium, html, startSite, tableOf } from "../../support/browser.js";

const site = startSite({
  "/": html("<h1>Tickets</h1><script>document.body.append('made by a script')</script><!-- a comment --><p style='color:red' onclick='x()' class='lead'>Open</p>"),
  "/blank": html("<div id='root'></div>"),
  "/noscript": html("<div id='root'></div><noscript>You need to enable JavaScript to run this app.</noscript>"),
  "/zero": html("<p>\u200b\u200b \u00a0</p>"),
  "/hidden": html("<p style='display:none'>Nobody sees this</p>"),
  "/broken": (_request, response) => void response.writeHead(500, { "content-type": "text/html" }).end(html("<h1>Internal server error</h1><p>A long explanation that is longer than any limit.</p>")),
  "/late": html("<div id='root'></div><script>setTimeout(() => { root.innerHTML = '<h1 id=late>Here at last</h1>' }, 300)</script>"),
  "/shadow": html("<my-app></my-app><script>customElements.define('my-app', class extends HTMLElement { connectedCallback() { this.attachShadow({mode:'open'}).innerHTML = '<style>p{color:red}</style><p>In the shadow</p>'; } })</script>"),
  "/framed": html("<iframe src='/'></iframe>"),
  "/framed-hidden": html("<iframe src='/' style='opacity:0'></iframe>"),
  "/framed-broken": html("<iframe src='/broken'></iframe>"),
  "/slow": () => undefined,
  "/spin": html("<p>Spinning</p><script>setTimeout(() => { const request = new XMLHttpRequest(); request.open('GET', '/slow', false); request.send(); }, 50)</script>"),
  "/big": html(`<p>${"word ".repeat(100_000)}</p>`),
  "/away": (_request, response) => void response.writeHead(302, { location: "http://example.invalid/login" }).end(),
  "/metadata": (_request, response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
  "/loop": (_request, response) => void response.writeHead(302, { location: "/loop" }).end(),
  "/cut": (_request, response) => {
    response.writeHead(200, { "content-type": "text/html", "content-length": "10000" }).write("<h1>Half");
    setTimeout(() => response.destroy(), 20);
  },
  "/file": (_request, response) => void response.writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment; filename=x.bin" }).end("bytes"),
  "/noisy": html("<h1>Noisy</h1><img src='/missing.png'><img src='http://example.invalid/tracker.png'><script>console.error('something broke'); alert('hello'); window.open('/popup'); Promise.reject(new Error('nobody caught me'))</script>"),
  "/popup": html("<h1>A popup</h1>"),
  "/polling": html("<h1>Polling</h1><script>setInterval(() => fetch('/ping'), 100)</script>"),
  "/ping": "pong",
  "/dialogs": html("<h1>Dialogs</h1><script>for (let i = 0; i < 55; i++) alert(i)</script>"),
  "/sw": html("<h1>Worker</h1><script>navigator.serviceWorker?.register('/sw.js').then(() => document.title = 'registered', () => document.title = 'refused')</script>"),
});

describe.skipIf(!(await hasChromium()))("render_dom", () => {
  describe("passes for", () => {
    const cases = tableOf(site, "render_dom", { settle_ms: 0, timeout_ms: 8_000 }, {
      "a page with text": [{ url: "/" }],
      "several pages": [{ urls: ["/", "/shadow"] }],
      "text in a shadow tree": [{ url: "/shadow" }],
      "text in a frame": [{ url: "/framed" }],
      "text that comes late, waited for": [{ url: "/late", wait_for_selector: "#late" }],
      "text that comes late, given time": [{ url: "/late", settle_ms: 800 }],
      "a page without text, where none is asked for": [{ url: "/blank", min_text: 0 }],
      "an absolute URL of the target": [{ url: "{{base_url}}/" }],
      "a page that never stops to ask": [{ url: "/polling", wait_until: "networkidle", timeout_ms: 2_000 }],
      "a flood of dialogs": [{ url: "/dialogs" }],
    });
    it.each(cases.names)("%s", (name) => expect(cases.resultOf(name)).toMatchObject({ outcome: "pass" }));
  });

  describe("fails for", () => {
    const cases = tableOf(site, "render_dom", { settle_ms: 0, timeout_ms: 5_000 }, {
      "the blank shell of an application": [{ url: "/blank" }, "too-little-text"],
      "a shell that asks for scripts": [{ url: "/noscript" }, "too-little-text"],
      "invisible characters": [{ url: "/zero" }, "too-little-text"],
      "text that nobody sees": [{ url: "/hidden" }, "too-little-text"],
      "text in a frame that nobody sees": [{ url: "/framed-hidden" }, "too-little-text"],
      "less text than is asked for": [{ url: "/", min_text: 1_000 }, "too-little-text"],
      "status 500, however long its page": [{ url: "/broken" }, "http-status"],
      "a frame that was answered with an error, and nothing else": [{ url: "/framed-broken" }, "http-status"],
      "status 404": [{ url: "/nowhere" }, "http-status"],
      "one of several pages": [{ urls: ["/", "/broken"] }, "http-status"],
      "an element that never comes": [{ url: "/", wait_for_selector: "#never", timeout_ms: 1_500 }, "element-missing"],
      "a selector that is none": [{ url: "/", wait_for_selector: "div[" }, "invalid-selector"],
      "no answer in time": [{ url: "/slow", timeout_ms: 500 }, "time-out"],
      "a redirect to another origin": [{ url: "/away" }, "foreign-origin"],
      "a redirect to an address of the cloud": [{ url: "/metadata" }, "foreign-origin"],
      "redirects without end": [{ url: "/loop" }, "browser-error"],
      "a download": [{ url: "/file" }, "browser-error"],
      "a foreign URL": [{ url: "http://example.invalid/" }, "foreign-origin"],
      "a file": [{ url: "{{file_url}}" }, "invalid-path"],
      "a page that brings its own content": [{ url: "{{data_url}}" }, "invalid-path"],
      "a page that blocks its browser": [{ url: "/spin", settle_ms: 200, timeout_ms: 1_000 }, "time-out"],
    }, { variables: { file_url: "file:///etc/passwd", data_url: "data:text/html,<h1>Fine</h1>" } });
    it.each(cases.names)("%s", (name) => expect(cases.resultOf(name)).toMatchObject({ outcome: "fail", code: cases.codeOf(name) }));
  });

  it("fails where nothing listens", async () => {
    const { steps } = await runChain([{ type: "render_dom", inputs: { url: "http://127.0.0.1:1/" } }], { target: { baseUrl: "http://127.0.0.1:1", browser: site.browser } });
    expect(steps[0]).toMatchObject({ outcome: "fail", code: "foreign-origin" }); // the shared browser reaches its own site alone
  });

  it("is an error without any URL to go to", async () => {
    const { steps: withoutBase } = await runChain([{ type: "render_dom", inputs: { url: "/" } }], { target: { browser: site.browser } });
    expect(withoutBase[0]).toMatchObject({ outcome: "error", code: "no-base-url" });
    const { steps } = await runChain([{ type: "render_dom", inputs: {} }], { target: { baseUrl: site.url, browser: site.browser } });
    expect(steps[0]).toMatchObject({ outcome: "error", code: "no-url" });
  });

  describe("leaves to later steps", () => {
    const asked: string[] = [];
    let steps: readonly StepResult[] = [];
    beforeAll(async () => {
      const chain = [
        { type: "render_dom", inputs: { url: "/", settle_ms: 0 } },
        { type: "json_value_assert", inputs: { source: "page", assertions: [{ part: "text", operator: "contains", expected: "made by a script" }] } },
        { type: "llm_judge", inputs: { rubric_prompt: "Is it there?", evidence_type: "rendered_dom" } },
        { type: "render_dom", inputs: { url: "/big", settle_ms: 0, max_chars: 1_000 } },
        { type: "json_value_assert", inputs: { source: "page", assertions: [{ part: "text", operator: "regex", expected: "… \\[\\d+ more characters\\]$" }] } },
        { type: "render_dom", inputs: { urls: ["/", "/broken"], settle_ms: 0 } },
        { type: "dom_assertion", inputs: { assertions: [{ selector: "h1" }] } },
        { type: "render_dom", inputs: { url: "/cut", settle_ms: 0, timeout_ms: 1_000 } },
      ];
      const judge = { name: "reader", score: ({ user }: JudgeRequest) => Promise.resolve({ text: `{"score": ${10 * asked.push(user)}}` }) };
      steps = (await runChain(chain, { method: "weighted", target: { baseUrl: site.url, browser: site.browser }, judge })).steps;
    });

    it("the document without scripts, styles and comments", () => {
      expect(steps.slice(0, 3).map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass"]);
      expect(asked).toEqual([expect.stringContaining('<p class="lead">Open</p>')]);
      expect(asked[0]).not.toMatch(/<script|<!--|style=|onclick/);
    });

    it("no more than is asked for", () => {
      expect(steps.slice(3, 5).map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
      expect(JSON.stringify(steps[3]?.evidence).length).toBeLessThan(5_000);
    });

    it("nothing when one of the pages fails", () => {
      expect(steps[6]).toMatchObject({ outcome: "fail", code: "no-prior-result" });
    });

    it("nothing of a body that is cut off", () => {
      expect(steps[7]).toMatchObject({ outcome: "fail" });
    });
  });

  it("notes what the page did, and refuses what leads away and service workers", async () => {
    const inputs = { settle_ms: 300, timeout_ms: 3_000 };
    const { steps } = await runChain([{ type: "render_dom", inputs: { url: "/noisy", ...inputs } }, { type: "render_dom", inputs: { url: "/sw", ...inputs } }], { target: { baseUrl: site.url, browser: site.browser } });
    const [step, worker] = steps;
    const [page] = (step?.evidence as { pages: Record<string, unknown>[] }).pages;
    expect(step?.outcome).toBe("pass");
    expect(page?.["console"]).toEqual(expect.arrayContaining([expect.stringContaining("something broke"), expect.stringContaining("nobody caught me")]));
    expect(page?.["failedRequests"]).toEqual(
      expect.arrayContaining([expect.stringMatching(/missing\.png: 404/), expect.stringMatching(/example\.invalid\/tracker\.png: blocked/)]),
    );
    expect(page?.["decided"]).toEqual(expect.arrayContaining([expect.stringMatching(/alert accepted: hello/), expect.stringMatching(/^popup closed/)]));
    expect(worker).toMatchObject({ outcome: "pass" });
    expect(site.seen.map(({ path }) => path)).not.toContain("/sw.js");
  });
});
