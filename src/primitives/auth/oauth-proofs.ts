import { isJsonObject } from "../../match/equality.js";
import { matchValue } from "../../match/matcher.js";
import { StepFailure } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import { errorIn, type OAuthClient, type TokenAnswer } from "./oauth-client.js";
import type { OAuthInputs } from "./oauth-inputs.js";
import { endpoint, objectIn } from "./oauth-server.js";

/** A token that no server has issued. */
const MADE_UP = "made-up-token-that-nobody-issued-0000";

/** The token answer itself: type and life. Throws a `StepFailure` with code `bad-token-answer`. */
export function judgeAnswer({ body }: TokenAnswer, given: OAuthInputs): void {
  const { token_type: type, expires_in: life } = body;
  if (typeof type !== "string" || type.toLowerCase() !== given.expected_token_type.toLowerCase()) {
    throw new StepFailure("bad-token-answer", `expected the token_type ${given.expected_token_type}, got ${typeof type === "string" ? type : "none"}`);
  }
  if (given.expected_expires_in === undefined) return;
  const { ok, message } = matchValue({ exists: life !== undefined, value: life }, given.expected_expires_in);
  if (!ok) throw new StepFailure("bad-token-answer", `expires_in: ${message}`);
}

/** The id_token, where one is asked for or a described server gives one. Throws `id-token-invalid`, `no-id-token`. */
export async function judgeIdToken({ idToken, accessToken }: TokenAnswer, nonce: string | undefined, given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<unknown> {
  const { issuer } = client.server;
  if (idToken === undefined) {
    if (given.id_token !== undefined || nonce !== undefined) throw new StepFailure("no-id-token", "expected an id_token in the token answer, got none");
    return undefined;
  }
  if (given.id_token === undefined && given.discovery === undefined) return undefined;
  if (issuer === undefined) throw new StepFailure("no-endpoint", "expected to know who issues id_tokens, do not; give `id_token.issuer` or `discovery`");
  const response = await ctx.identity.guest().send({ method: "GET", path: endpoint(client.server, "keys") });
  const keys = objectIn(response, "id-token-invalid", "the keys of the issuer");
  const claims = await ctx.tokens.verifyIdToken(idToken, { keys, clientSecret: given.client_secret, issuer, audience: given.client_id, nonce, accessToken, now: ctx.clock.now() });
  for (const [name, matcher] of Object.entries(given.id_token?.claims ?? {})) {
    const { ok, message } = matchValue({ exists: Object.hasOwn(claims, name), value: claims[name] }, matcher);
    if (!ok) throw new StepFailure("id-token-invalid", `claim ${name} of the id_token: ${message}`);
  }
  return { issuer, claims: Object.keys(claims) };
}

/** The token opens what it should, and a made-up one does not. Throws `userinfo-failed`. */
export async function judgeUserinfo(token: string, given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<unknown> {
  const { verify_userinfo: wanted } = given;
  if (wanted === undefined) return undefined;
  const { response, isOpen } = await useToken(token, client, ctx);
  if (!isOpen) throw new StepFailure("userinfo-failed", `expected status 2xx with the token, got ${response.status}${errorIn(response)}`);
  const fields = objectIn(response, "userinfo-failed", "what the token opens");
  const { expected_fields: expected } = wanted;
  for (const name of Array.isArray(expected) ? expected : Object.keys(expected)) {
    const found = { exists: Object.hasOwn(fields, name), value: fields[name] };
    const { ok, message } = Array.isArray(expected) ? { ok: found.exists, message: "expected it to be there, it is not" } : matchValue(found, expected[name]);
    if (!ok) throw new StepFailure("userinfo-failed", `field ${name}: ${message}`);
  }
  const other = await useToken(MADE_UP, client, ctx);
  if (other.isOpen) throw new StepFailure("userinfo-failed", `expected a made-up token to be refused, got status ${other.response.status}: the token opens nothing that was closed`);
  return { status: response.status, fields: Object.keys(fields) };
}

/** The server tells a token that it issued from one that it did not. Throws `introspection-failed`. */
export async function judgeIntrospection(token: string, given: OAuthInputs, client: OAuthClient): Promise<unknown> {
  if (given.introspect === undefined) return undefined;
  if (!(await isActive(token, client))) throw new StepFailure("introspection-failed", "expected the token to be active, the server says that it is not");
  if (await isActive(MADE_UP, client)) throw new StepFailure("introspection-failed", "expected a made-up token not to be active, the server says that it is");
  return { active: true };
}

/** The token is no longer worth anything once it is revoked. Throws `revocation-failed`. */
export async function judgeRevocation(token: string, given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<unknown> {
  if (given.revoke === undefined) return undefined;
  const response = await client.post(endpoint(client.server, "revoke"), { token, token_type_hint: "access_token" });
  if (response.status !== 200) throw new StepFailure("revocation-failed", `expected status 200 from the revocation endpoint, got ${response.status}${errorIn(response)}`);
  if (given.introspect !== undefined && (await isActive(token, client))) throw new StepFailure("revocation-failed", "expected the revoked token not to be active, the server says that it is");
  if (given.verify_userinfo !== undefined) {
    const { response: answer } = await useToken(token, client, ctx);
    if (answer.status !== 401 && answer.status !== 403) throw new StepFailure("revocation-failed", `expected the revoked token to be refused with 401 or 403, got status ${answer.status}`);
  }
  return { status: response.status };
}

async function useToken(token: string, client: OAuthClient, ctx: PrimitiveContext): Promise<{ response: TokenAnswer["response"]; isOpen: boolean }> {
  const path = endpoint(client.server, "userinfo");
  const response = await ctx.identity.guest().send({ method: "GET", path, headers: { authorization: `Bearer ${token}`, accept: "application/json" } });
  return { response, isOpen: response.status >= 200 && response.status < 300 };
}

/** RFC 7662, section 2.2. */
async function isActive(token: string, client: OAuthClient): Promise<boolean> {
  const response = await client.post(endpoint(client.server, "introspect"), { token, token_type_hint: "access_token" });
  const { json } = response;
  const active = json.ok && isJsonObject(json.value) ? json.value["active"] : undefined;
  if (response.status === 200 && typeof active === "boolean") return active;
  throw new StepFailure("introspection-failed", `expected status 200 and \`active\` from the introspection endpoint, got ${response.status}${errorIn(response)}`);
}
