import { z } from "zod";
import { valueMatcher } from "../../match/matcher.js";
import { urlPath } from "../placeholder.js";
import { textValue } from "../text-value.js";

/** The grants that are known. */
export const FLOWS = ["authorization_code", "client_credentials", "refresh_token", "password", "device_code", "token_exchange"] as const;
/** What can be done wrong on purpose. */
export const INJECTIONS = ["bad_verifier", "reuse_code", "wrong_redirect", "reuse_refresh", "wrong_client", "reuse_jti"] as const;

/** Inputs of `oauth_flow`. */
export const oauthInputs = z.strictObject({
  flow: z
    .union([z.enum(FLOWS), z.string().min(1)])
    .describe("The grant: `authorization_code`, `client_credentials`, `refresh_token`, `password`, `device_code` or `token_exchange`. Any other ends as an error: register a primitive of your own for it."),
  discovery: urlPath().optional().describe("Where the server describes itself, such as `/.well-known/openid-configuration`; gives every endpoint that the step does not."),
  authorize_path: urlPath().optional().describe("The authorization endpoint."),
  token_path: urlPath().optional().describe("The token endpoint."),
  device_path: urlPath().optional().describe("The device authorization endpoint."),
  client_id: textValue().describe("The client."),
  client_secret: textValue().optional().describe("Its secret; a public client has none."),
  client_auth: z.enum(["post", "basic"]).optional().describe("How the secret is sent: as fields of the form, or as HTTP's Basic scheme; default: what discovery names, else `post`."),
  redirect_uri: textValue().optional().describe("Where the code is sent; nothing has to listen there, and no request goes there."),
  scope: z.union([textValue(), z.array(textValue()).min(1)]).optional().describe("Scopes, as a list or separated by spaces."),
  pkce: z.enum(["S256", "plain", "none"]).default("S256").describe("How the code is bound to this client (RFC 7636)."),
  role: z.string().min(1).optional().describe("The user: a role of the target, who logs in as the target declares it; of `password`, whose `username` and `password` are sent."),
  credentials: z.record(z.string(), textValue()).optional().describe("The user, in the place of `role`: fields of the server's own login form. `username` fills the one field for text when none has that name, `password` the one for passwords."),
  consent: z.record(z.string(), textValue()).optional().describe("Fields of the forms in which the user agrees, `{}` for forms that need no more than to be sent; absent: a form to agree fails the step."),
  assertion: z
    .strictObject({
      alg: z.string().min(1).describe("Signature algorithm, such as `RS256`, `ES256`, `HS256`."),
      key: z.union([textValue(), z.record(z.string(), z.unknown())]).describe("A PEM (PKCS #8), a JWK, or the shared secret for HS*."),
    })
    .optional()
    .describe("The client authenticates by a signed assertion (RFC 7523) in the place of a secret."),
  refresh_token: textValue().optional().describe("Of `refresh_token`: the token; default: the variable `refresh_token`."),
  subject_token: textValue().optional().describe("Of `token_exchange` (RFC 8693): the token to exchange; default: the variable `access_token`."),
  audience: textValue().optional().describe("Of `token_exchange`: for whom the new token is."),
  inject: z
    .enum(INJECTIONS)
    .optional()
    .describe("Done once more and wrong, after it went well: `bad_verifier`, `reuse_code`, `wrong_redirect`, `reuse_refresh`, `wrong_client`, `reuse_jti`. The server must refuse it with an OAuth error."),
  expected_token_type: z.string().min(1).default("Bearer").describe("The `token_type` of the answer, in any case.").meta({ placeholders: "rule" }),
  expected_expires_in: valueMatcher.optional().describe("The `expires_in` of the answer: seconds, or a matcher."),
  verify_userinfo: z
    .strictObject({
      path: urlPath().optional().describe("What is asked with the token; default: the userinfo endpoint of `discovery`."),
      expected_fields: z.union([z.array(z.string().min(1)), z.record(z.string(), valueMatcher)]).default([]).describe("Fields that must be there, or field -> literal or matcher."),
    })
    .optional()
    .describe("The token is used; the same request with a made-up token must be refused."),
  id_token: z
    .strictObject({
      issuer: textValue().optional().describe("Who must have issued it; default: the issuer of `discovery`."),
      jwks_path: urlPath().optional().describe("Where the issuer's keys are; default: as `discovery` says."),
      claims: z.record(z.string(), valueMatcher).default({}).describe("Claim -> literal or matcher."),
    })
    .optional()
    .describe("The answer must hold an id_token of which signature, issuer, audience, nonce and times are valid; default: checked with `discovery` when one comes."),
  introspect: z
    .strictObject({ path: urlPath().optional().describe("Default: as `discovery` says.") })
    .optional()
    .describe("The server must call the token active, and a made-up one not (RFC 7662)."),
  revoke: z
    .strictObject({ path: urlPath().optional().describe("Default: as `discovery` says.") })
    .optional()
    .describe("The token is revoked at the end (RFC 7009); `introspect` or `verify_userinfo` must show it. Later steps can not use it."),
  poll: z
    .strictObject({ timeout_ms: z.int().min(0).default(60_000).describe("Milliseconds until the token must be there.") })
    .prefault({})
    .describe("Of `device_code`: how long the token endpoint is asked, as often as the server wants."),
});

/** Inputs of `oauth_flow`, with defaults filled in. */
export type OAuthInputs = z.output<typeof oauthInputs>;
