import { SetupError } from "../../model/outcome.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { OAuthClient } from "./oauth-client.js";
import { obtainGrant } from "./oauth-grants.js";
import { injectFault } from "./oauth-inject.js";
import { FLOWS, oauthInputs, type OAuthInputs } from "./oauth-inputs.js";
import { judgeAnswer, judgeIdToken, judgeIntrospection, judgeRevocation, judgeUserinfo } from "./oauth-proofs.js";
import { findServer } from "./oauth-server.js";

/** `oauth_flow` (P25): a real exchange with an OAuth 2 or OpenID Connect server, and, when told so, one that it must refuse. */
export const oauthFlow = definePrimitive({
  name: "oauth_flow",
  code: "P25",
  family: "auth",
  summary: "Passes when the flow brought a token that the server issued for it, everything asked of the token holds, and with `inject` the same flow done wrong was refused.",
  inputs: oauthInputs,
  effects: "write",
  produces: ["response"],
  harvest: false,
  writes: () => VARIABLES,
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const { flow } = given;
    if (!isKnown(flow)) throw new SetupError("unsupported-flow", `expected one of ${FLOWS.join(", ")}, got ${JSON.stringify(flow)}; register a primitive of yours for it`);
    const server = await findServer(given, ctx);
    const client = new OAuthClient(given, server, ctx);
    const grant = await obtainGrant(flow, given, client, ctx);
    const response = await grant.redeem();
    ctx.produce(response);
    let answer = client.read(response);
    judgeAnswer(answer, given);
    const seen: Record<string, unknown> = { flow, trail: grant.trail, token: Object.keys(answer.body) };
    seen["id_token"] = await judgeIdToken(answer, grant.nonce, given, client, ctx);
    seen["userinfo"] = await judgeUserinfo(answer.accessToken, given, client, ctx);
    seen["introspection"] = await judgeIntrospection(answer.accessToken, given, client);
    if (given.inject !== undefined) {
      const injected = await injectFault(given.inject, { flow, grant, answer }, given, client, ctx);
      seen["inject"] = injected.evidence;
      answer = injected.answer;
    }
    seen["revocation"] = await judgeRevocation(answer.accessToken, given, client, ctx);
    const tokens = { access_token: answer.accessToken, refresh_token: answer.refreshToken, id_token: answer.idToken };
    for (const [name, token] of Object.entries(tokens)) if (token !== undefined) ctx.vars.set(name, token);
    return ctx.pass(seen);
  },
});

const VARIABLES = ["access_token", "refresh_token", "id_token"];

function isKnown(flow: string): flow is (typeof FLOWS)[number] {
  return (FLOWS as readonly string[]).includes(flow);
}

/** Which flows a fault can be injected into. */
const INJECTABLE: Readonly<Record<NonNullable<OAuthInputs["inject"]>, readonly string[]>> = {
  bad_verifier: ["authorization_code"],
  reuse_code: ["authorization_code", "device_code"],
  wrong_redirect: ["authorization_code"],
  reuse_refresh: ["authorization_code", "refresh_token", "password", "device_code"],
  wrong_client: FLOWS,
  reuse_jti: FLOWS,
};

function* problems(given: OAuthInputs): Generator<InputFinding> {
  const { flow, inject, discovery } = given;
  if (!isKnown(flow)) {
    yield { code: "unsupported-flow", severity: "warning", message: `the step ends as an error: expected one of ${FLOWS.join(", ")} as \`flow\`, got ${JSON.stringify(flow)}`, path: ["flow"] };
    return;
  }
  const needed = { token_path: true, authorize_path: flow === "authorization_code", device_path: flow === "device_code" };
  for (const [key, isNeeded] of Object.entries(needed)) {
    if (isNeeded && discovery === undefined && given[key as keyof typeof needed] === undefined) yield { code: "missing-input", message: `expected \`${key}\` or \`discovery\`, got neither`, path: [key] };
  }
  if (flow === "authorization_code" && given.redirect_uri === undefined) yield { code: "missing-input", message: "expected a `redirect_uri`, got none", path: ["redirect_uri"] };
  if (flow === "password" && given.role === undefined && given.credentials === undefined) yield { code: "missing-input", message: "expected `role` or `credentials`, got neither", path: ["role"] };
  if (given.client_secret !== undefined && given.assertion !== undefined) yield { code: "conflicting-keys", message: "expected a client to authenticate in one way, got `client_secret` and `assertion`", path: ["assertion"] };
  if (given.revoke !== undefined && given.introspect === undefined && given.verify_userinfo === undefined) {
    yield { code: "vacuous", message: "a revocation endpoint answers 200 whatever it does; show its effect with `introspect` or `verify_userinfo`", path: ["revoke"] };
  }
  if (inject === undefined) return;
  if (!INJECTABLE[inject].includes(flow)) yield { code: "conflicting-keys", message: `expected ${INJECTABLE[inject].join(" or ")} as the flow for ${inject}, got ${flow}`, path: ["inject"] };
  if (inject === "bad_verifier" && given.pkce === "none") yield { code: "conflicting-keys", message: "expected a flow with PKCE for bad_verifier, got `pkce: none`", path: ["inject"] };
  if (inject === "reuse_jti" && given.assertion === undefined) yield { code: "conflicting-keys", message: "expected an `assertion` for reuse_jti, got none", path: ["inject"] };
}
