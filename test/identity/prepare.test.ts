import { describe, expect, it } from "vitest";
import { openRun } from "../support/identity.js";
import { startLoginServer, targetOf } from "../support/login-server.js";

describe("prepare", () => {
  it("gives what a request would be sent with, and sends nothing but the login", async () => {
    const server = await startLoginServer();
    const node = openRun({ ...targetOf(server.url, "cookie"), headers: { "X-Tenant": "acme" } }).node();
    const prepared = await node.prepare({ method: "GET", path: "/ws", query: { a: 1 }, role: "admin", headers: { "X-Client": "c", "User-Agent": null }, cookies: { theme: "dark" } });
    expect(prepared).toEqual({
      url: `${server.url}/ws?a=1`,
      role: "admin",
      headers: { accept: "*/*", "x-tenant": "acme", "x-client": "c", cookie: expect.stringMatching(/^sid=session-ada-1-\d+; theme=dark$/) as string },
    });
    expect(server.seen.map(({ path }) => path)).toEqual(["/login"]);
  });

  it("is nobody where nobody is asked for, and keeps to the target", async () => {
    const server = await startLoginServer();
    const node = openRun(targetOf(server.url, "token")).node();
    await node.login({ role: "admin" });
    expect((await node.prepare({ method: "GET", path: "/ws" })).headers["authorization"]).toMatch(/^Bearer /);
    expect((await node.prepare({ method: "GET", path: "/ws", auth: "none" })).headers).not.toHaveProperty("authorization");
    await expect(node.prepare({ method: "GET", path: "http://elsewhere.example.test/ws" })).rejects.toMatchObject({ code: "foreign-origin" });
  });
});
