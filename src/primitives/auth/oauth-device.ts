import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import { visit } from "./oauth-browser.js";
import { errorIn, type OAuthClient } from "./oauth-client.js";
import { scopeOf, visitorFor, type Grant } from "./oauth-grant.js";
import type { OAuthInputs } from "./oauth-inputs.js";
import { endpoint, objectIn } from "./oauth-server.js";

/**
 * RFC 8628: asks for a device code, sees that it gives no token before the user agrees, lets the user agree, and then asks
 * for the token as often as the server allows.
 */
export async function approveDevice(given: OAuthInputs, client: OAuthClient, ctx: PrimitiveContext): Promise<Grant> {
  const response = await client.post(endpoint(client.server, "device"), { scope: scopeOf(given) });
  if (response.status !== 200) throw new StepFailure("device-refused", `expected status 200 from the device endpoint, got ${response.status}${errorIn(response)}`);
  const { device_code: deviceCode, user_code: userCode, verification_uri, verification_uri_complete, interval = 5, expires_in } = objectIn(response, "device-refused", "the device answer");
  const address = verification_uri_complete ?? verification_uri;
  if (typeof deviceCode !== "string" || typeof userCode !== "string" || typeof address !== "string" || !(Number(expires_in) > 0)) {
    throw new StepFailure("device-refused", "expected `device_code`, `user_code`, `verification_uri` and `expires_in` in the device answer, got no such object");
  }
  ctx.addSecret(deviceCode);
  const pause = { ms: Math.max(Number(interval) || 5, 1) * 1000 };
  const ask = (tampering?: object): Promise<ResponseRecord> => client.requestToken({ grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: deviceCode }, tampering);

  const early = await ask();
  if (!isPending(early)) throw new StepFailure("not-pending", `expected authorization_pending before the user agreed, got status ${early.status}${errorIn(early)}`);
  const asked = ctx.clock.now();
  const { page, trail } = await visit(visitorFor(given, ctx, userCode), { method: "GET", path: address }, () => false);
  if (page.status >= 400) throw new StepFailure("device-not-approved", `expected the user to be able to agree at ${page.request.path.replace(/\?.*/, "")}, got status ${page.status}`, { trail });

  return {
    trail,
    async redeem(injected) {
      if (injected !== undefined) return ask(injected);
      const end = ctx.clock.now() + Math.min(given.poll.timeout_ms, Number(expires_in) * 1000);
      for (let next = asked + pause.ms; ; next = ctx.clock.now() + pause.ms) {
        if (next > end) throw new StepFailure("poll-timeout", `expected a token within ${given.poll.timeout_ms} ms, got none by then; the server is asked every ${pause.ms} ms`, { trail });
        await ctx.clock.sleep(Math.max(0, next - ctx.clock.now()), ctx.signal);
        const answer = await ask();
        if (!isPending(answer)) return answer;
        if (errorIn(answer).startsWith(" (slow_down")) pause.ms += 5_000; // section 3.5
      }
    },
  };
}

function isPending(response: ResponseRecord): boolean {
  return response.status === 400 && /^ \((?:authorization_pending|slow_down)\b/.test(errorIn(response));
}
