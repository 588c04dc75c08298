import { describe, expect, it } from "vitest";
import type { HttpRequest } from "../../src/ports/http.js";
import { openRun } from "../support/identity.js";
import { startLoginServer, targetOf, users } from "../support/login-server.js";
import { sendHtml, sendJson, startServer } from "../support/server.js";

describe("CSRF tokens", () => {
  /** A shop with a cookie session whose writes need the token that its page holds. */
  async function shop() {
    return startLoginServer(({ method, path, headers, body }, response, who) => {
      if (path === "/page") {
        sendHtml(response, who === undefined ? "log in" : `<meta name="csrf" content="for-${who}">`);
        return true;
      }
      if (!path.startsWith("/items")) return false;
      const token = headers["x-csrf"] ?? new URLSearchParams(body).get("_csrf") ?? /name="_csrf"\r\n\r\n(\S+)/.exec(body)?.[1];
      sendJson(response, { token, body }, method === "GET" || token === `for-${who ?? ""}` ? 200 : 403);
      return true;
    });
  }

  /** A node of a target with a login that needs no token, and a strategy that says where tokens are. */
  async function open(more: { header?: string; field?: string }) {
    const server = await shop();
    const login = { request: { path: "/login", json: { username: "{{username}}", password: "{{password}}" } } };
    const auth = { login, page: { ...login, csrf: { path: "/page", regex: 'content="([^"]+)"', ...more } } };
    return { server, node: openRun({ baseUrl: server.url, users, auth }).node() };
  }

  it("go with writes when asked for, in the header", async () => {
    const { server, node } = await open({ header: "X-Csrf" });
    await node.login({ role: "admin" });
    expect((await node.send({ method: "POST", path: "/items", body: { kind: "json", value: { a: 1 } }, csrf: true })).status).toBe(200);
    expect((await node.send({ method: "DELETE", path: "/items/1", csrf: true })).status).toBe(200);
    expect((await node.send({ method: "DELETE", path: "/items/1" })).status).toBe(403);
    expect((await node.send({ method: "DELETE", path: "/items/1", csrf: true, headers: { "x-csrf": "own" } })).status).toBe(403);
    expect((await node.send({ method: "GET", path: "/items", csrf: true })).status).toBe(200);
    expect(server.seen.filter(({ path }) => path === "/page")).toHaveLength(2);
    expect(server.seen.find(({ path }) => path === "/items")?.headers).toMatchObject({ origin: server.url, referer: `${server.url}/page` });
  });

  it.each<[string, HttpRequest["body"], string | RegExp]>([
    ["a form", { kind: "form", fields: { a: 1 } }, "_csrf=for-ada&a=1"],
    ["text of a form", { kind: "form", fields: "a=1" }, "a=1&_csrf=for-ada"],
    ["no body", undefined, "_csrf=for-ada"],
    ["a multipart form", { kind: "multipart", parts: [{ field: "a", value: "1" }] }, /name="_csrf"\r\n\r\nfor-ada\r\n/],
  ])("go into the field of %s", async (_name, body, expected) => {
    const { server, node } = await open({ field: "_csrf" });
    await node.login({ role: "admin" });
    expect((await node.send({ method: "POST", path: "/items", ...(body && { body }), csrf: true })).status).toBe(200);
    expect(server.seen.at(-1)?.body).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
  });

  it("that can not be had fail the step: a request without one would be refused to everybody", async () => {
    const { server, node } = await open({ header: "X-Csrf" });
    await expect(node.send({ method: "POST", path: "/items", csrf: true })).rejects.toMatchObject({ code: "csrf-missing" });
    expect(server.seen.filter(({ path }) => path === "/items")).toEqual([]);
    const plain = openRun(targetOf(server.url, "cookie")).node();
    await expect(plain.send({ method: "POST", path: "/items", csrf: true })).rejects.toMatchObject({ name: "SetupError", code: "no-csrf" });
  });
});

describe("CSRF tokens by default", () => {
  it("go with the writes of a role whose strategy has them, from its cookie without another request", async () => {
    const server = await startServer(({ method, path, headers }, response) => {
      if (path === "/login" && method === "GET") return sendHtml(response, "form", 200, { "set-cookie": "csrftoken=c1; Path=/" });
      if (path === "/login") return void response.writeHead(302, { location: "/", "set-cookie": ["sessionid=0123456789; Path=/", "csrftoken=c2; Path=/"] }).end();
      return sendJson(response, {}, headers["x-csrftoken"] === "c2" ? 200 : 403);
    });
    const auth = { request: { path: "/login", form: { username: "{{username}}", password: "{{password}}" } }, csrf: { path: "/login", cookie: "csrftoken", header: "X-CSRFToken" } };
    const node = openRun({ baseUrl: server.url, users, auth }).node();
    await node.login({ role: "admin" });
    expect((await node.send({ method: "POST", path: "/items" })).status).toBe(200);
    expect((await node.send({ method: "POST", path: "/items", csrf: false })).status).toBe(403);
    expect((await node.send({ method: "POST", path: "/items", auth: "none" })).status).toBe(403);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /login", "POST /login", "POST /items", "POST /items", "POST /items"]);
  });
});
