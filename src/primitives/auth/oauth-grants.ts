import { createHash, randomBytes } from "node:crypto";
import { StepFailure } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import { isAt, visit } from "./oauth-browser.js";
import type { OAuthClient } from "./oauth-client.js";
import { approveDevice } from "./oauth-device.js";
import { scopeOf, visitorFor, type Grant } from "./oauth-grant.js";
import type { FLOWS, OAuthInputs } from "./oauth-inputs.js";
import { endpoint } from "./oauth-server.js";
import { parseUrl } from "../../model/parse-url.js";

/** Gets what the flow exchanges for a token: a code at the redirect URI, an approved device, or what the client has anyway. */
export async function obtainGrant(flow: (typeof FLOWS)[number], given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<Grant> {
  const scope = scopeOf(given);
  switch (flow) {
    case "authorization_code":
      return authorize(given, client, ctx);
    case "device_code":
      return approveDevice(given, client, ctx);
    case "client_credentials":
      return { redeem: (injected) => client.requestToken({ grant_type: flow, scope }, injected) };
    case "password": {
      const { username, email, password } = userOf(given, ctx);
      const name = username ?? email;
      if (name === undefined || password === undefined) throw new StepFailure("no-credentials", "expected a `username` and a `password`, got none; give `credentials`, or a `role` of the target that has them");
      ctx.addSecret(password);
      return { redeem: (injected) => client.requestToken({ grant_type: flow, username: name, password, scope }, injected) };
    }
    case "refresh_token": {
      const token = given.refresh_token ?? variable(ctx, "refresh_token");
      if (token === undefined) throw new StepFailure("no-refresh-token", "expected a refresh token, got none: no step of this run has brought one");
      return refreshWith(token, given, client, ctx);
    }
    case "token_exchange": {
      const token = given.subject_token ?? variable(ctx, "access_token");
      if (token === undefined) throw new StepFailure("no-subject-token", "expected a token to exchange, got none: no step of this run has brought one");
      ctx.addSecret(token);
      const { audience } = given;
      const fields = { grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", subject_token: token, subject_token_type: "urn:ietf:params:oauth:token-type:access_token", audience, scope };
      return { redeem: (injected) => client.requestToken(fields, injected) };
    }
  }
}

/** A refresh token is a grant of its own. */
export function refreshWith(token: string, given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Grant {
  ctx.addSecret(token);
  return { redeem: (injected) => client.requestToken({ grant_type: "refresh_token", refresh_token: token, scope: given.flow === "refresh_token" ? scopeOf(given) : undefined }, injected) };
}

/** RFC 6749, section 4.1, with RFC 7636, and the nonce of OpenID Connect where an id_token is asked for. */
async function authorize(given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<Grant> {
  const { client_id, redirect_uri: redirectUri = "", pkce } = given;
  if (parseUrl(redirectUri) === undefined) throw new StepFailure("invalid-input", `expected an absolute URL as \`redirect_uri\`, got ${JSON.stringify(redirectUri)}`);
  const scope = scopeOf(given);
  const [state, verifier, random] = [secretText(ctx), secretText(ctx), secretText(ctx)];
  const nonce = scope?.split(" ").includes("openid") === true ? random : undefined;
  const challenge = { S256: createHash("sha256").update(verifier).digest("base64url"), plain: verifier, none: undefined }[pkce];
  const query = {
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: pkce }),
    // without a new question some servers do not give a refresh token (OpenID Connect Core, section 11)
    ...(scope?.split(" ").includes("offline_access") === true && { prompt: "consent" }),
  };
  const { reached, page, trail } = await visit(visitorFor(given, ctx), { method: "GET", path: endpoint(client.server, "authorize"), query }, isAt(redirectUri));
  if (reached === undefined) throw new StepFailure("no-code", `expected to be sent to ${redirectUri} with a code, ended at ${page.request.path.replace(/\?.*/, "")} with status ${page.status}`, { trail });
  const answer = reached.searchParams;
  const error = answer.get("error");
  if (error !== null) throw new StepFailure("authorization-refused", `expected a code, got the error ${error}${answer.has("error_description") ? `: ${answer.get("error_description") ?? ""}` : ""}`, { trail });
  if (answer.get("state") !== state) throw new StepFailure("state-mismatch", `expected our \`state\` back at the redirect URI, got ${answer.has("state") ? "another one" : "none"}`, { trail });
  const { issuer, namesItself } = client.server;
  const iss = answer.get("iss");
  if ((namesItself || iss !== null) && issuer !== undefined && iss !== issuer) throw new StepFailure("issuer-mismatch", `expected ${issuer} as \`iss\` at the redirect URI, got ${iss ?? "none"}`, { trail });
  const code = answer.get("code");
  if (code === null || code === "") throw new StepFailure("no-code", "expected a code at the redirect URI, got none", { trail });
  ctx.addSecret(code);
  return {
    ...(nonce !== undefined && { nonce }),
    trail,
    redeem: (injected = {}) =>
      client.requestToken(
        { grant_type: "authorization_code", code, redirect_uri: injected.redirectUri ?? redirectUri, code_verifier: challenge === undefined ? undefined : (injected.verifier ?? verifier) },
        injected,
      ),
  };
}

/** The fields of the user: those of the step over those of the role, which the host gives as variables. */
function userOf({ role, credentials }: OAuthInputs, ctx: PrimitiveContext): { readonly [Field in "username" | "email" | "password"]: string | undefined } {
  const field = (name: string): string | undefined => credentials?.[name] ?? (role === undefined ? undefined : variable(ctx, `${role}_${name}`));
  return { username: field("username"), email: field("email"), password: field("password") };
}

function variable(ctx: PrimitiveContext, name: string): string | undefined {
  const value = ctx.vars.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** 43 characters, as RFC 7636 wants a verifier at least. */
function secretText(ctx: PrimitiveContext): string {
  const text = randomBytes(32).toString("base64url");
  ctx.addSecret(text);
  return text;
}
