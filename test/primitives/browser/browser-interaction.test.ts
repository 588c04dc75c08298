import { describe, expect, it } from "vitest";
import { lintDag } from "../../../src/index.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { hasChromium, html, startSite, tableOf } from "../../support/browser.js";

const APP = html(`
  <h1>Tasks</h1><input id="title" placeholder="Title"><input id="pin" type="password"><button id="add">Add</button><button id="dead">Archive</button>
  <button id="off" disabled>Off</button><select id="kind"><option value="a">Alpha</option><option value="b">Beta</option></select>
  <label><input type="checkbox" id="box">Urgent</label><input type="file" id="file"><ul></ul><p id="hover">Tip</p><a href="http://example.invalid/x" id="out">Out</a>
  <a href="/other" id="next">Next</a><div id="note" style="display:none">Now you see me</div><button hidden class="twin">Hidden twin</button><button class="twin">Twin</button>
  <script>
    const say = (text) => document.querySelector("ul").insertAdjacentHTML("beforeend", "<li>" + text + "</li>");
    add.onclick = () => setTimeout(() => say(title.value), 100);
    title.onkeydown = (event) => { if (event.key === "Enter") say("entered"); };
    hover.onmouseenter = () => note.style.display = "block";
    file.onchange = async () => say(file.files[0].name + " " + await file.files[0].text());
    document.querySelector(".twin:not([hidden])").onclick = () => say("twin");
  </script>`);

const site = startSite({
  "/": APP,
  "/blank": html("<div id=root></div>"),
  "/other": html("<h1>Other</h1><button style='outline:none' id=plain>Plain</button>", "<title>Other</title><style>#plain:focus{outline:none}</style>"),
  "/cookie": (request, response) => {
    const token = /session=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
    response.writeHead(200, { "content-type": "text/html", ...(token === undefined && { "set-cookie": "session=abc123def456; Path=/" }) });
    response.end(html(`<h1>Session ${token ?? "new"}</h1>`));
  },
  "/intrudes": html("<h1>Fine</h1><script>setTimeout(() => document.body.append('Failed'), 400)</script>"),
  "/leads": html("<h1>Fine</h1><script>setTimeout(() => history.pushState({}, '', '/denied'), 400)</script>"),
  "/confirm": html("<h1>Sure?</h1><button onclick=\"if (confirm('Delete it?')) document.querySelector('h1').textContent = 'Deleted'\">Delete</button>"),
  "/api": (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"n":1}'),
  "/fetch": html("<h1 id=out>waiting</h1><script>fetch('/api').then(async (r) => out.textContent = r.status + ' ' + await r.text(), () => out.textContent = 'failed')</script>"),
  "/split": html(`<h1>Fine</h1><p>For<span style="display:none">zz</span>bidden</p><p><span style="float:left">H</span>ello</p><p>Pa<i hidden>ged</i></p><select><option>All</option><option>Closed</option></select>`),
  "/framed": html(`<h1>Around</h1><iframe srcdoc="<p>Secret</p><input><button onclick=&quot;this.textContent = document.querySelector('input').value&quot;>Save</button>"></iframe>`),
  "/never": () => undefined,
  "/spin": html("<button onclick='const request = new XMLHttpRequest(); request.open(&quot;GET&quot;, &quot;/never&quot;, false); request.send()'>Spin</button>"),
});

const add = [
  { action: "fill", selector: "#title", value: "Buy milk" },
  { action: "click", selector: "#add" },
];

describe.skipIf(!(await hasChromium()))("browser_interaction", () => {
  describe("passes for", () => {
    const cases = tableOf(site, "browser_interaction", { settle_ms: 50, timeout_ms: 8_000 }, {
      "a flow that shows its result": [{ steps: [...add, { action: "assert_visible", selector: "li:has-text('Buy milk')" }] }],
      "keys": [{ steps: [{ action: "press", key: "Enter", selector: "#title" }, { action: "assert_visible", text: "entered" }] }],
      "a choice by its label": [{ steps: [{ action: "select", selector: "#kind", value: "Beta" }, { action: "wait_for", selector: "#kind:has(option[value=b]:checked)" }] }],
      "a box": [{ steps: [{ action: "check", selector: "#box" }, { action: "assert_visible", selector: "#box:checked" }, { action: "check", selector: "#box", checked: false }, { action: "assert_not_visible", selector: "#box:checked", hold_ms: 50 }] }],
      "an upload": [{ steps: [{ action: "upload", selector: "#file", filename: "a.txt", content: "inside" }, { action: "assert_visible", text: "a.txt inside" }] }],
      "what is seen below the pointer": [{ steps: [{ action: "assert_not_visible", text: "Now you see me", hold_ms: 50 }, { action: "hover", selector: "#hover" }, { action: "assert_visible", text: "Now you see me" }] }],
      "the one that is seen of two": [{ steps: [{ action: "click", selector: ".twin" }, { action: "assert_visible", selector: "li:has-text('twin')" }] }],
      "a link": [{ steps: [{ action: "click", text: "Next" }, { action: "assert_url", contains: "/other" }, { action: "assert_status", expected: 200 }, { action: "assert_visible", text: "Other" }] }],
      "several pages": [{ steps: [{ action: "goto", url: "/" }, { action: "goto", url: "/other" }, { action: "assert_url", regex: "/other$", not_contains: "login", hold_ms: 50 }] }],
      "the focus": [{ url: "/", steps: [{ action: "tab", times: 3 }, { action: "assert_focus_visible", selector: "#add" }] }],
      "a dialog, which is accepted": [{ url: "/confirm", steps: [{ action: "click", text: "Delete" }, { action: "assert_visible", text: "Deleted" }] }],
      "an answer in place of the system's": [{ url: "/fetch", intercept: [{ url_pattern: "/api", status: 503, body: { down: true } }], steps: [{ action: "assert_visible", text: '503 {"down":true}' }] }],
      "a request that is let fail": [{ url: "/fetch", intercept: [{ url_pattern: "*/a*i", abort: true }], steps: [{ action: "assert_visible", text: "failed" }] }],
      "no interception of an earlier step": [{ url: "/fetch", steps: [{ action: "assert_visible", text: '200 {"n":1}' }] }],
      "text that is not seen as a whole, and a choice that is not chosen": [{ url: "/split", steps: [{ action: "assert_visible", text: "Forbidden" }, { action: "assert_visible", text: "Hello" }, { action: "assert_not_visible", text: "Paged", hold_ms: 0 }, { action: "assert_not_visible", text: "Closed", hold_ms: 0 }] }],
      "what is done in a frame": [{ url: "/framed", steps: [{ action: "fill", selector: "input", value: "Kept" }, { action: "click", text: "Save" }, { action: "assert_visible", text: "Kept" }, { action: "assert_not_visible", text: "Save", hold_ms: 50 }] }],
      "a script's value, which is data": [{ url: "/", steps: [{ action: "evaluate", script: "`a'\"b`", capture_as: "odd" }, { action: "evaluate", script: "document.querySelector('h1').textContent = '{{odd}}' + {{odd}}" }, { action: "assert_visible", text: "a'\"ba'\"b" }] }],
    }, { opening: "/" });
    it.each(cases.names)("%s", (name) => expect(cases.resultOf(name)).toMatchObject({ outcome: "pass", message: expect.stringMatching(/^\d actions? succeeded$/) as string }));
  });

  describe("fails for", () => {
    const cases = tableOf(site, "browser_interaction", { settle_ms: 50, timeout_ms: 8_000 }, {
      "an element that is not there": [{ steps: [{ action: "click", selector: "#absent", timeout_ms: 200 }] }, "element-missing"],
      "an element that can not be used": [{ steps: [{ action: "click", selector: "#off", timeout_ms: 200 }] }, "time-out"],
      "a button that does nothing": [{ steps: [{ action: "click", selector: "#dead" }, { action: "assert_visible", text: "Archived", timeout_ms: 100 }] }, "not-visible"],
      "what is seen but should not be": [{ steps: [{ action: "assert_not_visible", text: "Tasks", timeout_ms: 100 }] }, "visible"],
      "a wrong URL": [{ steps: [{ action: "assert_url", contains: "/other", timeout_ms: 100 }] }, "unexpected-url"],
      "a wrong status": [{ steps: [{ action: "assert_status", expected: 201 }] }, "unexpected-status"],
      "a script that throws": [{ steps: [{ action: "evaluate", script: "nothing.here" }] }, "browser-error"],
      "a script without a value to capture": [{ steps: [{ action: "evaluate", script: "undefined", capture_as: "nothing" }] }, "capture-missing"],
      "a cookie that is not there": [{ steps: [{ action: "get_cookie", name: "absent", capture_as: "none" }] }, "capture-missing"],
      "a script that ends its string": [{ steps: [{ action: "evaluate", script: "`');document.title='broken';('`", capture_as: "attack" }, { action: "evaluate", script: "void '{{attack}}'" }, { action: "evaluate", script: "if (document.title !== 'broken') throw new Error('sound')" }] }, "browser-error"],
      "a placeholder that nothing has set": [{ steps: [...add, { action: "fill", selector: "#title", value: "{{never_set}}" }] }, "unresolved-placeholder"],
      "what is transparent": [{ steps: [{ action: "evaluate", script: "document.querySelector('h1').style.opacity = 0" }, { action: "assert_visible", text: "Tasks", timeout_ms: 100 }] }, "not-visible"],
      "what lies off the page": [{ url: "/", steps: [{ action: "evaluate", script: "document.querySelector('h1').style.cssText = 'position:absolute;left:-9999px'" }, { action: "wait_for", selector: "h1", timeout_ms: 100 }] }, "not-visible"],
      "the final page": [{ url: "/", steps: [{ action: "goto", url: "/nowhere" }] }, "http-status"],
      "a link away from the target": [{ url: "/", steps: [{ action: "click", selector: "#out" }] }, "foreign-origin"],
      "a request to intercept that was never made": [{ url: "/", intercept: [{ url_pattern: "/never", abort: true }], steps: [{ action: "assert_visible", text: "Tasks" }] }, "not-intercepted"],
      "what is seen with hidden letters in it": [{ steps: [{ action: "assert_not_visible", text: "forbidden", timeout_ms: 100, hold_ms: 0 }] }, "visible", "/split"],
      "text of which a part is hidden": [{ steps: [{ action: "assert_visible", text: "Paged", timeout_ms: 100 }] }, "not-visible", "/split"],
      "no focus at all": [{ steps: [{ action: "assert_focus_visible" }] }, "no-focus", "/other"],
      "a focus that can not be seen": [{ steps: [{ action: "tab" }, { action: "assert_focus_visible" }] }, "focus-not-visible", "/other"],
      "what is seen in a frame but should not be": [{ url: "/framed", steps: [{ action: "assert_not_visible", text: "Secret", timeout_ms: 100 }] }, "visible"],
      "what is seen after a while": [{ url: "/intrudes", settle_ms: 0, steps: [{ action: "assert_not_visible", text: "Failed", timeout_ms: 100, hold_ms: 8_000 }] }, "visible"],
      "a URL that comes after a while": [{ url: "/leads", settle_ms: 0, steps: [{ action: "assert_url", not_contains: "denied", timeout_ms: 100, hold_ms: 8_000 }] }, "unexpected-url"],
      "an empty root": [{ url: "/blank", steps: [{ action: "wait", ms: 0 }] }, "too-little-text"],
      "a page that blocks its browser": [{ url: "/spin", steps: [{ action: "click", text: "Spin", timeout_ms: 500 }] }, "time-out"],
      "no step behind such a page because of it": [{ url: "/", steps: [{ action: "assert_visible", text: "Tasks" }, { action: "click", selector: "#absent", timeout_ms: 200 }] }, "element-missing"],
    }, { opening: "/" });
    it.each(cases.names)("%s", (name) => expect(cases.resultOf(name)).toMatchObject({ outcome: "fail", code: cases.codeOf(name) }));

    it("says which action it was", () => {
      expect(cases.resultOf("a button that does nothing")?.message).toMatch(/^action 2 \(assert_visible\): expected the text "Archived" to be seen within 100 ms/);
      expect(cases.resultOf("an element that is not there")?.durationMs).toBeLessThan(15_000);
    });
  });

  it("captures a cookie for later actions and steps", async () => {
    const { steps } = await runChain(
      [
        {
          type: "browser_interaction",
          inputs: {
            url: "/cookie",
            settle_ms: 0,
            steps: [
              { action: "get_cookie", name: "session", capture_as: "session_cookie" },
              { action: "logout" },
              { action: "set_cookie", name: "session", value: "{{session_cookie}}" },
              { action: "goto", url: "/cookie" },
              { action: "assert_visible", text: "Session abc123def456" },
            ],
          },
        },
        { type: "http_request", inputs: { path: "/cookie", cookies: { session: "{{session_cookie}}" }, expected_status: 200 } },
        { type: "json_value_assert", inputs: { assertions: [{ part: "text", operator: "contains", expected: "<h1>Session {{session_cookie}}" }] } },
      ],
      { target: { baseUrl: site.url, browser: site.browser } },
    );
    expect(steps.map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass"]);
    expect(JSON.stringify(steps)).not.toContain("abc123def456");
  });

  it("shows nothing that was typed into a password field", async () => {
    const { steps } = await runChain(
      [
        {
          type: "browser_interaction",
          inputs: { url: "/", settle_ms: 0, steps: [{ action: "fill", selector: "#pin", value: "hunter2-hunter2" }, { action: "evaluate", script: "document.querySelector('h1').textContent = pin.value; console.error(pin.value)" }] },
        },
      ],
      { target: { baseUrl: site.url, browser: site.browser } },
    );
    expect(steps[0]?.outcome).toBe("pass");
    expect(JSON.stringify(steps)).not.toContain("hunter2");
  });

  it("keeps two nodes apart, and one context within a node", async () => {
    const visit = (...steps: object[]) => [{ type: "browser_interaction", inputs: { settle_ms: 0, steps: [{ action: "goto", url: "/cookie" }, ...steps] } }];
    const options = { target: { baseUrl: site.url, browser: site.renewing } };
    const first = await runChain([...visit(), ...visit({ action: "assert_visible", text: "Session abc123def456" })], options);
    const second = await runChain(visit({ action: "assert_visible", text: "Session new" }), options);
    expect([first.status, second.status]).toEqual(["PASSED", "PASSED"]);
  });

  it.each([
    ["an unknown action", [{ action: "clack", selector: "#a" }], /click/],
    ["an action without an element", [{ action: "click" }], /exactly one of `selector`, `text`/],
    ["an assertion of nothing", [{ action: "assert_url" }], /every URL would do/],
    ["no action", [], /list/],
    ["a key that no action has", [{ action: "click", selector: "#a", colour: "red" }], /unknown key "colour"/],
  ])("refuses %s when the document is loaded", (_name, steps, message) => {
    const dag = { dagrade: 1, nodes: [{ id: "A", description: "A", prereqs: [], primitive_chain: [{ type: "browser_interaction", inputs: { url: "/", steps } }], scoring: { method: "binary", maxScore: 1, category: "UI" } }] };
    const problems = lintDag(dag).filter(({ severity }) => severity === "error");
    expect(problems.map((problem) => `${problem.message} ${problem.hint ?? ""}`).join()).toMatch(message);
  });
});
