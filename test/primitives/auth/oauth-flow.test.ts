import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { REDIRECT_URI, startOidcServer, type OidcServer } from "../../support/oidc-server.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";

let oidc: OidcServer;
beforeAll(async () => {
  oidc = await startOidcServer();
});
afterAll(() => oidc.close());

const discovery = "/.well-known/openid-configuration";
const code = {
  flow: "authorization_code",
  discovery,
  client_id: "web-app",
  client_secret: "web-secret-0123456789",
  redirect_uri: REDIRECT_URI,
  scope: "openid offline_access email",
  credentials: { login: "ada", password: "correct-horse" },
  consent: {},
};
const machine = { flow: "client_credentials", token_path: "/token", client_id: "machine", client_secret: "machine-secret-0123456789" };

const grade = (inputs: Record<string, unknown>, options: ChainOptions = {}): Promise<StepResult> => runStep("oauth_flow", inputs, { target: { baseUrl: oidc.url }, ...options });

describe("oauth_flow against a real server", () => {
  it("exchanges a code with PKCE, after login and consent, and validates what it gets", async () => {
    const result = await grade({
      ...code,
      verify_userinfo: { expected_fields: { sub: "ada", email: "ada@example.test" } },
      id_token: { claims: { sub: "ada" } },
      expected_expires_in: { operator: "gt", expected: 60 },
    });
    expect(result).toMatchObject({ outcome: "pass", evidence: { flow: "authorization_code", userinfo: { status: 200 }, id_token: { issuer: oidc.url } } });
  });

  it.each<[string, Record<string, unknown>]>([
    ["endpoints named one by one", { discovery: undefined, authorize_path: "/auth", token_path: "/token", verify_userinfo: { path: "/me", expected_fields: ["sub"] } }],
    ["a client that uses the Basic scheme", { client_id: "basic-app", client_secret: "basic secret:0123456789", client_auth: "basic" }],
    ["a public client", { client_id: "public-app", client_secret: undefined }],
    ["scopes as a list", { scope: ["openid", "email"] }],
    ["introspection", { introspect: {} }],
    ["revocation", { introspect: {}, verify_userinfo: {}, revoke: {} }],
    ["a wrong verifier, which is refused", { inject: "bad_verifier" }],
    ["a code that is used twice, which is refused", { inject: "reuse_code" }],
    ["another redirect URI, which is refused", { inject: "wrong_redirect" }],
    ["a rotated refresh token that is used again, which is refused", { inject: "reuse_refresh" }],
    ["another client, which is refused", { inject: "wrong_client" }],
  ])("passes with %s", async (_what, inputs) => {
    expect(await grade({ ...code, ...inputs })).toMatchObject({ outcome: "pass" });
  });

  it("gets a token for a client alone, by secret or assertion", async () => {
    expect(await grade(machine)).toMatchObject({ outcome: "pass" });
    expect(await grade({ ...machine, inject: "wrong_client" })).toMatchObject({ outcome: "pass" });
    const signing = { flow: "client_credentials", discovery, client_id: "signing-app", assertion: { alg: "ES256", key: oidc.clientKey } };
    expect(await grade(signing)).toMatchObject({ outcome: "pass" });
    expect(await grade({ ...signing, inject: "reuse_jti" })).toMatchObject({ outcome: "pass" });
    expect(await grade({ ...signing, assertion: { alg: "ES256", key: "not a key" } })).toMatchObject({ outcome: "fail", code: "invalid-key" });
  });

  it("refreshes what an earlier step got", async () => {
    const refresh = { flow: "refresh_token", discovery, client_id: code.client_id, client_secret: code.client_secret };
    const node = await runChain(
      [
        { type: "oauth_flow", inputs: code },
        { type: "http_request", inputs: { path: "/me", headers: { authorization: "Bearer {{access_token}}" }, expected_status: 200 } },
        { type: "oauth_flow", inputs: refresh },
        { type: "oauth_flow", inputs: { ...refresh, refresh_token: "{{refresh_token}}", inject: "reuse_refresh" } },
      ],
      { target: { baseUrl: oidc.url } },
    );
    expect(node.steps.map(({ outcome, code: why }) => [outcome, why])).toEqual(node.steps.map(() => ["pass", undefined]));
    expect(node.steps).toHaveLength(4);
  });

  it("lets a user approve a device", async () => {
    const pause = promisify(setTimeout);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }); // the server wants 5 seconds between two questions
    onTestFinished(() => void vi.useRealTimers());
    let result: StepResult | undefined;
    const grading = grade({ ...code, flow: "device_code", redirect_uri: undefined, introspect: {} }).then((graded) => (result = graded));
    while (result === undefined) await Promise.race([grading, pause(10).then(() => vi.advanceTimersByTimeAsync(200))]);
    expect(result).toMatchObject({ outcome: "pass" });
  }, 30_000);

  it("shows no secret in its result", async () => {
    const node = await runChain(
      [{ type: "oauth_flow", inputs: code }, { type: "json_value_assert", inputs: { assertions: [{ path: "$.access_token", operator: "equals", expected: "no" }] } }],
      { target: { baseUrl: oidc.url } },
    );
    expect(node.steps[1]).toMatchObject({ outcome: "fail" });
    const text = JSON.stringify(node);
    for (const secret of [code.client_secret, code.credentials.password]) expect(text).not.toContain(secret);
    expect(text).toContain("[masked]");
    expect(text).not.toMatch(/"(?:access|refresh|id)_token":"(?!\[masked\])/);
    expect(text).not.toMatch(/[?&]code=/);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["a wrong secret", { ...code, client_secret: "wrong-secret-0123456789" }, "token-refused"],
    ["an unknown client", { ...code, client_id: "nobody" }, "no-code"],
    ["a redirect URI that is not the client's", { ...code, redirect_uri: "https://other.example/callback" }, "no-code"],
    ["no user", { ...code, credentials: undefined }, "login-required"],
    ["no consent", { ...code, consent: undefined }, "consent-required"],
    ["another id in the token", { ...code, id_token: { claims: { sub: "bob" } } }, "id-token-invalid"],
    ["another issuer than expected", { ...code, id_token: { issuer: "https://issuer.example" } }, "id-token-invalid"],
    ["fields that are not there", { ...code, verify_userinfo: { expected_fields: ["phone"] } }, "userinfo-failed"],
    ["a description that is not there", { ...code, discovery: "/.well-known/nothing" }, "discovery-failed"],
    ["an unused refresh grant", { ...machine, flow: "refresh_token" }, "no-refresh-token"],
    ["a made-up refresh token", { ...code, flow: "refresh_token", refresh_token: "made-up-refresh-token" }, "token-refused"],
  ])("fails for %s", async (_what, inputs, why) => {
    const result = await grade(inputs);
    // an issuer that does not fit may show before the token is looked at
    expect(["issuer-mismatch", why]).toContain(result.code);
    expect(result.outcome).toBe("fail");
  });

  it("is an error for a flow that nobody knows, and a warning beforehand", async () => {
    expect(await grade({ ...machine, flow: "platform_oauth_token_exchange" })).toMatchObject({ outcome: "error", code: "unsupported-flow" });
  });

  it.each<[string, Record<string, unknown>]>([
    ["no endpoint", { flow: "client_credentials", client_id: "x" }],
    ["no redirect URI", { ...code, redirect_uri: undefined }],
    ["a wrong verifier without PKCE", { ...code, pkce: "none", inject: "bad_verifier" }],
    ["a code where there is none", { ...machine, inject: "reuse_code" }],
    ["a repeated assertion without one", { ...machine, inject: "reuse_jti" }],
    ["two ways to authenticate", { ...machine, assertion: { alg: "ES256", key: "x" } }],
    ["a revocation that nothing shows", { ...code, revoke: {} }],
    ["a password grant without a user", { ...machine, flow: "password" }],
    ["an unknown fault", { ...code, inject: "magic" }],
    ["an unknown key", { ...code, verifier: "x" }],
  ])("is refused with %s", async (_what, inputs) => {
    expect(await refusalOf(grade(inputs))).not.toEqual([]);
  });
});
