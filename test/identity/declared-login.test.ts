import { describe, expect, it } from "vitest";
import type { LoginConfig } from "../../src/ports/target.js";
import { openRun } from "../support/identity.js";
import { startLoginServer, targetOf, users } from "../support/login-server.js";
import { deadOrigin, sendHtml, sendJson, startAnswering, startServer, type Handler } from "../support/server.js";

const json = { username: "{{username}}", password: "{{password}}" };
const loginForm = '<form method="post"><input name="username"><input type="password" name="password"></form>';

/** The outcome of the admin's login against a server that answers its login like this. */
async function outcomeOf(handler: Handler, auth: LoginConfig): Promise<string> {
  const server = await startServer(handler);
  const { outcome } = await openRun({ baseUrl: server.url, users, auth }).node().login({ role: "admin" });
  return outcome;
}

describe("by token", () => {
  it("is accepted, and the token goes with what follows", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    const report = await node.login({ role: "admin" });
    expect(report).toMatchObject({ outcome: "accepted", evidence: { strategy: "default", request: "POST /login", status: 200, token: "issued" } });
    expect(report.variables).toEqual({ admin_token: expect.stringMatching(/^session-ada-1-/) as unknown, admin_id: 3 });
    expect(report.response?.status).toBe(200);
    expect(JSON.stringify(report.evidence)).not.toContain("session-ada");
    expect(node.identity.role).toBe("admin");
    expect((await node.send({ method: "GET", path: "/me" })).text).toBe('{"who":"ada"}');
  });

  it("is refused with a wrong password, and the node is nobody", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "member" });
    const report = await node.login({ role: "admin", credentials: { password: "wrong" } });
    expect(report).toMatchObject({ outcome: "refused", evidence: { status: 401 }, variables: {} });
    expect(node.identity.role).toBe("anonymous");
    const { status, request } = await node.send({ method: "GET", path: "/me" });
    expect([status, request.role]).toEqual([401, "anonymous"]);
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("authorization");
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("cookie");
  });

  it("goes into the declared header with the declared scheme", async () => {
    const server = await startServer((_request, response) => sendJson(response, { data: [{ key: 1 }, { key: "k-12345678" }] }));
    const auth = { request: { path: "/login", json }, token: { jsonPath: "$.data[1].key", header: "X-Api-Key", scheme: "" } };
    const node = openRun({ baseUrl: server.url, users, auth }).node();
    await node.login({ role: "admin" });
    await node.send({ method: "GET", path: "/x" });
    expect(server.seen[1]?.headers).toMatchObject({ "x-api-key": "k-12345678" });
    expect(server.seen[1]?.headers).not.toHaveProperty("authorization");
  });

  it("fills in every field of the user: path, JSON, form, headers", async () => {
    const server = await startServer((_request, response) => sendJson(response, { token: "abcdefgh" }));
    const run = openRun({
      baseUrl: server.url,
      users: { admin: { username: 'a"d/a', tenant: "t 1", password: "{{tenant}}" } },
      auth: {
        json: { request: { path: "/{{tenant}}/{{role}}", json: { u: "{{username}}", deep: [{ p: "{{ password }}" }], n: 1 }, headers: { "x-tenant": "{{tenant}}" } }, token: { jsonPath: "$.token" } },
        form: { request: { path: "/f", method: "put", form: { u: "{{username}}", p: "{{password}}" } }, token: { jsonPath: "$.token" } },
      },
    });
    await run.node().login({ role: "admin" });
    await run.node().login({ role: "admin", strategy: "form" });
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/t%201/admin", headers: { "x-tenant": "t 1", "content-type": "application/json" } });
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ u: 'a"d/a', deep: [{ p: "{{tenant}}" }], n: 1 });
    expect(server.seen[1]).toMatchObject({ method: "PUT", path: "/f", body: "u=a%22d%2Fa&p=%7B%7Btenant%7D%7D" });
  });

  it.each<[string, Handler, string]>([
    ["no token in the answer", (_request, response) => sendJson(response, {}), "ineffective"],
    ["an empty token", (_request, response) => sendJson(response, { token: "" }), "ineffective"],
    ["blanks for a token", (_request, response) => sendJson(response, { token: "  " }), "ineffective"],
    ["the text null for a token", (_request, response) => sendJson(response, { token: "null" }), "ineffective"],
    ["the text undefined for a token", (_request, response) => sendJson(response, { token: "undefined" }), "ineffective"],
    ["a token that no header can hold", (_request, response) => sendJson(response, { token: "abc\ndefgh" }), "ineffective"],
    ["a token beside an error", (_request, response) => sendJson(response, { error: "wrong", token: "abcdefgh" }), "ineffective"],
    ["a token beside a code that says no", (_request, response) => sendJson(response, { code: 401, token: "abcdefgh" }), "ineffective"],
    ["null for a token", (_request, response) => sendJson(response, { token: null }), "ineffective"],
    ["a page everywhere", (_request, response) => sendHtml(response, loginForm), "ineffective"],
    ["404 everywhere", (_request, response) => sendJson(response, {}, 404), "ineffective"],
    ["a redirect to /login everywhere", (_request, response) => void response.writeHead(302, { location: "/login" }).end(), "ineffective"],
    ["500 with a token", (_request, response) => sendJson(response, { token: "abcdefgh" }, 500), "unavailable"],
    ["the echo of what was sent", (request, response) => void response.writeHead(200, { "content-type": "application/json" }).end(request.body), "ineffective"],
  ])("%s", async (_name, handler, outcome) => {
    expect(await outcomeOf(handler, { request: { path: "/login", json }, token: { jsonPath: "$.token" } })).toBe(outcome);
  });

  it.each(["an answer that is cut off", "nothing that listens"])("%s is unavailable, and asked again the next time", async (what) => {
    const url = what.startsWith("nothing") ? await deadOrigin() : (await startAnswering("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{")).url;
    const run = openRun(targetOf(url));
    const [first, second] = [await run.node().login({ role: "admin" }), await run.node().login({ role: "admin" })];
    expect([first.outcome, second.outcome]).toEqual(["unavailable", "unavailable"]);
    expect(first.message).toContain("/login: expected a complete answer");
  });
});

describe("by cookie", () => {
  it("is accepted with a new session cookie, which goes with what follows", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url, "cookie")).node();
    expect(await node.login({ role: "admin" })).toMatchObject({ outcome: "accepted", evidence: { sessionCookies: ["sid"] }, variables: { admin_id: 3 } });
    expect((await node.send({ method: "GET", path: "/me" })).text).toBe('{"who":"ada"}');
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("authorization");
  });

  it.each<[string, Handler, string]>([
    ["a form that always answers 200", (_request, response) => sendHtml(response, loginForm), "refused"],
    ["the same with a cookie for everybody", (_request, response) => sendHtml(response, loginForm, 200, { "set-cookie": "sid=anonymous" }), "refused"],
    ["a page that always answers 200", (_request, response) => sendHtml(response, "<h1>Shop</h1>"), "ineffective"],
    ["back to the form by a redirect", (_request, response) => void response.writeHead(302, { location: "/login", "set-cookie": "sid=anonymous" }).end(), "refused"],
    ["on to another page", (_request, response) => void response.writeHead(302, { location: "/home", "set-cookie": "sid=abcdefgh" }).end(), "accepted"],
    ["on to another page without a cookie", (_request, response) => void response.writeHead(302, { location: "/home" }).end(), "ineffective"],
    ["a cookie that is deleted", (_request, response) => void response.writeHead(302, { location: "/home", "set-cookie": "sid=; Max-Age=0" }).end(), "ineffective"],
    ["any password", (_request, response) => void response.writeHead(204, { "set-cookie": "sid=abcdefgh" }).end(), "accepted"],
  ])("%s", async (_name, handler, outcome) => {
    expect(await outcomeOf(handler, { request: { path: "/login", form: json } })).toBe(outcome);
  });

  it("is not what was there before: a cookie of the CSRF page that stays as it was", async () => {
    const handler: Handler = ({ method }, response) =>
      method === "GET"
        ? sendHtml(response, '<meta name="csrf" content="t1">', 200, { "set-cookie": "sid=same" })
        : void response.writeHead(302, { location: "/home", "set-cookie": "sid=same" }).end();
    const auth = { request: { path: "/session", form: json }, csrf: { path: "/session/new", regex: 'content="([^"]+)"', field: "_csrf" } };
    expect(await outcomeOf(handler, auth)).toBe("ineffective");
    // what proves it is a request that works with the cookie and not without
    const proven: Handler = (request, response) => (request.path === "/me" ? sendJson(response, {}, request.headers.cookie === "sid=same" ? 200 : 401) : handler(request, response));
    expect(await outcomeOf(proven, { ...auth, verify: { path: "/me" } })).toBe("accepted");
  });
});

describe("by cookie", () => {
  const auth = { request: { path: "/login", json } };
  it.each<[string, unknown, string, string]>([
    ["an empty cookie is no session", {}, "sid=; Path=/", "ineffective"],
    ["nor is a quoted nothing", {}, 'sid=""; Path=/', "ineffective"],
    ["a body with a code that says no refuses", { code: 401 }, "sid=abcdefgh; Path=/", "refused"],
    ["a code that says yes does not", { code: 200 }, "sid=abcdefgh; Path=/", "accepted"],
  ])("%s", async (_name, body, cookie, outcome) =>
    expect(await outcomeOf((_request, response) => sendJson(response, body, 200, { "set-cookie": cookie }), auth)).toBe(outcome),
  );
});

describe("verify", () => {
  const auth = { request: { path: "/login", json }, token: { jsonPath: "$.token" }, verify: { path: "/me" } };

  it.each<[string, number, readonly number[] | undefined, string]>([
    ["it must succeed", 200, undefined, "accepted"],
    ["a token that does not work", 401, undefined, "ineffective"],
    ["a redirect is no success", 302, undefined, "ineffective"],
    ["unless it is named", 302, [302], "accepted"],
    ["a crash proves nothing", 500, undefined, "unavailable"],
  ])("%s (%i)", async (_name, status, accepted, outcome) => {
    const handler: Handler = ({ path, headers }, response) =>
      path === "/login" ? sendJson(response, { token: "abcdefgh" }) : sendJson(response, {}, headers.authorization === undefined ? 401 : status);
    expect(await outcomeOf(handler, { ...auth, verify: { path: "/me", ...(accepted && { status: accepted }) } })).toBe(outcome);
  });

  it("proves nothing when it succeeds without credentials, which is asked once a run", async () => {
    const server = await startServer(({ path }, response) => sendJson(response, path === "/login" ? { token: "abcdefgh" } : {}));
    const run = openRun({ baseUrl: server.url, users, auth });
    const report = await run.node("A").login({ role: "admin" });
    expect(report).toMatchObject({ outcome: "ineffective", message: expect.stringContaining("expected verify.path to refuse those who are not logged in") as unknown });
    await run.node("B").login({ role: "member" });
    expect(server.seen.filter(({ path, headers }) => path === "/me" && headers.authorization === undefined)).toHaveLength(1);
  });

  const cookieOnForm: Handler = ({ path, headers }, response) =>
    path === "/login" ? sendHtml(response, loginForm, 200, { "set-cookie": "sid=abcdefgh; Path=/" }) : sendJson(response, {}, headers.cookie === undefined ? 401 : 200);

  it("outweighs the looks of a 200, where it tells the two apart", async () => {
    const byCookie = { request: { path: "/login", form: json }, verify: { path: "/me" } };
    expect(await outcomeOf(cookieOnForm, byCookie)).toBe("accepted");
    expect(await outcomeOf((request, response) => (request.path === "/me" ? sendJson(response, {}) : cookieOnForm(request, response)), byCookie)).toBe("refused");
  });

  it("finds out a system that refuses and lets in all the same", async () => {
    const handler: Handler = ({ path, headers }, response) =>
      path === "/login" ? sendJson(response, {}, 401, { "set-cookie": "sid=abcdefgh; Path=/" }) : sendJson(response, {}, headers.cookie === undefined ? 401 : 200);
    expect(await outcomeOf(handler, { request: { path: "/login", form: json }, verify: { path: "/me" } })).toBe("ineffective");
  });
});

describe("CSRF tokens", () => {
  const cases: [string, NonNullable<LoginConfig["csrf"]>, { html?: string; json?: unknown; cookie?: string }, Partial<{ header: [string, string]; body: string }>][] = [
    ["regex into a field", { path: "/form", regex: 'name="t" value="([^"]+)"', field: "t" }, { html: '<input name="t" value="a+b&#61;&#x3D;">' }, { body: "t=a%2Bb%3D%3D&u=ada" }],
    ["regex without a group", { path: "/form", regex: "tok-\\d+", header: "X-T" }, { html: "tok-42" }, { header: ["x-t", "tok-42"], body: "u=ada" }],
    ["JSON path into a header", { path: "/form", jsonPath: "$.a.b", header: "X-T" }, { json: { a: { b: "tok" } } }, { header: ["x-t", "tok"], body: "u=ada" }],
    ["cookie, decoded, into the usual header", { path: "/form", cookie: "XSRF" }, { html: "", cookie: "XSRF=a%3Db; Path=/" }, { header: ["x-csrf-token", "a=b"], body: "u=ada" }],
  ];
  it.each(cases)("%s", async (_name, csrf, page, expected) => {
    const server = await startServer(({ method }, response) => {
      if (method === "POST") return void response.writeHead(204, { "set-cookie": ["sid=abcdefgh; Path=/", "XSRF=new; Path=/"] }).end();
      const cookie = { "set-cookie": [page.cookie ?? "seed=1; Path=/"] };
      return page.html === undefined ? sendJson(response, page.json, 200, cookie) : sendHtml(response, page.html, 200, cookie);
    });
    const report = await openRun({ baseUrl: server.url, users, auth: { request: { path: "/session", form: { u: "{{username}}" } }, csrf } }).node().login({ role: "admin" });
    expect(report.outcome).toBe("accepted");
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /form", "POST /session"]);
    const [, login] = server.seen;
    expect(login?.headers.cookie).toBe((page.cookie ?? "seed=1").split(";")[0]);
    expect(login?.headers).toMatchObject({ origin: server.url, referer: `${server.url}/form` });
    if (expected.header !== undefined) expect(login?.headers[expected.header[0]]).toBe(expected.header[1]);
    expect(login?.body).toBe(expected.body);
  });

  it.each([[200, "ineffective"], [404, "ineffective"], [500, "unavailable"]])("none on a page with %i: %s, and no login is tried", async (status, outcome) => {
    const server = await startServer((_request, response) => sendHtml(response, "nothing here", status));
    const auth = { request: { path: "/session", form: json }, csrf: { path: "/form", regex: "tok-\\d+" } };
    expect((await openRun({ baseUrl: server.url, users, auth }).node().login({ role: "admin" })).outcome).toBe(outcome);
    expect(server.seen).toHaveLength(1);
  });

  it("a fresh CSRF cookie alone is no session", async () => {
    const handler: Handler = ({ method }, response) => sendHtml(response, method, 200, { "set-cookie": `XSRF=${method}; Path=/` });
    expect(await outcomeOf(handler, { request: { path: "/session", form: json }, csrf: { path: "/", cookie: "XSRF" } })).toBe("ineffective");
  });
});

describe("what is wrong with the set-up", () => {
  it.each([
    ["no way to log in", { auth: undefined }, { role: "admin" }, { name: "SetupError", code: "no-login" }],
    ["no such strategy among several", { auth: { a: { request: { path: "/a" } }, b: { request: { path: "/b" } } } }, { role: "admin", strategy: "c" }, { name: "SetupError", code: "unknown-strategy" }],
    ["a field that the user lacks", { auth: { request: { path: "/a", json: { otp: "{{otp}}" } } } }, { role: "admin" }, { name: "StepFailure", code: "unresolved-placeholder" }],
    ["a login elsewhere", { auth: { request: { path: "http://evil.test/login" } } }, { role: "admin" }, { name: "StepFailure", code: "foreign-origin" }],
    ["a header that can not be sent", { auth: { request: { path: "/a", headers: { "x-a": "1\r\n2" } } } }, { role: "admin" }, { name: "StepFailure", code: "invalid-request" }],
  ])("%s", async (_name, { auth }, request, expected) => {
    const server = await startServer((_request, response) => sendJson(response, {}));
    const run = openRun({ baseUrl: server.url, users, ...(auth !== undefined && { auth }) });
    await expect(run.node().login(request)).rejects.toMatchObject(expected);
    expect(server.seen).toEqual([]);
  });

  it("a role that nobody declared, even with credentials", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    const report = await node.login({ role: "root", credentials: users.admin });
    expect(report).toMatchObject({ outcome: "unknown-role", message: expect.stringContaining("admin, member") as unknown });
    expect((await node.login({ role: "constructor" })).outcome).toBe("unknown-role");
    expect(server.seen).toEqual([]);
  });

  it("one declared way to log in is meant whatever a document calls it", async () => {
    const server = await startLoginServer();
    expect((await openRun(targetOf(server.url)).node().login({ role: "admin", strategy: "api_token" })).outcome).toBe("accepted");
  });

  it("anonymous logs nobody in and sends nothing", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    expect(await node.login({ role: "anonymous" })).toMatchObject({ outcome: "accepted", variables: {} });
    expect(server.seen).toEqual([]);
  });
});

it("masks the token, session cookies and passwords, not ordinary words", async () => {
  const server = await startServer((_request, response) => sendJson(response, { token: "tokentoken" }, 200, { "set-cookie": ["sid=0123456789abcdef", "theme=dark-blue"] }));
  const run = openRun({ baseUrl: server.url, users, auth: { request: { path: "/login", json }, token: { jsonPath: "$.token" } } });
  await run.node().login({ role: "admin" });
  const basic = Buffer.from("ada:correct-horse").toString("base64");
  expect(run.secrets.mask(`tokentoken 0123456789abcdef correct-horse ${basic} dark-blue ada`)).toBe("[masked] [masked] [masked] [masked] dark-blue ada");
});

it("masks a session cookie that is made of words", async () => {
  const server = await startServer((_request, response) => sendJson(response, {}, 200, { "set-cookie": ["connect.sid=correct-staple", "theme=dark-blue"] }));
  const run = openRun({ baseUrl: server.url, users, auth: { request: { path: "/login", json } } });
  await run.node().login({ role: "admin" });
  expect(run.secrets.mask("correct-staple dark-blue")).toBe("[masked] dark-blue");
});

it("masks the credentials that requests bring themselves, not short words and preferences", async () => {
  const server = await startServer((_request, response) => sendJson(response, {}, 200, { "set-cookie": "PHPSESSID=given-later" }));
  const run = openRun({ baseUrl: server.url });
  const node = run.node();
  await node.send({ method: "GET", path: "/", token: "Bearer explicit-token" });
  await node.send({ method: "GET", path: "/", token: "invalid" });
  await node.send({ method: "GET", path: "/", headers: { AUTHORIZATION: "Basic YWRhOnNlY3JldA==", "X-Api-Key": "key-of-mine", cookie: "sid=own-session; theme=dark-green", "x-other": "ordinary-text" } });
  await node.send({ method: "GET", path: "/", cookies: { session_id: "literal-cookie", theme: "dark-blue" } });
  const text = "explicit-token invalid YWRhOnNlY3JldA== key-of-mine own-session dark-green ordinary-text literal-cookie dark-blue given-later";
  expect(run.secrets.mask(text)).toBe("[masked] invalid [masked] [masked] [masked] dark-green ordinary-text [masked] dark-blue [masked]");
});

it("does not mask a wrong password, which a document spells out", async () => {
  const server = await startLoginServer();
  const run = openRun(targetOf(server.url));
  await run.node().login({ role: "admin", credentials: { password: "wrong" } });
  expect(run.secrets.mask("a wrong password")).toBe("a wrong password");
});
