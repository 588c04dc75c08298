import { StepFailure } from "../model/outcome.js";
import type { OneTimeCode } from "../ports/tokens.js";
import { loadDriver } from "./load-driver.js";

/** The code of RFC 6238, through `otplib`. Rejects as `TokenPort.oneTimeCode` says. */
export async function oneTimeCode({ secret, epoch, digits, step, algorithm }: OneTimeCode): Promise<string> {
  const plain = secret.replace(/[\s=-]/g, "").toUpperCase();
  if (!/^[A-Z2-7]+$/.test(plain)) {
    throw new StepFailure("invalid-secret", "expected a secret in base32 (letters and the digits 2 to 7), got other characters or nothing; give it as the product shows it for an authenticator app");
  }
  const otp = await loadDriver("the library for one-time codes", "otplib", () => import("otplib"));
  return otp.generate({
    secret: plain,
    epoch,
    digits,
    period: step,
    algorithm: ALGORITHMS[algorithm],
    // products give out shorter secrets than RFC 4226 wants, and longer ones; that is not this step's to judge
    guardrails: otp.createGuardrails({ MIN_SECRET_BYTES: 1, MAX_SECRET_BYTES: 1024 }),
  });
}

const ALGORITHMS = { SHA1: "sha1", SHA256: "sha256", SHA512: "sha512" } as const;
