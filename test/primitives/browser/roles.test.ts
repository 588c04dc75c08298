import { describe, expect, it } from "vitest";
import type { Target } from "../../../src/ports/target.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { hasChromium, html, startSite, type PageHandler } from "../../support/browser.js";

const users = { admin: { username: "ada", password: "correct-horse" }, member: { username: "bob", password: "battery-staple" } };
const sessions = new Map<string, string>();
let count = 0;

const whoAsks = (headers: Parameters<PageHandler>[0]["headers"]): string | undefined =>
  sessions.get(/sid=([\w-]+)/.exec(headers.cookie ?? "")?.[1] ?? "") ?? sessions.get(headers.authorization?.replace("Bearer ", "") ?? "");

const LOGIN_FORM = html("<h1>Log in</h1><form method=post action=/form-login><input name=username><input name=password type=password><button>Log in</button></form>");

const site = startSite(
  {
    "/login": (request, response) => {
      if (request.method !== "POST") return void response.writeHead(200, { "content-type": "text/html" }).end(LOGIN_FORM);
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const { username, password } = JSON.parse(body) as Record<string, string>;
        const user = Object.values(users).find((one) => one.username === username && one.password === password);
        if (user === undefined) return response.writeHead(401).end();
        const token = `session-${user.username}-${++count}-0123456789`;
        sessions.set(token, user.username);
        return response.writeHead(200, { "content-type": "application/json", "set-cookie": `sid=${token}; Path=/; HttpOnly` }).end(JSON.stringify({ token }));
      });
    },
    "/dashboard": (request, response) => {
      const who = whoAsks(request.headers);
      if (who === undefined) return void response.writeHead(302, { location: "/login" }).end();
      response.writeHead(200, { "content-type": "text/html" }).end(html(`<h1>Dashboard of ${who}</h1><form method=post action=/logout><button>Leave</button></form><p>${request.headers.cookie ?? request.headers.authorization}</p><img src='http://127.0.0.1:9999/spy.png'>`));
    },
    "/wall": (request, response) => void response.writeHead(200, { "content-type": "text/html" }).end(whoAsks(request.headers) === "bob" ? html("<h1>Members</h1>") : LOGIN_FORM),
    "/framed": html("<h1>Dashboard</h1><iframe src=/wall></iframe>"),
    "/password": html("<h1>Change your password</h1><form><input type=password autocomplete=current-password><input type=password autocomplete=new-password><button>Change</button></form>"),
    "/logout": (request, response) => {
      sessions.delete(/sid=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
      response.writeHead(303, { location: "/login", "set-cookie": "sid=; Path=/; Max-Age=0" }).end();
    },
  },
);

const login = { request: { path: "/login", json: { username: "{{username}}", password: "{{password}}" } } };
const byCookie = (): Target => ({ baseUrl: site.url, browser: site.browser, users, auth: login });
const byToken = (): Target => ({ ...byCookie(), auth: { ...login, token: { jsonPath: "$.token" } } });

const steps = (...chain: readonly (readonly [string, Record<string, unknown>])[]) =>
  chain.map(([type, inputs]) => ({ type, inputs: type === "auth_login" ? inputs : { settle_ms: 100, ...inputs } }));
const sees = (text: string) => ({ assertions: [{ selector: "h1", text_equals: text }] });

describe.skipIf(!(await hasChromium()))("the role of a page", () => {
  it.each([
    ["a cookie", byCookie, { role: "admin" }],
    ["a header, the default role too, unless nobody is asked for", () => ({ ...byToken(), browser: { ...site.browser, defaultRole: "admin" } }), {}],
  ])("brings its session by %s, apart from other roles", async (_name, target, asAdmin) => {
    const result = await runChain(
      steps(
        ["dom_assertion", { url: "/dashboard", ...asAdmin, ...sees("Dashboard of ada") }],
        ["dom_assertion", { url: "/dashboard", role: "member", ...sees("Dashboard of bob") }],
        ["dom_assertion", { url: "/dashboard", no_auth: true, ...sees("Log in") }],
        ["auth_login", { role: "member" }],
        ["dom_assertion", { url: "/dashboard", ...sees("Dashboard of bob") }],
      ),
      { target: target() },
    );
    expect(result.steps.map(({ code, outcome, message }) => code ?? (outcome === "pass" ? outcome : message))).toEqual(Array(5).fill("pass"));
    expect(JSON.stringify(result)).not.toMatch(/session-(?:ada|bob)-\d/);
  });

  it("fails where a role is asked to log in", async () => {
    const target = byCookie();
    const result = await runChain(
      steps(
        ["render_dom", { url: "/login", role: "admin" }],
        ["render_dom", { url: "/wall", role: "admin" }],
        ["screenshot", { url: "/wall", role: "admin" }],
        ["render_dom", { url: "/framed", role: "admin" }],
        ["render_dom", { url: "/framed", role: "member" }],
        ["render_dom", { url: "/wall", role: "member" }],
        ["render_dom", { url: "/password", role: "member" }],
        ["render_dom", { url: "/wall" }],
        ["render_dom", { url: "/dashboard", role: "nobody-known" }],
      ),
      { method: "weighted", target },
    );
    expect(result.steps.map(({ code, outcome }) => code ?? outcome)).toEqual(["login-page", "login-page", "login-page", "login-page", "pass", "pass", "pass", "pass", "unknown-role"]);
  });

  it("fails where an answer asks a role to log in", async () => {
    const chain = [["admin", "Log in"], ["member", "Members"], ["anonymous", "Log in"]].flatMap(([role = "", text = ""]) => [
      { type: "http_request", inputs: { path: "/wall", role } },
      { type: "dom_assertion", inputs: sees(text) },
    ]);
    const result = await runChain(chain, { method: "weighted", target: byCookie() });
    expect(result.steps.map(({ code, outcome }) => code ?? outcome)).toEqual(["pass", "login-page", "pass", "pass", "pass", "pass"]);
  });

  it("is over when the page ends its session, and new in the next node", async () => {
    const target = byCookie();
    const leave = [{ action: "click", text: "Leave" }, { action: "assert_url", contains: "/login" }];
    const first = await runChain(
      steps(
        ["browser_interaction", { url: "/dashboard", role: "admin", steps: leave }],
        ["dom_assertion", { url: "/dashboard", role: "admin", ...sees("Log in") }],
      ),
      { method: "weighted", target },
    );
    expect(first.steps.map(({ code, outcome }) => code ?? outcome)).toEqual(["pass", "login-page"]);
  });

  it("changes within a step", async () => {
    const result = await runChain(
      steps([
        "browser_interaction",
        {
          url: "/dashboard",
          no_auth: true,
          steps: [
            { action: "assert_visible", text: "Log in" },
            { action: "login", role: "admin" },
            { action: "goto", url: "/dashboard" },
            { action: "assert_visible", text: "Dashboard of ada" },
            { action: "logout" },
            { action: "goto", url: "/dashboard" },
            { action: "assert_url", contains: "/login" },
          ],
        },
      ]),
      { target: byToken() },
    );
    expect(result.steps[0]).toMatchObject({ outcome: "pass" });
  });
});
