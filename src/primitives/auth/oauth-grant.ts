import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import type { Visitor } from "./oauth-browser.js";
import type { Tampering } from "./oauth-client.js";
import type { OAuthInputs } from "./oauth-inputs.js";

/** What a grant is turned into a token with; `injected` changes one thing about it. */
export interface Grant {
  /** Of an authorization request for an id_token. */
  readonly nonce?: string;
  /** Every page on the way to it. */
  readonly trail?: readonly string[];
  redeem(injected?: Injected): Promise<ResponseRecord>;
}

/** One thing that is wrong with a token request. */
export interface Injected extends Tampering {
  readonly verifier?: string;
  readonly redirectUri?: string;
}

/** The user as the server's pages see them. */
export function visitorFor(given: OAuthInputs, ctx: PrimitiveContext, userCode?: string): Visitor {
  const { role, credentials, consent } = given;
  const password = credentials?.["password"];
  if (password !== undefined) ctx.addSecret(password);
  return credentials === undefined ? { http: ctx.http, role, consent, userCode } : { http: ctx.identity.guest(), credentials, consent, userCode };
}

/** Scopes as they are sent; undefined for none. */
export function scopeOf({ scope }: OAuthInputs): string | undefined {
  return Array.isArray(scope) ? scope.join(" ") : scope;
}
