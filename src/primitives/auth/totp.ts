import { z } from "zod";
import { definePrimitive } from "../define.js";
import { textValue } from "../text-value.js";

const inputs = z.strictObject({
  secret: textValue().optional().describe("The shared secret in base32; spaces, dashes, padding and case do not matter."),
  secret_var: z.string().min(1).optional().describe("Variable that holds the secret, in the place of `secret`."),
  save_as: z.string().min(1).default("mfa_code").describe("Variable that takes the code, as text with its leading zeros."),
  digits: z.union([z.literal(6), z.literal(7), z.literal(8)]).default(6).describe("Digits of the code."),
  step: z.int().min(1).max(3600).default(30).describe("Seconds for which a code is valid."),
  algorithm: z.enum(["SHA1", "SHA256", "SHA512"]).default("SHA1").describe("Hash of the code."),
  offset: z.int().default(0).describe("Codes ahead of (or, negative, behind) the present one: 100 gives a code that no product may accept now."),
});

/** What must be left of a code's time, so that it is still valid when a later step sends it. */
const MARGIN_MS = 2_000;

/** `totp` (P30): the present one-time code of a shared secret, for a later step to send. */
export const totp = definePrimitive({
  name: "totp",
  code: "P30",
  family: "auth",
  summary: "Passes when the secret is base32, and stores the code of RFC 6238 that an authenticator app would show; waits for the next one when less than 2 s are left.",
  inputs,
  effects: "none",
  readsVariables: ({ secret_var }) => secret_var !== undefined,
  writes: ({ save_as }) => [typeof save_as === "string" ? save_as : "mfa_code"],
  check: ({ secret, secret_var }) =>
    (secret === undefined) === (secret_var === undefined)
      ? [{ code: "missing-input", message: `expected either \`secret\` or \`secret_var\`, got ${secret === undefined ? "neither" : "both"}`, path: ["secret"] }]
      : [],
  async run({ secret, secret_var: name, save_as, digits, step, algorithm, offset }, ctx) {
    const value = name === undefined ? secret : ctx.vars.get(name);
    if (typeof value !== "string" || value === "") {
      return ctx.fail("missing-secret", `expected a secret in base32, got none${name === undefined ? "" : ` in the variable ${JSON.stringify(name)}`}; capture it in a step before this one`);
    }
    ctx.addSecret(value);
    const stepMs = step * 1000;
    const left = stepMs - (ctx.clock.now() % stepMs);
    // a code that is valid no longer than the margin is always too old to be waited for
    const mustWait = offset === 0 && left < MARGIN_MS && stepMs > MARGIN_MS;
    if (mustWait) await ctx.clock.sleep(left, ctx.signal);
    const epoch = Math.floor(ctx.clock.now() / 1000) + offset * step;
    if (epoch < 0) return ctx.fail("invalid-input", `expected an \`offset\` that leads to a time after 1970, got ${offset}`);
    const code = await ctx.tokens.oneTimeCode({ secret: value, epoch, digits, step, algorithm });
    ctx.vars.set(save_as, code);
    return ctx.pass({ save_as, digits, step, algorithm, offset, waited_ms: mustWait ? left : 0 });
  },
});
