import { describe, expect, it } from "vitest";
import type { NodeResult } from "../../../src/model/evaluation.js";
import type { Target } from "../../../src/ports/target.js";
import type { InputFinding } from "../../../src/primitives/define.js";
import { permissionCheck } from "../../../src/primitives/auth/permission-check.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { startLoginServer, targetOf, users } from "../../support/login-server.js";
import { deadOrigin, sendHtml, sendJson, startServer } from "../../support/server.js";

const check = (inputs: Record<string, unknown>) => ({ type: "permission_check", inputs });
const login = (role: string) => ({ type: "auth_login", inputs: { role } });

function outcomes({ steps }: NodeResult): (string | undefined)[] {
  return steps.map(({ outcome, code }) => code ?? outcome);
}

/** The outcome of one check by a role whose requests, all but the login, are answered like this. */
async function outcomeFor(status: number, inputs: Record<string, unknown>, headers: Record<string, string> = {}, body = "{}"): Promise<string | undefined> {
  const server = await startLoginServer(({ path }, response) => {
    if (path === "/login") return false;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(status === 204 || status === 304 ? undefined : body);
    return true;
  });
  return outcomes(await runChain([check({ role: "member", path: "/admin", ...inputs })], { target: targetOf(server.url) }))[0];
}

describe("denied", () => {
  const denied = { expected_result: "denied" };

  it.each([
    [401, {}, "pass"],
    [403, {}, "pass"],
    [200, {}, "denied-expected"],
    [204, {}, "denied-expected"],
    [302, {}, "denied-expected"],
    [400, {}, "denied-expected"],
    [404, {}, "denied-expected"],
    [405, {}, "denied-expected"],
    [409, {}, "denied-expected"],
    [422, {}, "denied-expected"],
    [429, {}, "denied-expected"],
    [500, {}, "denied-expected"],
    [503, {}, "denied-expected"],
    [404, { denied_codes_extend: [404] }, "pass"],
    [403, { denied_codes_extend: [404] }, "pass"],
    [422, { denied_codes_extend: 422 }, "pass"],
    [404, { denied_codes_extend: ["4xx"] }, "pass"],
    [401, { acceptable_statuses: [403] }, "denied-expected"],
    [403, { acceptable_statuses: 403 }, "pass"],
    [422, { acceptable_statuses: [403, 422] }, "pass"],
  ])("%i with %j: %s", async (status, inputs, outcome) => expect(await outcomeFor(status, { ...denied, ...inputs })).toBe(outcome));

  it.each([
    ["/login?next=%2Fadmin", "pass"],
    ["/auth/", "pass"],
    ["https://sso.example.test/auth/realms/x", "denied-expected"],
    ["https://elsewhere.example.test/login", "denied-expected"],
    ["/login-history", "denied-expected"],
    ["/login/success", "denied-expected"],
    ["/users/sign_in", "pass"],
    ["/", "denied-expected"],
    ["/authors", "denied-expected"],
    ["/admin/", "denied-expected"],
    ["http://[", "denied-expected"],
  ])("a listed 302 to %s: %s", async (location, outcome) => {
    expect(await outcomeFor(302, { ...denied, denied_codes_extend: [302] }, { location })).toBe(outcome);
  });

  it("a listed 302 that leads nowhere is none, nor is a 302 to /login that is not listed", async () => {
    expect(await outcomeFor(302, { ...denied, denied_codes_extend: [302] })).toBe("denied-expected");
    expect(await outcomeFor(302, denied, { location: "/login" })).toBe("denied-expected");
  });

  it("is not what an outage, an unknown role or a failed login looks like", async () => {
    const dead = targetOf(await deadOrigin());
    expect(outcomes(await runChain([check({ path: "/admin", ...denied })], { target: dead }))).toEqual(["connection-failed"]);
    expect(outcomes(await runChain([check({ path: "/admin", role: "member", ...denied })], { target: dead }))).toEqual(["login-failed"]);
    const server = await startLoginServer();
    const target = { ...targetOf(server.url), users: { ...users, locked: { username: "eve", password: "none" } } };
    expect(outcomes(await runChain([check({ path: "/admin", role: "root", ...denied })], { target }))).toEqual(["unknown-role"]);
    expect(outcomes(await runChain([check({ path: "/admin", role: "locked", ...denied })], { target }))).toEqual(["login-failed"]);
    expect(server.seen.filter(({ path }) => path === "/admin")).toEqual([]);
  });

  it("is not what the expired session of a role looks like", async () => {
    const server = await startLoginServer();
    const target = targetOf(server.url);
    const chain = [login("member"), { type: "http_request", inputs: { path: "/me" } }, check({ path: "/me", ...denied })];
    const result = runChain(chain, { target, onEvent: (event) => event.type === "step-end" && event.index === 1 && server.forget() });
    expect(outcomes(await result).at(-1)).toBe("denied-expected");
  });
});

describe("a 404 behind an id", () => {
  const denied = { expected_result: "denied", denied_codes_extend: [404] };
  const create = (expected: number) => ({ type: "http_request", inputs: { method: "POST", path: "/items", expected_status: expected, capture: { item: "$.id" } } });

  async function shop(createStatus: number): Promise<Target> {
    const server = await startServer(({ method, path }, response) => sendJson(response, { id: 7 }, method === "POST" && path === "/items" ? createStatus : 404));
    return { baseUrl: server.url };
  }

  it("is a denial when a success gave the id", async () => {
    expect(outcomes(await runChain([create(201), check({ path: "/items/{{item}}", ...denied })], { target: await shop(201) }))).toEqual(["pass", "pass"]);
    expect(outcomes(await runChain([check({ action: "DELETE /items/{{seed}}", ...denied })], { target: await shop(201), variables: { seed: 7 } }))).toEqual(["pass"]);
  });

  it("is none when an error gave it: nothing says that the thing exists", async () => {
    for (const where of [{ path: "/items/{{item}}" }, { action: "GET /items/{{item}}" }]) {
      expect(outcomes(await runChain([create(422), check({ ...where, ...denied })], { target: await shop(422) }))).toEqual(["pass", "unproven-path"]);
    }
  });

  it("is one again when a control role may see it", async () => {
    const server = await startLoginServer(({ method, path }, response, who) => {
      if (path === "/login") return false;
      sendJson(response, { id: 7 }, method === "POST" ? 422 : who === "ada" ? 200 : 404);
      return true;
    });
    const chain = [create(422), check({ path: "/items/{{item}}", control_role: "admin", ...denied })];
    expect(outcomes(await runChain(chain, { target: targetOf(server.url) }))).toEqual(["pass", "pass"]);
  });

  it("is not sent at all when nothing has set the id", async () => {
    const server = await startServer((_request, response) => sendJson(response, {}, 404));
    const result = await runChain([{ type: "http_request", inputs: { path: "/", capture: { item: { path: "$.id", optional: true } } } }, check({ path: "/items/{{item}}", ...denied })], { target: { baseUrl: server.url } });
    expect(outcomes(result)).toEqual(["pass", "unresolved-placeholder"]);
    expect(server.seen).toHaveLength(1);
  });
});

describe("allowed", () => {
  const allowed = { expected_result: "allowed" };

  it.each([
    [200, {}, "pass"],
    [201, {}, "pass"],
    [204, {}, "pass"],
    [302, {}, "allowed-expected"],
    [304, {}, "allowed-expected"],
    [401, {}, "allowed-expected"],
    [403, {}, "allowed-expected"],
    [404, {}, "allowed-expected"],
    [500, {}, "allowed-expected"],
    [404, { allowed_codes_extend: [404] }, "pass"],
    [200, { allowed_codes_extend: [404] }, "pass"],
    [200, { acceptable_statuses: [201] }, "allowed-expected"],
    [201, { acceptable_statuses: 201 }, "pass"],
  ])("%i with %j: %s", async (status, inputs, outcome) => expect(await outcomeFor(status, { ...allowed, ...inputs })).toBe(outcome));

  it("a listed 302 counts, but not one to a login page, except for a logout", async () => {
    const listed = { ...allowed, acceptable_statuses: [200, 302] };
    expect(await outcomeFor(302, listed, { location: "/items/7" })).toBe("pass");
    expect(await outcomeFor(302, listed, { location: "/login" })).toBe("allowed-expected");
    expect(await outcomeFor(302, { ...listed, path: "/logout" }, { location: "/login" })).toBe("pass");
  });

  it("to be led to the login page is none", async () => {
    const server = await startServer(({ path }, response) => (path === "/admin" ? void response.writeHead(302, { location: "/login" }).end() : sendHtml(response, "log in")));
    const result = await runChain([check({ path: "/admin", follow_redirects: true, ...allowed })], { target: { baseUrl: server.url } });
    expect(outcomes(result)).toEqual(["allowed-expected"]);
  });
});

describe("as whom", () => {
  const me = { path: "/me" };

  it("as the acting role, which stays as it is whoever asks in between", async () => {
    const server = await startLoginServer();
    const chain = [
      login("admin"),
      check({ ...me, expected_result: "allowed" }),
      check({ ...me, role: "anonymous", expected_result: "denied" }),
      check({ ...me, token: null, expected_result: "denied" }),
      check({ ...me, auth: "none", expected_result: "denied" }),
      check({ ...me, token: "forged", expected_result: "denied" }),
      check({ ...me, role: "member", expected_result: "allowed" }),
      { type: "http_request", inputs: { path: "/me" } },
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.who", expected: "ada" }] } },
    ];
    expect(outcomes(await runChain(chain, { target: targetOf(server.url, "cookie") }))).toEqual(Array.from({ length: 9 }, () => "pass"));
  });

  it("sends what the request keys say", async () => {
    const server = await startLoginServer(({ path }, response) => {
      if (!path.startsWith("/items")) return false;
      sendJson(response, {}, 403);
      return true;
    });
    const inputs = { action: "post /items", query: { a: 1 }, body: {}, headers: { "x-a": "1" }, role: "member", expected_result: "denied" };
    expect(outcomes(await runChain([check(inputs)], { target: targetOf(server.url) }))).toEqual(["pass"]);
    expect(server.seen.at(-1)).toMatchObject({ method: "POST", path: "/items?a=1", body: "{}", headers: { "x-a": "1" } });
  });

  it("leaves its answer for the next step", async () => {
    const server = await startLoginServer();
    const chain = [check({ ...me, expected_result: "denied" }), { type: "status_code_assert", inputs: { acceptable_statuses: [401] } }];
    expect(outcomes(await runChain(chain, { target: targetOf(server.url) }))).toEqual(["pass", "pass"]);
  });
});

describe("a control role", () => {
  it.each([
    ["the control is denied too: every route is 403", () => 403, "control-denied"],
    ["the control is not found: every route is 404", () => 404, "control-denied"],
    ["the control is allowed, the role is not", (who: string | undefined) => (who === "ada" ? 200 : 403), "pass"],
    ["both are allowed", () => 200, "denied-expected"],
  ])("%s", async (_name, statusFor, outcome) => {
    const server = await startLoginServer(({ path }, response, who) => {
      if (path === "/login") return false;
      sendJson(response, {}, statusFor(who));
      return true;
    });
    const inputs = { path: "/admin", role: "member", control_role: "admin", expected_result: "denied", denied_codes_extend: [404] };
    expect(outcomes(await runChain([check(inputs)], { target: targetOf(server.url) }))).toEqual([outcome]);
  });

  it("asks without what speaks for somebody else", async () => {
    const server = await startLoginServer();
    const inputs = { path: "/me", token: "forged", headers: { authorization: "Bearer forged", "x-a": "1" }, cookies: { sid: "forged" }, control_role: "admin", expected_result: "denied" };
    expect(outcomes(await runChain([check(inputs)], { target: targetOf(server.url) }))).toEqual(["pass"]);
    expect(server.seen.filter(({ path }) => path === "/me").map(({ headers }) => [headers.authorization?.slice(0, 19), headers["x-a"]])).toEqual([
      ["Bearer session-ada-", "1"],
      ["Bearer forged", "1"],
    ]);
  });
});

describe("as written", () => {
  it.each([
    [{ path: "/x" }, "read"],
    [{ action: "GET /x" }, "read"],
    [{ action: "head /x" }, "read"],
    [{ path: "/x", role: "anonymous" }, "read"],
    [{ method: "POST", path: "/x" }, "write"],
    [{ action: "DELETE /x" }, "write"],
    [{ action: "{{verb}} /x" }, "write"],
    [{ method: "{{verb}}", path: "/x" }, "write"],
    [{ path: "/x", role: "member" }, "write"],
    [{ path: "/x", role: "{{role}}" }, "write"],
    [{ path: "/x", role: "anonymous", control_role: "admin" }, "write"],
  ])("%j: %s", (inputs, effect) => {
    expect((permissionCheck.effects as (inputs: Record<string, unknown>) => string)(inputs)).toBe(effect);
  });

  const problems = (inputs: Record<string, unknown>): string[] => {
    const findings: readonly InputFinding[] = permissionCheck.check?.(permissionCheck.inputs.parse(inputs)) ?? [];
    return findings.map(({ code }) => code);
  };

  it.each([
    [{ expected_result: "denied" }, ["invalid-input"]],
    [{ expected_result: "denied", path: "/x", action: "GET /x" }, ["invalid-input"]],
    [{ expected_result: "denied", method: "GET", action: "GET /x" }, ["invalid-input"]],
    [{ expected_result: "denied", action: "kickParticipant" }, ["invalid-action"]],
    [{ expected_result: "denied", action: "POST /graphql (add a tag)" }, ["invalid-action"]],
    [{ expected_result: "denied", path: "/x", acceptable_statuses: [200, 403] }, ["denied-accepts-success"]],
    [{ expected_result: "denied", path: "/x", denied_codes_extend: ["5xx"] }, ["denied-accepts-success"]],
    [{ expected_result: "allowed", path: "/x", acceptable_statuses: [200, 403] }, ["allowed-accepts-failure"]],
    [{ expected_result: "allowed", path: "/x", allowed_codes_extend: ["4xx"] }, ["allowed-accepts-failure"]],
    [{ expected_result: "allowed", path: "/x", denied_codes_extend: [404] }, ["no-effect"]],
    [{ expected_result: "denied", action: "DELETE /x", control_role: "admin" }, ["unsafe-control"]],
    [{ expected_result: "denied", path: "/x", role: "admin", control_role: "admin" }, ["contradictory-inputs"]],
    [{ expected_result: "denied", path: "/x", auth: "none", role: "admin" }, ["conflicting-identity"]],
    [{ expected_result: "denied", path: "/x", control_role: "admin", denied_codes_extend: [404, 302] }, []],
    [{ expected_result: "allowed", action: "GET /x", allowed_codes_extend: [302, 404] }, []],
  ])("%j: %j", (inputs, codes) => expect(problems(inputs)).toEqual(codes));
});
