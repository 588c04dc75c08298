import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { startOAuthServer, type OAuthFlaw } from "../../support/oauth-server.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, startAnswering, startServer } from "../../support/server.js";

const code = {
  flow: "authorization_code",
  authorize_path: "/authorize",
  token_path: "/token",
  client_id: "app",
  redirect_uri: "myapp://callback/done",
  scope: "openid",
  credentials: { username: "ada", password: "correct-horse" },
};
const proofs = { verify_userinfo: { path: "/userinfo", expected_fields: ["sub"] }, introspect: { path: "/introspect" }, revoke: { path: "/revoke" } };
const device = { ...code, flow: "device_code", device_path: "/device", redirect_uri: undefined, scope: undefined, consent: { agree: "yes" } };

async function grade(flaw: OAuthFlaw | undefined, inputs: Record<string, unknown> = {}, start = code): Promise<StepResult> {
  const server = await startOAuthServer(flaw);
  const id_token = "id_token" in inputs && inputs["id_token"] === true ? { id_token: { issuer: server.url, jwks_path: "/keys" } } : {};
  return runStep("oauth_flow", { ...start, ...inputs, ...id_token }, { target: { baseUrl: server.url } });
}

describe("oauth_flow passes a server that is right", () => {
  it.each<[string, Record<string, unknown>]>([
    ["with a code, by its own login form", {}],
    ["with every proof", proofs],
    ["with an id_token", { id_token: true }],
    ["when it refuses a wrong verifier", { inject: "bad_verifier" }],
    ["when it refuses a used code", { inject: "reuse_code" }],
    ["when it refuses another redirect URI", { inject: "wrong_redirect" }],
    ["when it refuses another client", { inject: "wrong_client" }],
    ["when it refuses a used refresh token", { inject: "reuse_refresh" }],
    ["with a password", { flow: "password", scope: undefined }],
    ["for a client alone", { flow: "client_credentials", scope: undefined }],
  ])("%s", async (_what, inputs) => {
    expect(await grade(undefined, inputs)).toMatchObject({ outcome: "pass" });
  });

  it("for a role that the target's own login knows, and a token that is exchanged", async () => {
    const server = await startOAuthServer();
    const node = await runChain(
      [
        { type: "oauth_flow", inputs: { ...code, credentials: undefined, role: "admin" } },
        { type: "oauth_flow", inputs: { flow: "token_exchange", token_path: "/token", client_id: "app", audience: "billing" } },
        { type: "oauth_flow", inputs: { flow: "password", token_path: "/token", client_id: "app", role: "admin" } },
      ],
      { target: { baseUrl: server.url, users: { admin: { username: "ada", password: "correct-horse" } }, auth: { request: { path: "/login", json: {} } } } },
    );
    expect(node).toMatchObject({ status: "PASSED" });
    expect(server.seen.filter(({ path, headers }) => path === "/token" && headers.cookie !== undefined)).toEqual([]);
  });

  it("with a device, also when it asks for patience", async () => {
    expect(await grade(undefined, {}, device as unknown as typeof code)).toMatchObject({ outcome: "pass" });
  });
});

describe("oauth_flow fails a server that", () => {
  it.each<[OAuthFlaw, Record<string, unknown>, string]>([
    ["ignores-verifier", { inject: "bad_verifier" }, "tampering-accepted"],
    ["reuses-code", { inject: "reuse_code" }, "tampering-accepted"],
    ["ignores-redirect", { inject: "wrong_redirect" }, "tampering-accepted"],
    ["ignores-client", { inject: "wrong_client" }, "tampering-accepted"],
    ["reuses-refresh", { inject: "reuse_refresh" }, "tampering-accepted"],
    ["refuses-without-error", { inject: "reuse_code" }, "not-refused"],
    ["breaks-when-refusing", { inject: "reuse_code" }, "not-refused"],
    ["refuses-all", { inject: "bad_verifier" }, "no-code"],
    ["refuses-all", { flow: "client_credentials", inject: "wrong_client" }, "token-refused"],
    ["drops-state", {}, "state-mismatch"],
    ["other-state", {}, "state-mismatch"],
    ["no-code", {}, "no-code"],
    ["denies", {}, "authorization-refused"],
    ["no-access-token", {}, "bad-token-answer"],
    ["other-type", {}, "bad-token-answer"],
    ["html-token", {}, "bad-token-answer"],
    ["status-201", {}, "token-refused"],
    ["open-userinfo", proofs, "userinfo-failed"],
    ["closed-userinfo", proofs, "userinfo-failed"],
    ["all-active", proofs, "introspection-failed"],
    ["revokes-nothing", proofs, "revocation-failed"],
    ["revokes-nothing", { ...proofs, introspect: undefined }, "revocation-failed"],
    ["unsigned-id", { id_token: true }, "id-token-invalid"],
    ["foreign-signature", { id_token: true }, "id-token-invalid"],
    ["other-nonce", { id_token: true }, "id-token-invalid"],
    ["other-audience", { id_token: true }, "id-token-invalid"],
    ["expired-id", { id_token: true }, "id-token-invalid"],
    ["other-at-hash", { id_token: true }, "id-token-invalid"],
    ["no-id", {}, "no-id-token"],
  ])("%s, with %j", async (flaw, inputs, why) => {
    expect(await grade(flaw, inputs)).toMatchObject({ outcome: "fail", code: why });
  });

  it.each<[OAuthFlaw, Record<string, unknown>, string]>([
    ["device-unasked", {}, "not-pending"],
    ["device-never", { poll: { timeout_ms: 1_100 } }, "poll-timeout"],
    ["device-hurried", { poll: { timeout_ms: 1_500 } }, "poll-timeout"],
  ])("%s", async (flaw, inputs, why) => {
    expect(await grade(flaw, { ...inputs, consent: { agree: "yes" } }, device as unknown as typeof code)).toMatchObject({ outcome: "fail", code: why });
  });

  it("refuses a user who does not agree", async () => {
    expect(await grade(undefined, { consent: { agree: "no" } }, device as unknown as typeof code)).toMatchObject({ outcome: "fail", code: "device-not-approved" });
  });

  it("refuses the password at its form", async () => {
    expect(await grade(undefined, { credentials: { username: "ada", password: "wrong-horse" } })).toMatchObject({ outcome: "fail", code: "login-failed" });
  });

  it.each<[string, () => Promise<string>, string]>([
    ["is not there", deadOrigin, "connection-failed"],
    ["closes midway", async () => (await startAnswering("HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 9\r\n\r\nab")).url, "connection-failed"],
    ["sends the browser round and round", async () => (await startServer((_request, response) => void response.writeHead(302, { location: "/authorize" }).end())).url, "redirect-loop"],
    ["sends the browser elsewhere", async () => (await startServer((_request, response) => void response.writeHead(302, { location: "https://evil.example/authorize" }).end())).url, "foreign-origin"],
    ["sends a code to a redirect URI that only begins like ours", async () => (await startServer((_request, response) => void response.writeHead(302, { location: "http://127.0.0.1:9/callback/done-too?code=x" }).end())).url, "foreign-origin"],
    ["shows a page without a form", async () => (await startServer((_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<div id=app>"))).url, "no-code"],
  ])("%s", async (_what, start, why) => {
    expect(await runStep("oauth_flow", code, { target: { baseUrl: await start() } })).toMatchObject({ outcome: "fail", code: why });
  });

  it("never answers, within the step's time", async () => {
    const { url } = await startServer(() => undefined);
    expect(await runStep("oauth_flow", code, { target: { baseUrl: url }, timeouts: { stepMs: 300 } })).toMatchObject({ outcome: "fail", code: "time-out" });
  });
});
