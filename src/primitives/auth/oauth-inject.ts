import { randomBytes } from "node:crypto";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import { errorIn, type OAuthClient, type TokenAnswer } from "./oauth-client.js";
import type { Grant } from "./oauth-grant.js";
import { obtainGrant, refreshWith } from "./oauth-grants.js";
import type { FLOWS, INJECTIONS, OAuthInputs } from "./oauth-inputs.js";

/** The flow as it went well. */
export interface SoundFlow {
  readonly flow: (typeof FLOWS)[number];
  readonly grant: Grant;
  readonly answer: TokenAnswer;
}

/**
 * Does one thing wrong and sees that the server refuses it. Resolves with what is in evidence, and the newer tokens where the
 * flow brought some. Throws a `StepFailure` with code `tampering-accepted` or `not-refused`.
 */
export async function injectFault(kind: (typeof INJECTIONS)[number], sound: SoundFlow, given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<{ evidence: object; answer: TokenAnswer }> {
  const { flow, grant } = sound;
  let { answer } = sound;
  const another = (): Promise<Grant> => obtainGrant(flow, given, client, ctx);
  const redeem = async (): Promise<ResponseRecord> => {
    switch (kind) {
      case "bad_verifier":
        return (await another()).redeem({ verifier: randomBytes(32).toString("base64url") });
      case "wrong_redirect":
        return (await another()).redeem({ redirectUri: elsewhere(given.redirect_uri ?? "") });
      case "reuse_code":
        return grant.redeem({});
      case "wrong_client": {
        const isOnce = flow === "authorization_code" || flow === "device_code" || (flow === "refresh_token" && answer.refreshToken !== undefined);
        const left = !isOnce ? grant : flow === "refresh_token" ? refreshWith(answer.refreshToken ?? "", given, client, ctx) : await another();
        return left.redeem({ clientId: `${given.client_id}-other` });
      }
      case "reuse_refresh": {
        const used = flow === "refresh_token" ? grant : await refreshed();
        return used.redeem({});
      }
      case "reuse_jti":
        return (flow === "authorization_code" ? await another() : grant).redeem({ ...(client.assertionId !== undefined && { assertionId: client.assertionId }) });
    }
  };
  /** The refresh token of the flow, after it was used once. */
  const refreshed = async (): Promise<Grant> => {
    if (answer.refreshToken === undefined) throw new StepFailure("no-refresh-token", "expected a refresh token in the token answer, got none; ask for its scope");
    const first = refreshWith(answer.refreshToken, given, client, ctx);
    answer = client.read(await first.redeem());
    return first;
  };

  const response = await redeem();
  assertRefused(kind, response);
  return { answer, evidence: { inject: kind, status: response.status, error: errorIn(response).trim() } };
}

/** What says that the request as such was not looked at: no refusal of what was wrong with it. */
const NO_REFUSAL = /^ \((?:server_error|temporarily_unavailable|unsupported_grant_type|authorization_pending|slow_down)\b/;

function assertRefused(kind: string, response: ResponseRecord): void {
  const { status } = response;
  if (status >= 200 && status < 300) throw new StepFailure("tampering-accepted", `expected ${kind} to be refused, got status ${status}: the server does not look at it`);
  const error = errorIn(response);
  if ((status !== 400 && status !== 401) || error === "" || NO_REFUSAL.test(error)) {
    throw new StepFailure("not-refused", `expected ${kind} to be refused with 400 or 401 and an OAuth \`error\`, got status ${status}${error || " without one"}`);
  }
}

function elsewhere(redirectUri: string): string {
  const url = new URL(redirectUri);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/elsewhere`;
  return url.href;
}
