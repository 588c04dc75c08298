import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../src/execute/clock.js";
import { lintDag } from "../../../src/index.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { hasChromium, html, startSite, tableOf } from "../../support/browser.js";
import { bound } from "../../support/kept-pages.js";

const FORM = html(`
  <h1>  Welcome
    back </h1>
  <form><input type="email" name="mail" value="a@example.test"><input type="hidden" name="csrf" value="tok-123">
  <button class="primary" data-state="Ready-7">Save</button></form>
  <p id="gone" style="display:none">Saved successfully <script>"never shown"</script></p>
  <p id="clear" style="visibility:hidden">Clear</p>
  <ul><li>One</li><li>Two</li><li>Three</li></ul>
  <!-- Secret plans --><script>const text = "Only in a script";</script><div style="display:contents"><em>Grouped</em></div>`);

const site = startSite({
  "/form": FORM,
  "/late": html("<h1>Loading</h1><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b id=done>Done</b>'), 400)</script>"),
  "/intrudes": html("<h1>Fine</h1><p id=hint hidden>Out of stock</p><ul><li>One</li></ul><script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<b id=error>Failed</b>'); hint.hidden = false; document.querySelector('ul').append(document.createElement('li')); }, 800)</script>"),
  "/leaves": html("<h1>Fine</h1><b id=busy>Busy</b><script>setTimeout(() => busy.remove(), 300)</script>"),
  "/missing": (_request, response) => void response.writeHead(404, { "content-type": "text/html" }).end(FORM),
  "/shell": html("<noscript>Turn scripts on</noscript><div id='root'></div><script>root.textContent = 'Made by a script'</script><img src='/pixel'>"),
  "/json": (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  "/text": (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("<h1>Fine</h1>"),
  "/plain": (_request, response) => void response.writeHead(200).end("All is well"),
  "/xhtml": (_request, response) => void response.writeHead(200, { "content-type": "application/xhtml+xml" }).end(`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><h1>Fine</h1></body></html>`),
  "/unnamed": (_request, response) => void response.writeHead(200).end(html("<h1>Fine</h1>")),
  "/picture": (_request, response) => void response.writeHead(200, { "content-type": "image/svg+xml" }).end(`<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Fine</text></svg>`),
  "/blank": html("<h1></h1>"),
  "/wall": html("<h1>Sign in</h1><form><input name=user><input type=password><button>Sign in</button></form>"),
  "/lies": html(`<h1>Fine</h1><p id=x style="opacity:0">Saved</p><script>
    window.getComputedStyle = () => new Proxy({}, { get: () => "1" });
    Element.prototype.checkVisibility = () => true;
    Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
    document.elementsFromPoint = () => [document.getElementById("x")];
    EventTarget.prototype.dispatchEvent = () => true;
    Array.prototype.filter = () => [];</script>`),
  "/split": html(`<h1>Fine</h1><p>For<span style="display:none">zz</span>bidden</p><p>Err<span style="font-size:0">zz</span>or &zwnj;wi&#8288;de</p><p>Pa<i hidden>ged</i></p><select><option>All</option><option>Closed</option></select>`),
  "/login": html("<h1>Log in</h1>"),
  "/framed": html(`<h1>Fine</h1><iframe srcdoc="<p id=error>Failed</p><ul><li>One</li></ul>"></iframe><iframe hidden srcdoc="<p id=draft>Draft</p>"></iframe><ul><li>Two</li></ul>`),
  "/framed-late": html(`<h1>Fine</h1><iframe id=f></iframe><script>setTimeout(() => f.srcdoc = "<p>Failed</p>", 500)</script>`),
  "/closed": html(`<h1>Fine</h1><div id=h></div><script>const root = h.attachShadow({ mode: "closed" }); root.innerHTML = "<b id=error>Failed</b>"; document.title = [h.shadowRoot, root.mode, root.host.id].join()</script>`),
});

const one = (assertion: Record<string, unknown>) => ({ assertions: [assertion] });

/** Where something comes that may not, after what looks like the end; watched until it does. Each time another address: an open page is not opened again. */
const intruded = (time: number) => ({ url: `/intrudes?${time}`, hold_ms: 8_000, timeout_ms: 4_000 });

describe.skipIf(!(await hasChromium()))("dom_assertion", () => {
  describe("passes for", () => {
    const cases = tableOf(site, "dom_assertion", { settle_ms: 0, hold_ms: 50 }, {
      "an element": [one({ selector: "form input[type=email]" })],
      "text with its white space collapsed": [one({ selector: "h1", text_equals: "Welcome back" })],
      "a part of a text": [one({ selector: "body", text_contains: "Two" })],
      "an element that is not there": [one({ selector: "input[type=password]", exists: false })],
      "an element that is seen": [one({ selector: "button", visible: true })],
      "an element that is not seen": [one({ selector: "#gone", visible: false })],
      "an invisible one": [one({ selector: "#clear", visible: false })],
      "what a group without a box holds": [one({ selector: "em", visible: true })],
      "an attribute": [one({ selector: "button", attribute: "data-state" })],
      "an attribute's pattern": [one({ selector: "button", attribute: "data-state", matches: "^Ready-\\d$" })],
      "an attribute's value": [one({ selector: "[name=csrf]", attribute: "value", equals: "tok-123" })],
      "a count": [one({ selector: "li", count: 3 })],
      "none": [one({ selector: "table", count: 0 })],
      "a least count": [one({ selector: "li", min_count: 2 })],
      "the flag i": [one({ selector: "[data-state='ready-7' i]" })],
      ":has-text()": [one({ selector: "li:has-text('Two')" })],
      "a text": [one({ selector: "text=Save" })],
      "a role": [one({ selector: "role=button[name='Save']" })],
      "any of several": [{ match: "any", assertions: [{ selector: "table" }, { selector: "ul" }] }],
      "the title": [one({ selector: "title", text_equals: "A page" })],
      "an element that comes late": [{ url: "/late", ...one({ selector: "#done" }) }],
      "an element that leaves": [{ url: "/leaves", ...one({ selector: "#busy", exists: false }) }],
      "one of several that holds whatever comes": [{ url: "/intrudes", hold_ms: 900, match: "any", assertions: [{ selector: "#error", exists: false }, { selector: "h1", text_equals: "Fine" }] }],
      "a document of XHTML": [{ url: "/xhtml", ...one({ selector: "h1", text_equals: "Fine" }) }],
      "one whose type the browser finds out": [{ url: "/unnamed", ...one({ selector: "h1", text_equals: "Fine" }) }],
      "what a page that lies to itself does not show": [one({ selector: "#x", visible: false }), undefined, "/lies"],
      "an element in a frame": [one({ selector: "#error", visible: true, text_equals: "Failed" }), undefined, "/framed"],
      "text of a frame within an element": [one({ selector: "body:has(h1)", text_equals: "Fine Failed One Two" }), undefined, "/framed"],
      "a count with frames": [one({ selector: "li", count: 2 }), undefined, "/framed"],
      "what a hidden frame hides": [one({ selector: "#draft", visible: false, text_equals: "Draft" }), undefined, "/framed"],
      "what a closed shadow tree shows": [one({ selector: "#error", visible: true }), undefined, "/closed"],
      "a shadow tree that its page finds closed": [one({ selector: "title", text_equals: ",closed,h" }), undefined, "/closed"],
      "text without the characters that have no shape": [one({ selector: "body", text_contains: "Error wide" }), undefined, "/split"],
      "a choice that is not chosen": [one({ selector: "text=Closed", visible: false }), undefined, "/split"],
      "text that is not shown as a whole": [{ assertions: [{ selector: "text=Absent", exists: false }, { selector: "p:has-text('Absent')", exists: false }] }, undefined, "/split"],
      "what a script made": [{ url: "/shell", ...one({ selector: "#root", text_equals: "Made by a script" }) }],
    }, { opening: "/form" });
    it.each(cases.names)("%s", (name) => expect(cases.resultOf(name)).toMatchObject({ outcome: "pass" }));
  });

  describe("fails for", () => {
    // what stays as it is until the limit is looked at when it begins and when it ends, and seldom in between
    beforeAll(() => {
      const pause = systemClock.sleep.bind(systemClock);
      vi.spyOn(systemClock, "sleep").mockImplementation((ms, signal) => pause(ms * 5, signal));
    });
    const cases = tableOf(site, "dom_assertion", { settle_ms: 0, timeout_ms: 500, hold_ms: 50 }, {
      "another type of input": [one({ selector: "input[type=password]" }), "assertion-failed"],
      "a role that nothing has": [one({ selector: "[role=switch]" }), "assertion-failed"],
      "text that stands in a script alone": [one({ selector: "body", text_contains: "Only in a script" }), "assertion-failed"],
      "text that stands in a comment alone": [one({ selector: "body", text_contains: "Secret plans" }), "assertion-failed"],
      "text that is hidden": [one({ selector: "body", text_contains: "Saved successfully" }), "assertion-failed"],
      "a script within what is hidden": [one({ selector: "#gone", text_contains: "never shown" }), "assertion-failed"],
      "a hidden element that should be seen": [one({ selector: "#gone", visible: true }), "assertion-failed"],
      "a seen element that should be hidden": [one({ selector: "h1", visible: false }), "assertion-failed"],
      "an element that should not be there": [one({ selector: "h1", exists: false }), "assertion-failed"],
      "text in one element, its attribute on another": [one({ selector: "li, button", text_contains: "Two", attribute: "data-state" }), "assertion-failed"],
      "a count that is off by one": [one({ selector: "li", count: 2 }), "assertion-failed"],
      "an attribute of another value": [one({ selector: "button", attribute: "data-state", matches: "^ready-7$" }), "assertion-failed"],
      "one of all": [{ assertions: [{ selector: "h1" }, { selector: "table" }] }, "assertion-failed"],
      "all of any": [{ match: "any", assertions: [{ selector: "nav" }, { selector: "table" }] }, "assertion-failed"],
      "an element that comes after a while": [{ ...intruded(1), assertions: [{ selector: "h1" }, { selector: "#error", exists: false }] }, "assertion-failed"],
      "one that is seen after a while": [{ ...intruded(2), ...one({ selector: "#hint", visible: false }) }, "assertion-failed"],
      "one more after a while": [{ ...intruded(3), ...one({ selector: "li", count: 1 }) }, "assertion-failed"],
      "the only one of any, broken after a while": [{ ...intruded(4), match: "any", assertions: [{ selector: "table" }, { selector: "body:has-text('Failed')", count: 0 }] }, "assertion-failed"],
      "an element that stands in a frame": [one({ selector: "#error", exists: false }), "assertion-failed", "/framed"],
      "one that is seen in a frame": [one({ selector: "#error", visible: false }), "assertion-failed", "/framed"],
      "text that a frame shows": [one({ selector: "text=Failed", count: 0 }), "assertion-failed", "/framed"],
      "a count without frames": [one({ selector: "li", count: 1 }), "assertion-failed", "/framed"],
      "what hidden frames alone show": [one({ selector: "body:has(h1)", text_contains: "Draft" }), "assertion-failed", "/framed"],
      "what a hidden frame alone holds, in its own body": [one({ selector: "body", text_contains: "Draft" }), "assertion-failed", "/framed"],
      "what a frame shows after a while": [{ ...intruded(5), url: "/framed-late", ...one({ selector: "text=Failed", exists: false }) }, "assertion-failed"],
      "an element that stands in a closed shadow tree": [one({ selector: "#error", exists: false }), "assertion-failed", "/closed"],
      "one that is seen in a closed shadow tree": [one({ selector: "#error", visible: false }), "assertion-failed", "/closed"],
      "text with hidden letters in it": [one({ selector: "text=Forbidden", exists: false }), "assertion-failed", "/split"],
      "an element with such text": [one({ selector: "p:has-text('Forbidden')", exists: false }), "assertion-failed", "/split"],
      "text with characters without a shape in it": [one({ selector: "text=error wide", count: 0 }), "assertion-failed", "/split"],
      "data": [{ url: "/json", timeout_ms: 10_000, ...one({ selector: "body", text_contains: "{" }) }, "not-html"],
      "plain text": [{ url: "/text", timeout_ms: 10_000, ...one({ selector: "body", text_contains: "Fine" }) }, "not-html"],
      "text without a type": [{ url: "/plain", timeout_ms: 10_000, ...one({ selector: "body", text_contains: "well" }) }, "not-html"],
      "a picture": [{ url: "/picture", timeout_ms: 10_000, ...one({ selector: "text", exists: true, text_contains: "Fine" }) }, "not-html"],
      "a page that overrides what is asked": [one({ selector: "#x", visible: true }), "assertion-failed", "/lies"],
      "a selector that can not be read": [one({ selector: "li:nope(" }), "invalid-selector"],
      "a page 404 with the same elements": [{ url: "/missing", timeout_ms: 10_000, ...one({ selector: "h1" }) }, "http-status"],
    }, { opening: "/form" });
    it.each(cases.names)("%s", (name) => expect(cases.resultOf(name)).toMatchObject({ outcome: "fail", code: cases.codeOf(name) }));

    it("says what was found", () => {
      expect(cases.resultOf("a count that is off by one")?.message).toBe('li: expected 2 elements, one, got 3: "One", "Two", "Three"');
    });
  });

  const chain = async (...steps: readonly (readonly [string, Record<string, unknown>])[]) => {
    const chained = steps.map(([type, inputs]) => ({ type, inputs: /http|json/.test(type) ? inputs : { settle_ms: 0, ...inputs } }));
    return (await runChain(chained, { method: "weighted", target: { baseUrl: site.url, browser: site.browser } })).steps;
  };

  it("looks into an answer without running its scripts or fetching anything", async () => {
    const steps = await chain(
      ["http_request", { path: "/shell", expected_status: 200 }],
      ["dom_assertion", { assertions: [{ selector: "#root", text_equals: "" }, { selector: "#root", text_contains: "Made" }] }],
      ["http_request", { path: "/missing" }],
      ["dom_assertion", one({ selector: "h1" })],
      ["http_request", { path: "/json" }],
      ["dom_assertion", one({ selector: "h1" })],
    );
    expect(steps.map(({ outcome, code }) => code ?? outcome)).toEqual(["pass", "assertion-failed", "pass", "http-status", "pass", "not-html"]);
    expect(steps[1]?.evidence).toMatchObject({ assertions: [{ ok: true }, { ok: false }] });
    expect(site.seen.map(({ path }) => path)).toEqual(["/shell", "/missing", "/json"]);
  });

  it("judges an answer as it judges a page", async () => {
    const steps = await chain(
      ["http_request", { path: "/blank" }],
      ["dom_assertion", one({ selector: "table", exists: false })],
      ["http_request", { path: "/form" }],
      ["dom_assertion", { min_text: 500, ...one({ selector: "h1" }) }],
      ["http_request", { path: "/wall" }],
      ["dom_assertion", one({ selector: "h1" })],
    );
    expect(steps.map(({ outcome, code }) => code ?? outcome)).toEqual(["pass", "too-little-text", "pass", "too-little-text", "pass", "pass"]);
  });

  it("judges what a page has left behind as it judges the page, with what its frames showed", async () => {
    const steps = await chain(
      ["render_dom", { url: "/framed" }],
      ["render_dom", { url: "/form" }],
      ["dom_assertion", { source: "step:1", assertions: [{ selector: "#error", exists: false }, { selector: "#error", visible: true }] }],
      ["json_value_assert", { source: "step:1", assertions: [{ part: "text", operator: "contains", expected: "Failed" }] }],
    );
    expect(steps.map(({ outcome, code }) => code ?? outcome)).toEqual(["pass", "pass", "assertion-failed", "pass"]);
    expect(steps[2]?.evidence).toMatchObject({ assertions: [{ ok: false }, { ok: true }] });
  });

  it("is too late, and no pass, where a look at all of them takes too long", async () => {
    const open: typeof site.browser.open = async (...settings) => {
      const page = await site.browser.open(...settings);
      const elements: typeof page.elements = async (...asked) => (await sleep(60), page.elements(...asked));
      return new Proxy(page, { get: (known, key) => (key === "elements" ? elements : bound(known, key)) });
    };
    const assertions = Array(10).fill({ selector: "table", exists: false });
    const { steps } = await runChain([{ type: "dom_assertion", inputs: { url: "/form", settle_ms: 0, hold_ms: 0, timeout_ms: 250, assertions } }], { target: { baseUrl: site.url, browser: { open } } });
    expect(steps[0]).toMatchObject({ code: "time-out", message: expect.stringMatching(/10 assertions to end within 250 ms/) as string });
  });

  it("goes on with the open page, and with none of a step that failed", async () => {
    const steps = await chain(
      ["browser_interaction", { url: "/form", steps: [{ action: "fill", selector: "[name=mail]", value: "b@example.test" }, { action: "assert_visible", text: "Save" }] }],
      ["dom_assertion", one({ selector: "[name=mail]", attribute: "value", equals: "b@example.test" })],
      ["dom_assertion", { url: "/form", ...one({ selector: "[name=mail]", attribute: "value", equals: "b@example.test" }) }],
      ["render_dom", { url: "/nowhere" }],
      ["dom_assertion", one({ selector: "h1" })],
    );
    expect(steps.map(({ outcome, code }) => code ?? outcome)).toEqual(["pass", "pass", "pass", "http-status", "no-prior-result"]);
  });

  it.each([
    [one({ selector: "body" })],
    [one({ selector: "html, body", visible: true })],
    [one({ selector: "*", min_count: 1 })],
    [one({ selector: "div", min_count: 0 })],
    [one({ selector: "h1", text_contains: " " })],
  ])("finds %j vacuous", (inputs) => {
    const dag = { dagrade: 1, nodes: [{ id: "A", description: "A", prereqs: [], primitive_chain: [{ type: "dom_assertion", inputs: { url: "/", ...inputs } }], scoring: { method: "binary", maxScore: 1, category: "UI" } }] };
    expect(lintDag(dag).map(({ code }) => code)).toContain("vacuous-expectation");
  });
});
