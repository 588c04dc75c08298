import { isJsonObject } from "../../match/equality.js";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import type { OAuthInputs } from "./oauth-inputs.js";
import { parseUrl } from "../../model/parse-url.js";

/** The endpoints of a server and what it says about itself; those that nobody named are undefined. */
export interface OAuthServer {
  readonly authorize: string | undefined;
  readonly token: string | undefined;
  readonly device: string | undefined;
  readonly userinfo: string | undefined;
  readonly introspect: string | undefined;
  readonly revoke: string | undefined;
  readonly keys: string | undefined;
  readonly issuer: string | undefined;
  /** Ways to authenticate a client that it knows; undefined when it does not say. */
  readonly clientAuth: readonly string[] | undefined;
  /** It says its name in the answer to an authorization request (RFC 9207). */
  readonly namesItself: boolean;
}

/** The endpoints that the step names, else those of the server's own description. Throws a `StepFailure` for a description that is none. */
export async function findServer(given: OAuthInputs, ctx: PrimitiveContext): Promise<OAuthServer> {
  const found = given.discovery === undefined ? {} : await discover(given.discovery, given.id_token?.issuer, ctx);
  const text = (name: string): string | undefined => (typeof found[name] === "string" ? found[name] : undefined);
  const methods = found["token_endpoint_auth_methods_supported"];
  return {
    authorize: given.authorize_path ?? text("authorization_endpoint"),
    token: given.token_path ?? text("token_endpoint"),
    device: given.device_path ?? text("device_authorization_endpoint"),
    userinfo: given.verify_userinfo?.path ?? text("userinfo_endpoint"),
    introspect: given.introspect?.path ?? text("introspection_endpoint"),
    revoke: given.revoke?.path ?? text("revocation_endpoint"),
    keys: given.id_token?.jwks_path ?? text("jwks_uri"),
    issuer: given.id_token?.issuer ?? text("issuer"),
    clientAuth: Array.isArray(methods) ? methods.map(String) : undefined,
    namesItself: found["authorization_response_iss_parameter_supported"] === true,
  };
}

/** An endpoint that the flow needs. Throws a `StepFailure` with code `no-endpoint` when there is none. */
export function endpoint(server: OAuthServer, name: "authorize" | "token" | "device" | "userinfo" | "introspect" | "revoke" | "keys"): string {
  const path = server[name];
  if (path === undefined) throw new StepFailure("no-endpoint", `expected the ${name} endpoint, found none; name it in the step, or give \`discovery\``);
  return path;
}

/** A JSON object, or a `StepFailure` with this code. */
export function objectIn(response: ResponseRecord, code: string, what: string): Readonly<Record<string, unknown>> {
  const { json } = response;
  if (json.ok && isJsonObject(json.value)) return json.value;
  throw new StepFailure(code, `expected a JSON object as ${what}, got ${json.ok ? "another value" : json.reason} with status ${response.status}`);
}

/** OpenID Connect Discovery 1.0, section 4.3: the issuer must be where its description was found, unless the step names it. */
async function discover(path: string, named: string | undefined, ctx: PrimitiveContext): Promise<Readonly<Record<string, unknown>>> {
  const response = await ctx.identity.guest().send({ method: "GET", path });
  if (response.status !== 200) throw new StepFailure("discovery-failed", `expected status 200 from ${path}, got ${response.status}`);
  const found = objectIn(response, "discovery-failed", `the description at ${path}`);
  const issuer = found["issuer"];
  const { url } = response.request;
  if (typeof issuer !== "string" || parseUrl(issuer) === undefined) throw new StepFailure("discovery-failed", `expected an \`issuer\` at ${path}, got none`);
  if (issuer !== named && new URL(issuer).origin !== new URL(url).origin) throw new StepFailure("discovery-failed", `expected the issuer at ${path} to be of ${new URL(url).origin}, got ${issuer}`);
  return found;
}
