import { describe, expect, it } from "vitest";
import { openRun } from "../support/identity.js";
import { startLoginServer, targetOf, users } from "../support/login-server.js";
import { sendJson, startServer } from "../support/server.js";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("one login for many", () => {
  it("is made once for nodes that come at the same time, and after", async () => {
    const server = await startLoginServer(async ({ path }) => {
      if (path === "/login") await wait(30);
      return false;
    });
    const run = openRun(targetOf(server.url));
    const reports = await Promise.all(["A", "B", "C"].map((id) => run.node(id).login({ role: "admin" })));
    reports.push(await run.node("D").login({ role: "admin" }));
    expect(reports.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
    expect(new Set(reports.map(({ variables }) => variables["admin_token"])).size).toBe(1);
    expect(server.logins()).toHaveLength(1);
    expect([reports[0]?.response?.status, reports[3]?.response]).toEqual([200, undefined]);
    expect(reports[3]?.evidence).toEqual(reports[0]?.evidence);
  });

  it("is made per role, credentials and strategy", async () => {
    const server = await startLoginServer();
    const { auth } = targetOf(server.url);
    const run = openRun({ baseUrl: server.url, users, auth: { one: auth, two: auth } as never });
    for (const request of [{ role: "admin" }, { role: "member" }, { role: "admin", strategy: "two" }, { role: "admin", strategy: "one" }, { role: "member" }]) {
      expect((await run.node().login(request)).outcome).toBe("accepted");
    }
    expect(server.logins()).toHaveLength(3);
  });

  it("goes on for the others when the one who made it gives up", async () => {
    const server = await startLoginServer(async ({ path }) => {
      if (path === "/login") await wait(60);
      return false;
    });
    const run = openRun(targetOf(server.url));
    const controller = new AbortController();
    const reason = new Error("its time is over");
    const first = run.node("A", controller.signal).login({ role: "admin" });
    const second = run.node("B").login({ role: "admin" });
    await wait(20);
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect((await second).outcome).toBe("accepted");
  });

  it("lets one who waits give up alone", async () => {
    const server = await startLoginServer(async ({ path }) => {
      if (path === "/login") await wait(60);
      return false;
    });
    const run = openRun(targetOf(server.url));
    const first = run.node("A").login({ role: "admin" });
    await expect(run.node("B", AbortSignal.timeout(10)).login({ role: "admin" })).rejects.toMatchObject({ name: "TimeoutError" });
    expect((await first).outcome).toBe("accepted");
  });
});

describe("a refusal", () => {
  const wrong = { admin: { ...users.admin, password: "not-the-password" } };

  it("is remembered: no second attempt with the same credentials", async () => {
    const server = await startLoginServer();
    const run = openRun({ ...targetOf(server.url), users: wrong });
    for (const id of ["A", "B", "C"]) expect((await run.node(id).login({ role: "admin" })).outcome).toBe("refused");
    await expect(run.node("D").send({ method: "GET", path: "/me", role: "admin" })).rejects.toMatchObject({ code: "login-failed" });
    expect(server.logins()).toHaveLength(1);
  });

  it("is shared by those who come at the same time, fresh or not", async () => {
    const server = await startLoginServer(async ({ path }) => {
      if (path === "/login") await wait(30);
      return false;
    });
    const run = openRun({ ...targetOf(server.url), users: wrong });
    await Promise.all(["A", "B", "C"].map((id) => run.node(id).login({ role: "admin", isFresh: id !== "B" })));
    expect(server.logins()).toHaveLength(1);
    await run.node("D").login({ role: "admin", isFresh: true });
    expect(server.logins()).toHaveLength(2);
  });

  it("of other credentials is never served from the cache, nor serves the role's own", async () => {
    const server = await startLoginServer();
    const run = openRun(targetOf(server.url));
    expect((await run.node().login({ role: "admin" })).outcome).toBe("accepted");
    expect((await run.node().login({ role: "admin", credentials: { password: "wrong" } })).outcome).toBe("refused");
    expect((await run.node().login({ role: "admin", credentials: { password: "wrong" } })).outcome).toBe("refused");
    expect((await run.node().login({ role: "admin", credentials: { password: users.admin.password } })).outcome).toBe("accepted");
    expect(server.logins()).toHaveLength(3);
  });
});

describe("a session is made anew", () => {
  it("when a 401 came for it", async () => {
    const server = await startLoginServer();
    const run = openRun(targetOf(server.url));
    await run.node("A").login({ role: "admin" });
    server.forget();
    const node = run.node("B");
    await node.login({ role: "admin" });
    expect((await node.send({ method: "GET", path: "/me" })).status).toBe(200);
    await run.node("C").login({ role: "admin" });
    expect(server.logins()).toHaveLength(2);
  });

  it.each([
    ["its cookie was deleted", { method: "POST", path: "/logout" }],
    ["a write that says so succeeded", { method: "POST", path: "/api/auth/sign-out" }],
    ["it was deleted as a resource", { method: "DELETE", path: "/api/sessions/current" }],
  ])("after a logout: %s", async (_name, request) => {
    const server = await startLoginServer();
    const run = openRun(targetOf(server.url));
    const node = run.node("A");
    await node.login({ role: "admin" });
    expect((await node.send(request)).status).toBeLessThan(300);
    await run.node("B").login({ role: "admin" });
    expect(server.logins()).toHaveLength(2);
  });

  it.each([
    ["a write replaced its cookie", "POST", "sid=rotated; Path=/", 2],
    ["a read replaced its cookie (it rolls)", "GET", "sid=rotated; Path=/", 1],
    ["a write set another cookie", "POST", "theme=dark; Path=/", 1],
  ])("%s: %s %s", async (_name, method, cookie, logins) => {
    const server = await startLoginServer(({ path }, response) => {
      if (path !== "/items") return false;
      sendJson(response, {}, 200, { "set-cookie": cookie });
      return true;
    });
    const run = openRun(targetOf(server.url, "cookie"));
    const node = run.node("A");
    await node.login({ role: "admin" });
    await node.send({ method, path: "/items" });
    await run.node("B").login({ role: "admin" });
    expect(server.logins()).toHaveLength(logins);
  });

  it.each([
    ["expires_in (RFC 6749)", { token: "opaque-token", expires_in: 60 }],
    ["a token's exp and iat (RFC 7519)", { token: `e30.${Buffer.from(JSON.stringify({ iat: 1_000_000, exp: 1_000_060 })).toString("base64url")}.sig` }],
  ])("when it has run out: %s", async (_name, body) => {
    const server = await startServer((_request, response) => sendJson(response, body));
    const run = openRun(targetOf(server.url));
    await run.node("A").login({ role: "admin" });
    run.clock.time += 50_000;
    await run.node("B").login({ role: "admin" });
    expect(server.seen).toHaveLength(1);
    run.clock.time += 10_000;
    await run.node("C").login({ role: "admin" });
    expect(server.seen).toHaveLength(2);
  });
});
