import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { HttpRequest } from "../../src/ports/http.js";
import { openRun } from "../support/identity.js";
import { startLoginServer, targetOf, users } from "../support/login-server.js";
import { sendHtml, sendJson, startServer, type SeenRequest } from "../support/server.js";

const get = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: "GET", path, ...more });

/** What of a request speaks for somebody. */
function credentialsOf({ headers }: SeenRequest): [string | undefined, string | undefined] {
  return [headers.authorization, headers.cookie];
}

async function echo() {
  return startServer((_request, response) => sendJson(response, {}));
}

describe("a request", () => {
  it("goes to the base URL with path, query, target headers and its own headers", async () => {
    const server = await echo();
    const node = openRun({ baseUrl: `${server.url}/app/`, headers: { "X-Target": "1", Accept: "text/html", "X-Gone": "1" } }).node();
    const { request } = await node.send(get("/items?b=2#top", { query: { a: ["x y", 1], c: null }, headers: { "x-own": "2", accept: "application/json", "X-GONE": null, "user-agent": "" } }));
    const [seen] = server.seen;
    expect(seen?.path).toBe("/app/items?b=2&a=x%20y&a=1");
    expect(seen?.headers).toMatchObject({ "x-target": "1", "x-own": "2", accept: "application/json" });
    expect(seen?.headers).not.toHaveProperty("x-gone");
    expect(seen?.headers).not.toHaveProperty("user-agent");
    expect(request).toMatchObject({ method: "GET", path: "/app/items?b=2&a=x%20y&a=1", url: `${server.url}/app/items?b=2&a=x%20y&a=1`, role: "anonymous" });
    expect(request.settings).toEqual({ headers: { "x-own": "2", accept: "application/json", "X-GONE": null, "user-agent": "" } });
  });

  it("sends every kind of body with its type, unless the step gives another", async () => {
    const server = await echo();
    const node = openRun({ baseUrl: server.url }).node();
    await node.send({ method: "POST", path: "/", body: { kind: "json", value: {} } });
    await node.send({ method: "POST", path: "/", body: { kind: "json", value: false }, headers: { "Content-Type": "application/vnd.api+json" } });
    await node.send({ method: "POST", path: "/", body: { kind: "form", fields: { a: "1 2" } } });
    await node.send({ method: "POST", path: "/", body: { kind: "raw", bytes: "<a/>" } });
    await node.send({ method: "POST", path: "/", body: { kind: "multipart", parts: [{ field: "f", filename: "a.txt", content: "hi" }] } });
    await node.send({ method: "POST", path: "/", body: { kind: "json", value: 1 }, omitHeaders: ["Content-Type", "ACCEPT"] });
    expect(server.seen.map(({ headers, body }) => [headers["content-type"], body.slice(0, 6)])).toEqual([
      ["application/json", "{}"],
      ["application/vnd.api+json", "false"],
      ["application/x-www-form-urlencoded", "a=1+2"],
      [undefined, "<a/>"],
      ["multipart/form-data; boundary=----dagrade-form-boundary", "------"],
      [undefined, "1"],
    ]);
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("accept");
  });

  it("never leaves the target's origins", async () => {
    const [server, foreign, front] = [await echo(), await echo(), await echo()];
    const node = openRun({ baseUrl: server.url, frontendUrl: front.url }).node();
    await expect(node.send(get(`${foreign.url}/x`))).rejects.toMatchObject({ code: "foreign-origin" });
    await expect(node.send(get(`${server.url.replace("://", "://u:p@")}/x`))).rejects.toMatchObject({ code: "invalid-request" });
    expect((await node.send(get(`${front.url}/x`))).status).toBe(200);
    expect(foreign.seen).toEqual([]);
  });

  it("needs a base URL", async () => {
    await expect(openRun({}).node().send(get("/x"))).rejects.toMatchObject({ name: "SetupError", code: "no-base-url" });
  });

  it("leaves no more than one listener on the step's signal, after 2,000 requests", async () => {
    const server = await echo();
    const { signal } = new AbortController();
    const node = openRun({ baseUrl: server.url }).node("A", signal);
    for (let count = 0; count < 2_000; count++) await node.send(get("/"));
    expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
  });
});

describe("who a node is", () => {
  it("nobody at first, with cookies of its own, which no other node has", async () => {
    const server = await startServer(({ path }, response) => sendJson(response, {}, 200, path === "/set" ? { "set-cookie": "visit=1; Path=/" } : {}));
    const run = openRun(targetOf(server.url));
    const [one, other] = [run.node("A"), run.node("B")];
    await one.send(get("/set"));
    await one.send(get("/x"));
    await other.send(get("/x"));
    expect(server.seen.map(credentialsOf)).toEqual([[undefined, undefined], [undefined, "visit=1"], [undefined, undefined]]);
  });

  it.each<[string, Partial<HttpRequest>]>([
    ["role: anonymous", { role: "anonymous" }],
    ["auth: none", { auth: "none" }],
    ["auth: none beats role", { auth: "none", role: "member" }],
    ["token: null", { token: null }],
    ['token: ""', { token: "" }],
    ["token: null beats role", { token: null, role: "member" }],
  ])("nobody when told so: %s carries nothing of anyone", async (_name, who) => {
    const server = await startLoginServer(({ path }, response) => {
      if (path !== "/set") return false;
      sendJson(response, {}, 200, { "set-cookie": "visit=1; Path=/" });
      return true;
    });
    const node = openRun(targetOf(server.url)).node();
    await node.send(get("/set"));
    await node.login({ role: "admin" });
    const answer = await node.send(get("/me", who));
    expect([answer.status, answer.request.role]).toEqual([401, "anonymous"]);
    await node.send(get("/set", who));
    await node.send(get("/me", who));
    expect(server.seen.slice(-3).map(credentialsOf)).toEqual([[undefined, undefined], [undefined, undefined], [undefined, undefined]]);
    expect(server.logins()).toHaveLength(1);
    expect(node.identity.role).toBe("admin");
    expect((await node.send(get("/me"))).text).toBe('{"who":"ada"}');
  });

  it("nobody again after auth_login as anonymous, without the cookies of before", async () => {
    const server = await startServer(({ path }, response) => sendJson(response, {}, 200, path === "/set" ? { "set-cookie": "visit=1; Path=/" } : {}));
    const node = openRun(targetOf(server.url)).node();
    await node.send(get("/set"));
    await node.login({ role: "anonymous" });
    await node.send(get("/x"));
    expect(server.seen.map(credentialsOf).at(-1)).toEqual([undefined, undefined]);
  });

  it("one role or another for one request, each with a jar of its own", async () => {
    const server = await startLoginServer(({ path }, response, who) => {
      if (path !== "/mark") return false;
      sendJson(response, {}, 200, { "set-cookie": `mark=${who ?? "nobody"}; Path=/` });
      return true;
    });
    const node = openRun(targetOf(server.url, "cookie")).node();
    await node.login({ role: "admin" });
    await node.send(get("/mark"));
    await node.send(get("/mark", { role: "member" }));
    const [asAdmin, asMember] = [await node.send(get("/me")), await node.send(get("/me", { role: "member" }))];
    expect([asAdmin.text, asMember.text]).toEqual(['{"who":"ada"}', '{"who":"bob"}']);
    expect([asAdmin.request.role, asMember.request.role, node.identity.role]).toEqual(["admin", "member", "admin"]);
    const cookies = server.seen.slice(-2).map(({ headers }) => headers.cookie);
    expect(cookies[0]).toMatch(/^sid=session-ada-\d+-\d+; mark=ada$/);
    expect(cookies[1]).toMatch(/^sid=session-bob-\d+-\d+; mark=bob$/);
    expect(server.logins()).toHaveLength(2);
  });

  it("works on its own copy of a shared session", async () => {
    const server = await startLoginServer(({ path }, response) => {
      if (path !== "/mark") return false;
      sendJson(response, {}, 200, { "set-cookie": "mark=1; Path=/" });
      return true;
    });
    const run = openRun(targetOf(server.url, "cookie"));
    const [one, other] = [run.node("A"), run.node("B")];
    await one.login({ role: "admin" });
    await other.login({ role: "admin" });
    await one.send(get("/mark"));
    await other.send(get("/me"));
    expect(server.seen.at(-1)?.headers.cookie).toMatch(/^sid=[^;]+$/);
  });

  it.each([
    ["unknown-role", "root"],
    ["login-failed", "locked"],
  ])("%s when a request's role can not be had", async (code, role) => {
    const server = await startLoginServer();
    const target = targetOf(server.url);
    const node = openRun({ ...target, users: { ...users, locked: { username: "eve", password: "none" } } }).node();
    await expect(node.send(get("/me", { role }))).rejects.toMatchObject({ name: "StepFailure", code });
    expect(server.seen.filter(({ path }) => path === "/me")).toEqual([]);
  });
});

describe("a credential of the request's own", () => {
  it("a token is rendered as the target says, and stands alone", async () => {
    const server = await startLoginServer();
    const target = targetOf(server.url);
    const { auth } = target;
    const run = openRun({ ...target, auth: { ...(auth as object), token: { jsonPath: "$.token", header: "X-Token", scheme: "Key" } } as never });
    const node = run.node();
    await node.login({ role: "admin" });
    await node.send(get("/me", { token: "given" }));
    expect(server.seen.at(-1)?.headers).toMatchObject({ "x-token": "Key given" });
    expect(credentialsOf(server.seen.at(-1) as SeenRequest)).toEqual([undefined, undefined]);
    const plain = openRun({ baseUrl: server.url }).node();
    await plain.send(get("/me", { token: "given" }));
    await plain.send(get("/me", { token: "Bearer given" }));
    expect(server.seen.slice(-2).map(credentialsOf)).toEqual([["Bearer given", undefined], ["Bearer given", undefined]]);
  });

  it("an Authorization header stands alone too; a removed one only removes itself", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    await node.send(get("/me", { headers: { AUTHORIZATION: "Basic eDp5" } }));
    expect(credentialsOf(server.seen.at(-1) as SeenRequest)).toEqual(["Basic eDp5", undefined]);
    await node.send(get("/me", { headers: { authorization: null } }));
    expect(credentialsOf(server.seen.at(-1) as SeenRequest)).toEqual([undefined, expect.stringMatching(/^sid=/)]);
    await node.send(get("/me", { omitHeaders: ["Authorization", "Cookie"], cookies: { a: "1" } }));
    expect(credentialsOf(server.seen.at(-1) as SeenRequest)).toEqual([undefined, undefined]);
  });

  it("cookies go beside those of the jar, and in their place when they have the same name", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url, "cookie")).node();
    await node.send(get("/me", { cookies: { a: "1", b: "x;y=2", c: "" } }));
    expect(server.seen.at(-1)?.headers.cookie).toBe("a=1; b=x%3By%3D2; c=");
    await node.login({ role: "admin" });
    await node.send(get("/me", { cookies: { a: "1" } }));
    expect(server.seen.at(-1)?.headers.cookie).toMatch(/^sid=session-ada[^;]*; a=1$/);
    await node.send(get("/me", { cookies: { sid: "forged" } }));
    expect(server.seen.at(-1)?.headers.cookie).toBe("sid=forged");
    await node.send(get("/me", { headers: { cookie: "x=1" }, cookies: { a: "2" } }));
    expect(server.seen.at(-1)?.headers.cookie).toBe("x=1; a=2");
    await node.send(get("/me", { auth: "none", cookies: { a: "3" } }));
    expect(server.seen.at(-1)?.headers.cookie).toBe("a=3");
  });
});

describe("a 401", () => {
  it("leads to one login and one retry of the same request, after auth_login", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    server.forget();
    const { status } = await node.send({ method: "POST", path: "/items", body: { kind: "json", value: { a: 1 } } });
    expect(status).toBe(200);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /login", "POST /items", "POST /login", "POST /items"]);
    expect(server.seen[3]?.body).toBe(server.seen[1]?.body);
  });

  it("is an answer when the fresh login does not help: no third try, then or later", async () => {
    const server = await startLoginServer(({ path }, response) => {
      if (path === "/login") return false;
      sendJson(response, {}, 401);
      return true;
    });
    const run = openRun(targetOf(server.url));
    const node = run.node("A");
    await node.login({ role: "admin" });
    for (let count = 0; count < 3; count++) expect((await node.send(get("/secret"))).status).toBe(401);
    expect(server.seen.filter(({ path }) => path === "/secret")).toHaveLength(4);
    expect(server.logins()).toHaveLength(2);
  });

  it("is an answer after the node's own logout", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    await node.send({ method: "POST", path: "/logout" });
    expect((await node.send(get("/me"))).status).toBe(401);
    expect(server.logins()).toHaveLength(1);
    await node.login({ role: "admin" });
    expect((await node.send(get("/me"))).status).toBe(200);
  });

  it("is an answer for a role that was logged in for this very request", async () => {
    const server = await startLoginServer(({ path }, response) => {
      if (path === "/login") return false;
      sendJson(response, {}, 401);
      return true;
    });
    const node = openRun(targetOf(server.url)).node();
    expect((await node.send(get("/secret", { role: "member" }))).status).toBe(401);
    expect(server.seen).toHaveLength(2);
  });

  it("is not taken for a denial when the session of another node has run out", async () => {
    const server = await startLoginServer();
    const run = openRun(targetOf(server.url));
    await run.node("A").send(get("/me", { role: "member" }));
    server.forget();
    expect((await run.node("B").send(get("/me", { role: "member" }))).status).toBe(200);
    expect(server.logins()).toHaveLength(2);
  });

  it.each<[string, Partial<HttpRequest>]>([
    ["auth: none", { auth: "none" }],
    ["a token", { token: "expired" }],
    ["an Authorization header", { headers: { authorization: "Bearer expired" } }],
    ["a Cookie header", { headers: { Cookie: "sid=expired" }, omitHeaders: ["Authorization"] }],
    ["a cookie in place of the session's", { cookies: { sid: "expired" }, headers: { authorization: null } }],
    ["its credentials left out", { omitHeaders: ["authorization", "cookie"] }],
  ])("is an answer with %s", async (_name, who) => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    expect((await node.send(get("/me", who))).status).toBe(401);
    expect((await node.send(get("/me"))).status).toBe(200);
    expect(server.logins()).toHaveLength(1);
  });

  it("of several requests at once leads to one login", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    server.forget();
    const answers = await Promise.all(Array.from({ length: 5 }, () => node.send(get("/me"))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(server.logins()).toHaveLength(2);
  });

  it("that comes late does not count against the session that was made meanwhile", async () => {
    const server = await startLoginServer(async ({ path }, _response, who) => {
      if (path === "/slow" && who === undefined) await new Promise((resolve) => setTimeout(resolve, 80));
      return false;
    });
    const run = openRun(targetOf(server.url));
    const node = run.node("A");
    await node.login({ role: "admin" });
    server.forget();
    const answers = await Promise.all([node.send(get("/slow")), node.send(get("/fast"))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await run.node("B").login({ role: "admin" });
    expect(server.logins()).toHaveLength(2);
  });

  it("stays a 401 when the login is refused by now", async () => {
    let isLocked = false;
    const server = await startLoginServer(({ path }, response) => {
      if (path !== "/login" || !isLocked) return false;
      sendJson(response, {}, 403);
      return true;
    });
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    server.forget();
    isLocked = true;
    expect((await node.send(get("/me"))).status).toBe(401);
  });
});

describe("redirects", () => {
  const hops = (path: string): string | undefined => /^\/hop\/(\d+)$/.exec(path)?.[1];

  it("are answers, unless the step or the target says otherwise", async () => {
    const server = await startServer(({ path }, response) => (path === "/a" ? void response.writeHead(302, { location: "/b" }).end() : sendHtml(response, "b")));
    const node = openRun({ baseUrl: server.url }).node();
    expect((await node.send(get("/a"))).status).toBe(302);
    const followed = await node.send(get("/a", { followRedirects: true }));
    expect([followed.status, followed.text, followed.request.path]).toEqual([200, "b", "/b"]);
    const following = openRun({ baseUrl: server.url, http: { followRedirects: true } }).node();
    expect((await following.send(get("/a"))).status).toBe(200);
    expect((await following.send(get("/a", { followRedirects: false }))).status).toBe(302);
  });

  it("keep the cookies of every hop, and the credentials", async () => {
    const server = await startLoginServer(({ path, method }, response) => {
      if (path !== "/save") return false;
      response.writeHead(method === "POST" ? 303 : 200, { location: "/me", "set-cookie": "flash=saved; Path=/" }).end();
      return true;
    });
    const node = openRun(targetOf(server.url)).node();
    await node.login({ role: "admin" });
    const { text, setCookies } = await node.send({ method: "POST", path: "/save", body: { kind: "form", fields: { a: 1 } }, followRedirects: true });
    expect([text, setCookies]).toEqual(['{"who":"ada"}', ["flash=saved; Path=/"]]);
    expect(server.seen.at(-1)).toMatchObject({ method: "GET", body: "", headers: { cookie: expect.stringContaining("flash=saved") as unknown } });
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("content-type");
  });

  it("off the origin are not followed, and nothing is sent there", async () => {
    const foreign = await echo();
    const server = await startServer((_request, response) => void response.writeHead(307, { location: `${foreign.url}/take` }).end());
    const target = { ...targetOf(server.url), origins: [foreign.url] };
    const node = openRun(target).node();
    await expect(node.send(get("/a", { followRedirects: true, token: "secret-token" }))).rejects.toMatchObject({ code: "off-origin-redirect" });
    expect((await node.send(get("/a"))).headers["location"]).toBe(`${foreign.url}/take`);
    expect(foreign.seen).toEqual([]);
  });

  it("are followed ten times", async () => {
    const server = await startServer(({ path }, response) => {
      const left = Number(hops(path) ?? 0);
      return left === 0 ? void response.end("there") : void response.writeHead(302, { location: `/hop/${left - 1}` }).end();
    });
    const node = openRun({ baseUrl: server.url }).node();
    expect((await node.send(get("/hop/10", { followRedirects: true }))).text).toBe("there");
    await expect(node.send(get("/hop/11", { followRedirects: true }))).rejects.toMatchObject({ code: "redirect-loop" });
  });

  it("share the request's limit", async () => {
    const server = await startServer(({ path }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${path}x` }).end(), 300);
    });
    const started = performance.now();
    await expect(openRun({ baseUrl: server.url }).node().send(get("/a", { followRedirects: true, timeoutMs: 400 }))).rejects.toMatchObject({ code: "time-out" });
    expect(performance.now() - started).toBeLessThan(2_500);
  });
});
