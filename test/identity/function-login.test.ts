import { describe, expect, it } from "vitest";
import type { LoginFunction } from "../../src/ports/target.js";
import { openRun } from "../support/identity.js";
import { startLoginServer, users } from "../support/login-server.js";
import { deadOrigin, sendHtml, sendJson, startServer, type Handler } from "../support/server.js";

const post = (user: Record<string, string>) => ({ method: "POST", body: JSON.stringify({ username: user["username"], password: user["password"] }) });

async function loginWith(baseUrl: string, auth: LoginFunction, credentials?: Record<string, string>) {
  const node = openRun({ baseUrl, users, auth, origins: ["http://127.0.0.1:1"] }).node();
  const report = await node.login({ role: "admin", ...(credentials && { credentials }) });
  return { node, report };
}

describe("what a login function returns", () => {
  it("headers are the credentials", async () => {
    const server = await startLoginServer();
    const { node, report } = await loginWith(server.url, async ({ user, fetch }) => {
      const { token } = (await (await fetch("/login", post(user))).json()) as { token: string };
      return { headers: { Authorization: `Bearer ${token}` }, variables: { tenant: 7 } };
    });
    expect(report).toMatchObject({ outcome: "accepted", variables: { tenant: 7 } });
    expect(report.response).toBeUndefined();
    expect((await node.send({ method: "GET", path: "/me" })).text).toBe('{"who":"ada"}');
  });

  it("cookies that its fetch kept are the session when it returns none", async () => {
    const server = await startLoginServer();
    const { node, report } = await loginWith(server.url, async ({ user, fetch }) => {
      await fetch("/login", post(user));
      return {};
    });
    expect(report.outcome).toBe("accepted");
    expect((await node.send({ method: "GET", path: "/me" })).text).toBe('{"who":"ada"}');
  });

  it("returned cookies take their place", async () => {
    const server = await startServer((_request, response) => sendJson(response, {}, 200, { "set-cookie": "seen=1; Path=/" }));
    const { node } = await loginWith(server.url, async ({ fetch }) => {
      await fetch("/login");
      return { cookies: ["sid=given; Path=/", "plain=1"] };
    });
    await node.send({ method: "GET", path: "/me" });
    expect(server.seen.at(-1)?.headers.cookie).toBe("sid=given; plain=1");
  });

  it("is told the role, the user with overridden fields, the base URL and a signal", async () => {
    const server = await startLoginServer();
    let told: unknown;
    await loginWith(
      server.url,
      ({ fetch: _fetch, ...rest }) => {
        told = rest;
        return Promise.resolve({});
      },
      { password: "other" },
    );
    expect(told).toEqual({ role: "admin", user: { ...users.admin, password: "other" }, baseUrl: server.url, signal: expect.any(AbortSignal) as unknown });
  });
});

describe("what a refusal is", () => {
  const form = '<input type="password">';
  const answers: [string, Handler, string][] = [
    ["401", (_request, response) => sendJson(response, {}, 401), "refused"],
    ["401 with an anonymous cookie", (_request, response) => sendJson(response, {}, 401, { "set-cookie": "sid=abcdefgh" }), "refused"],
    ["the form again, with an anonymous cookie", (_request, response) => sendHtml(response, form, 200, { "set-cookie": "sid=abcdefgh" }), "refused"],
    ["200 that says no", (_request, response) => sendJson(response, { error: "wrong" }), "refused"],
    ["404", (_request, response) => sendJson(response, {}, 404), "ineffective"],
    ["200 and nothing else", (_request, response) => sendJson(response, {}), "ineffective"],
    ["500", (_request, response) => sendJson(response, {}, 500), "unavailable"],
    ["no answer", (_request, response) => void response.destroy(), "unavailable"],
  ];
  const functions: [string, LoginFunction][] = [
    ["resolves with nothing", async ({ user, fetch }) => { await fetch("/login", post(user)).catch(() => undefined); return {}; }],
    ["rejects", async ({ user, fetch }) => { await fetch("/login", post(user)); throw new Error("refused"); }],
  ];
  const cases = functions.flatMap(([what, login]) => answers.map(([name, handler, outcome]) => [what, name, login, handler, outcome] as const));
  it.each(cases)("%s after %s", async (_what, _name, login, handler, outcome) => {
    const server = await startServer(handler);
    const { report, node } = await loginWith(server.url, login);
    expect(report.outcome).toBe(outcome);
    expect(node.identity.role).toBe("anonymous");
  });

  it("none is seen when it asks past the given fetch, or nobody", async () => {
    const server = await startServer((_request, response) => sendJson(response, {}, 401));
    const { report } = await loginWith(server.url, async () => {
      await globalThis.fetch(`${server.url}/login`);
      throw new Error("wrong password");
    });
    expect(report).toMatchObject({ outcome: "ineffective", message: expect.stringContaining("wrong password") as unknown });
  });

  it("is told apart from a function that forgets to return", async () => {
    const { url } = await startLoginServer();
    const { report } = await loginWith(url, (() => undefined) as never);
    expect(report).toMatchObject({ outcome: "ineffective", message: expect.stringMatching(/^the login function returned nothing; nothing was asked/) as unknown });
  });

  it.each<[string, unknown]>([
    ["a header that is no text", { headers: { authorization: 5 } }],
    ["a text", "abcdefgh"],
    ["a token", { token: "abcdefgh" }],
    ["a cookie that is no list", { cookies: "sid=1" }],
    ["a header with a name that can not be sent", { headers: { "a b": "abcdefgh" } }],
    ["a header with a value that can not be sent", { headers: { authorization: "Bearer abcdefgh\nb" } }],
  ])("%s is no result of a login function", async (_name, result) => {
    const server = await startLoginServer();
    const login = loginWith(server.url, () => Promise.resolve(result as object));
    await expect(login).rejects.toMatchObject({ name: "SetupError", code: "bad-login-result", message: expect.stringMatching(/^(?!.*abcdefgh).*\{headers\?: .*cookies\?: /) as unknown });
  });

  it.each<[string, object]>([
    ["an empty header", { headers: { authorization: "" } }],
    ["a scheme without a token", { headers: { authorization: "Bearer undefined" } }],
    ["a word for nothing behind any scheme", { headers: { authorization: "JWT undefined" } }],
    ["no text behind any scheme", { headers: { authorization: "JWT " } }],
    ["a number that is none", { headers: { "x-key": "NaN" } }],
    ["an object as text", { headers: { authorization: "ApiKey [object Object]" } }],
    ["a named nothing", { headers: { authorization: 'Token token="null"' } }],
    ["nothing beside another header", { headers: { authorization: "JWT undefined", "x-tenant": "acme" } }],
    ["an empty cookie", { cookies: ["sid="] }],
  ])("%s is no credential", async (_name, result) => {
    const server = await startLoginServer();
    expect((await loginWith(server.url, () => Promise.resolve(result))).report.outcome).toBe("ineffective");
  });

  it("a mistake of the function before it asked anything is not about the system", async () => {
    const server = await startLoginServer();
    const mistaken = loginWith(server.url, ({ user }) => Promise.resolve({ cookies: [(user["nope"] as string).trim()] }));
    await expect(mistaken).rejects.toMatchObject({ name: "SetupError", code: "login-function-error" });
  });

  it("a function that never ends ends with the signal", async () => {
    const server = await startLoginServer();
    const run = openRun({ baseUrl: server.url, users, auth: () => new Promise(() => undefined) });
    const reason = new Error("time is over");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    await expect(run.node("A", controller.signal).login({ role: "admin" })).rejects.toBe(reason);
  });

  it("needs a base URL", async () => {
    const run = openRun({ users, auth: () => Promise.resolve({}) });
    await expect(run.node().login({ role: "admin" })).rejects.toMatchObject({ code: "no-base-url" });
  });
});

describe("what a function makes of an answer", () => {
  const sample: LoginFunction = async ({ user, baseUrl, fetch }) => {
    const answer = await fetch(`${baseUrl}/session`, { method: "POST", body: new URLSearchParams(user) });
    const { jwt } = (await answer.json()) as { jwt: string };
    return { headers: { authorization: `JWT ${jwt}` } };
  };
  it.each<[number, unknown, string]>([
    [200, { jwt: "abcdefgh" }, "accepted"],
    [401, { error: "wrong" }, "refused"],
    [401, { jwt: "abcdefgh" }, "refused"],
    [404, {}, "ineffective"],
    [404, { jwt: "abcdefgh" }, "ineffective"],
    [500, {}, "unavailable"],
    [500, { jwt: "abcdefgh" }, "unavailable"],
    [200, {}, "ineffective"],
    [200, { jwt: null }, "ineffective"],
    [200, { jwt: "" }, "ineffective"],
    [200, { jwt: {} }, "ineffective"],
  ])("%i %j is no more than that", async (status, body, outcome) => {
    const server = await startServer((_request, response) => sendJson(response, body, status));
    const { report, node } = await loginWith(server.url, sample);
    expect(report.outcome).toBe(outcome);
    expect(node.identity.role).toBe(outcome === "accepted" ? "admin" : "anonymous");
  });

  it("counts when a later request had success", async () => {
    const server = await startServer(({ path }, response) => sendJson(response, {}, path === "/old" ? 404 : 200));
    const { report } = await loginWith(server.url, async ({ fetch }) => {
      await fetch("/old");
      await fetch("/new");
      return { headers: { authorization: "Bearer abcdefgh" } };
    });
    expect(report.outcome).toBe("accepted");
  });

  it("is no more than its word without a successful request, which is told once", async () => {
    const auth: LoginFunction = () => Promise.resolve({ headers: { authorization: "Bearer x1234567" } });
    const run = openRun({ baseUrl: await deadOrigin(), users, auth });
    expect((await run.node().login({ role: "admin", isFresh: true })).outcome).toBe("accepted");
    await run.node().login({ role: "admin", isFresh: true });
    expect(run.notes).toMatchObject([{ severity: "warning", code: "login-unverified", message: expect.stringMatching(/"default".*without any successful request/) as unknown }]);
    const server = await startLoginServer();
    const seen = openRun({ baseUrl: server.url, users, auth: async ({ user, fetch }) => { await fetch("/login", post(user)); return {}; } });
    await seen.node().login({ role: "admin" });
    expect(seen.notes).toEqual([]);
  });
});

describe("the given fetch", () => {
  /** Runs `body` within a login. */
  async function inLogin<T>(url: string, body: (fetch: typeof globalThis.fetch) => Promise<T>): Promise<T> {
    let outcome: T | undefined;
    let failure: Error | undefined;
    await loginWith(url, async ({ fetch }) => {
      await body(fetch).then((value) => (outcome = value), (error: Error) => (failure = error));
      return { headers: { "x-any": "1" } };
    });
    if (failure !== undefined) throw failure;
    return outcome as T;
  }

  it("gives real Responses", async () => {
    const server = await startServer((_request, response) => sendJson(response, { a: 1 }, 201, { "set-cookie": ["a=1", "b=2"], "x-h": "v" }));
    await inLogin(server.url, async (fetch) => {
      const response = await fetch("/x?y=1");
      expect(response).toBeInstanceOf(Response);
      expect([response.status, response.ok, response.url, response.redirected, response.headers.get("x-h")]).toEqual([201, true, `${server.url}/x?y=1`, false, "v"]);
      expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
      expect(await response.json()).toEqual({ a: 1 });
    });
  });

  it("sends what the standard's would: methods, headers, bodies", async () => {
    const server = await startServer((_request, response) => void response.writeHead(204).end());
    await inLogin(server.url, async (fetch) => {
      await fetch(new URL(`${server.url}/a`), { method: "PUT", headers: [["X-A", "1"]], body: new URLSearchParams({ q: "ü" }) });
      const form = new FormData();
      form.set("f", new Blob(["hi"]), "f.txt");
      await fetch(new Request(`${server.url}/b`, { method: "POST", body: form }));
      expect((await fetch("c", { method: "POST", body: new Uint8Array([65]) })).body).toBeNull();
    });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT /a", "POST /b", "POST /c"]);
    expect(server.seen[0]).toMatchObject({ body: "q=%C3%BC", headers: { "x-a": "1", "content-type": "application/x-www-form-urlencoded;charset=UTF-8" } });
    expect(server.seen[1]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.seen[1]?.body).toContain('filename="f.txt"');
    expect(server.seen[2]?.body).toBe("A");
  });

  it("keeps cookies, also of redirects, unless credentials are omitted", async () => {
    const server = await startServer(({ path }, response) => (path === "/a" ? void response.writeHead(302, { location: "/b", "set-cookie": "s=1; Path=/" }).end() : void response.end("b")));
    await inLogin(server.url, async (fetch) => {
      const response = await fetch("/a");
      expect([response.redirected, response.url]).toEqual([true, `${server.url}/b`]);
      expect((await fetch("/a", { redirect: "manual" })).status).toBe(302);
      await expect(fetch("/a", { redirect: "error" })).rejects.toBeInstanceOf(TypeError);
      await fetch("/c", { credentials: "omit" });
    });
    expect(server.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, "s=1", "s=1", "s=1", undefined]);
  });

  it("reaches the target's origins only, redirects included", async () => {
    const foreign = await startServer((_request, response) => void response.end());
    const server = await startServer((_request, response) => void response.writeHead(307, { location: foreign.url }).end());
    await inLogin(server.url, async (fetch) => {
      await expect(fetch(foreign.url)).rejects.toMatchObject({ code: "foreign-origin" });
      await expect(fetch("/x", { headers: { authorization: "Bearer t" } })).rejects.toMatchObject({ name: "TypeError", cause: { code: "off-origin-redirect" } });
    });
    expect(foreign.seen).toEqual([]);
  });

  it("rejects with a TypeError when there is no answer, and with the reason of an aborted signal", async () => {
    const silent = await startServer(() => undefined);
    await inLogin(silent.url, async (fetch) => {
      const reason = new Error("enough");
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 20);
      await expect(fetch("/x", { signal: controller.signal })).rejects.toBe(reason);
    });
    await inLogin(await deadOrigin(), async (fetch) => {
      await expect(fetch("/x")).rejects.toMatchObject({ name: "TypeError", message: "fetch failed", cause: { code: "connection-failed" } });
    });
  });
});
