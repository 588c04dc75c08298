import { describe, expect, it } from "vitest";
import type { NodeResult } from "../../../src/model/evaluation.js";
import type { Target } from "../../../src/ports/target.js";
import { authLogin } from "../../../src/primitives/auth/auth-login.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { startLoginServer, targetOf, users } from "../../support/login-server.js";
import { deadOrigin, sendHtml, sendJson, startServer, type Handler } from "../../support/server.js";

const login = (inputs: Record<string, unknown>) => ({ type: "auth_login", inputs });
const request = (path: string, more: Record<string, unknown> = {}) => ({ type: "http_request", inputs: { path, ...more } });
const me = request("/me", { expected_status: 200 });

function outcomes({ steps }: NodeResult): (string | undefined)[] {
  return steps.map(({ outcome, code }) => code ?? outcome);
}

async function outcomeAt(target: Target, inputs: Record<string, unknown>): Promise<string | undefined> {
  return outcomes(await runChain([login(inputs)], { target }))[0];
}

describe("a login", () => {
  it("passes with credentials that work, and the next steps use them", async () => {
    const server = await startLoginServer();
    const result = await runChain([login({ role: "admin" }), me, request("/me/{{admin_id}}", { expected_status: 200 })], { target: targetOf(server.url) });
    expect(outcomes(result)).toEqual(["pass", "pass", "pass"]);
    expect(server.seen.at(-1)?.path).toBe("/me/3");
    expect(result.steps[0]?.evidence).toMatchObject({ role: "admin", strategy: "default", status: 200, outcome: "accepted" });
    expect(JSON.stringify(result)).not.toMatch(/session-ada|correct-horse/);
  });

  it.each([
    ["unknown-role", { role: "root" }],
    ["unknown-role", { role: "root", credentials: users.admin }],
    ["login-failed", { role: "admin", credentials: { password: "wrong" } }],
  ])("fails with %s: %j", async (code, inputs) => {
    const server = await startLoginServer();
    expect(await outcomeAt(targetOf(server.url), inputs)).toBe(code);
  });

  it.each<[string, string, Handler]>([
    ["a 500", "login-failed", (_request, response) => sendJson(response, {}, 500)],
    ["200 {}", "login-not-effective", (_request, response) => sendJson(response, {})],
    ["404", "login-not-effective", (_request, response) => sendJson(response, {}, 404)],
  ])("fails after %s with %s", async (_name, code, handler) => {
    const server = await startServer(handler);
    expect(await outcomeAt(targetOf(server.url), { role: "admin" })).toBe(code);
  });

  it.each<[string, Handler]>([
    ["a form that always answers 200", (_request, response) => sendHtml(response, '<input type="password" name="password">', 200, { "set-cookie": "sid=anonymous-0123" })],
    ["a redirect back to the form", (_request, response) => void response.writeHead(302, { location: "/login", "set-cookie": "sid=anonymous-0123" }).end()],
  ])("fails on a wrong system: %s", async (_name, handler) => {
    const server = await startServer(handler);
    expect(await outcomeAt(targetOf(server.url, "cookie"), { role: "admin" })).toBe("login-failed");
  });

  it("that fails leaves the node anonymous, never the previous role", async () => {
    const server = await startLoginServer();
    const result = await runChain([login({ role: "member" }), login({ role: "admin", credentials: { password: "wrong" } }), request("/me", { expected_status: 401 })], {
      target: targetOf(server.url),
      method: "weighted",
    });
    expect(outcomes(result)).toEqual(["pass", "login-failed", "pass"]);
  });

  it("keeps two roles and their jars apart", async () => {
    const server = await startLoginServer();
    const who = (name: string) => ({ type: "json_value_assert", inputs: { assertions: [{ path: "$.who", expected: name }] } });
    const chain = [login({ role: "admin" }), me, who("ada"), login({ role: "member" }), me, who("bob"), request("/me", { role: "admin" }), who("ada"), request("/me"), who("bob")];
    const result = await runChain(chain, { target: targetOf(server.url, "cookie") });
    expect(outcomes(result)).toEqual(Array.from({ length: 10 }, () => "pass"));
  });

  it("as anonymous passes and sends nothing", async () => {
    const server = await startLoginServer();
    expect(outcomes(await runChain([login({ role: "admin" }), login({ role: "anonymous" }), request("/me", { expected_status: 401 })], { target: targetOf(server.url) }))).toEqual(["pass", "pass", "pass"]);
    expect(server.logins()).toHaveLength(1);
  });

  it("leaves its answer for a step that reads it, with a login of its own even when a session is at hand", async () => {
    const server = await startLoginServer();
    const chain = [login({ role: "admin" }), login({ role: "admin" }), { type: "status_code_assert", inputs: { acceptable_statuses: [200] } }];
    expect(outcomes(await runChain(chain, { target: targetOf(server.url) }))).toEqual(["pass", "pass", "pass"]);
    expect(server.logins()).toHaveLength(2);
  });

  it.each([
    [{ role: "admin" }, 1],
    [{ role: "admin", force_refresh: true }, 2],
    [{ role: "admin", credentials: { password: users.admin.password } }, 1],
    [{ role: "admin", credentials: { extra: "1" } }, 2],
    [{ role: "admin", credentials: { extra: "1" }, force_refresh: false }, 2],
  ])("after another makes %j: %i logins in all", async (inputs, count) => {
    const server = await startLoginServer();
    expect(outcomes(await runChain([login({ role: "admin" }), login(inputs)], { target: targetOf(server.url) }))).toEqual(["pass", "pass"]);
    expect(server.logins()).toHaveLength(count);
  });

  it("takes its own path and fields", async () => {
    const server = await startServer(({ path, body }, response) => sendJson(response, path === "/oauth/token" && body === "grant_type=password&client_id=cli&username=ada&password=correct-horse" ? { access_token: "abcdefgh" } : {}));
    const target = { baseUrl: server.url, users };
    expect(await outcomeAt(target, { role: "admin", login: { token_path: "/oauth/token", client_id: "cli" } })).toBe("pass");
    expect(await outcomeAt(target, { role: "admin" })).toBe("no-login");
    await expect(outcomeAt(target, { role: "admin", login: { endpoint: "/oauth/token" } })).rejects.toMatchObject({ code: "DAG_INVALID" });
  });
});

describe("expect_failure", () => {
  const wrong = { role: "admin", credentials: { password: "wrong" }, expect_failure: true };

  it("passes when the system refuses, and the node is nobody", async () => {
    const server = await startLoginServer();
    expect(outcomes(await runChain([login({ role: "member" }), login(wrong), request("/me", { expected_status: 401 })], { target: targetOf(server.url) }))).toEqual(["pass", "pass", "pass"]);
  });

  it.each<[string, "pass", Handler]>([
    ["400", "pass", (_request, response) => sendJson(response, {}, 400)],
    ["403", "pass", (_request, response) => sendJson(response, {}, 403)],
    ["422", "pass", (_request, response) => sendHtml(response, "no", 422)],
    ["the form again", "pass", (_request, response) => sendHtml(response, '<input type="password">')],
    ["a redirect back to the form", "pass", (_request, response) => void response.writeHead(302, { location: "/login?error" }).end()],
  ])("passes after %s", async (_name, outcome, handler) => {
    const server = await startServer(handler);
    expect(await outcomeAt(targetOf(server.url, "cookie"), wrong)).toBe(outcome);
  });

  it.each<[string, string, Handler]>([
    ["accepts any password", "login-accepted", (_request, response) => sendJson(response, { token: "abcdefgh" }, 200, { "set-cookie": "sid=abcdefgh0123" })],
    ["crashes", "login-failed", (_request, response) => sendJson(response, {}, 500)],
    ["cuts the connection", "login-failed", (_request, response) => void response.destroy()],
    ["knows no login", "login-not-effective", (_request, response) => sendJson(response, {}, 404)],
    ["forbids the method", "login-not-effective", (_request, response) => sendJson(response, {}, 405)],
    ["is too busy to look", "login-not-effective", (_request, response) => sendJson(response, {}, 429)],
    ["answers 200 {} to everything", "login-not-effective", (_request, response) => sendJson(response, {})],
    ["shows the same page to everything", "login-not-effective", (_request, response) => sendHtml(response, "<h1>Shop</h1>")],
  ])("fails when the system %s (%s)", async (_name, code, handler) => {
    const server = await startServer(handler);
    expect(await outcomeAt(targetOf(server.url), wrong)).toBe(code);
    expect(await outcomeAt(targetOf(server.url, "cookie"), wrong)).toBe(code);
  });

  it("fails when nothing listens, and for a role that nobody declared", async () => {
    expect(await outcomeAt(targetOf(await deadOrigin()), wrong)).toBe("login-failed");
    expect(await outcomeAt(targetOf(await deadOrigin()), { ...wrong, role: "root" })).toBe("unknown-role");
  });

  it("does not use what should not have been issued", async () => {
    const server = await startLoginServer();
    const result = await runChain([login({ role: "admin", expect_failure: true }), request("/me", { expected_status: 401 })], { target: targetOf(server.url), method: "weighted" });
    expect(outcomes(result)).toEqual(["login-accepted", "pass"]);
  });

  it("asks the system, whatever is remembered", async () => {
    const server = await startLoginServer();
    const locked = { ...targetOf(server.url), users: { admin: { username: "ada", password: "wrong" } } };
    expect(outcomes(await runChain([login({ role: "admin" }), login({ role: "admin", expect_failure: true })], { target: locked, method: "weighted" }))).toEqual(["login-failed", "pass"]);
    expect(server.logins()).toHaveLength(2);
  });
});

describe("as written", () => {
  it("a login writes, but for nobody's", () => {
    const effects = authLogin.effects as (inputs: Record<string, unknown>) => string;
    expect([effects({ role: "admin" }), effects({ role: "{{role}}" }), effects({ role: "anonymous" })]).toEqual(["write", "write", "none"]);
    expect(authLogin.writes?.({ role: "admin" })).toEqual(["admin_token", "admin_id"]);
  });

  it("nobody can not be refused", async () => {
    await expect(outcomeAt({}, { role: "anonymous", expect_failure: true })).rejects.toMatchObject({ code: "DAG_INVALID", message: expect.stringContaining("contradictory-inputs") as unknown });
  });
});
