import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { oneTimeCode } from "../../../src/adapters/totp.js";
import { tokens } from "../../../src/adapters/oauth-tokens.js";
import { totp } from "../../../src/primitives/auth/totp.js";
import type { PrimitiveContext } from "../../../src/primitives/context.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { runStep } from "../../support/run-step.js";
import { sendJson, startServer } from "../../support/server.js";
import { refusalOf } from "../../support/refusal.js";

/** The ASCII seeds of RFC 6238, appendix B, in base32. */
const SEEDS = {
  SHA1: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  SHA256: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====",
  SHA512: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA=",
} as const;

describe("the code of RFC 6238, appendix B", () => {
  it.each<[number, keyof typeof SEEDS, string]>([
    [59, "SHA1", "94287082"],
    [59, "SHA256", "46119246"],
    [59, "SHA512", "90693936"],
    [1111111109, "SHA1", "07081804"],
    [1111111109, "SHA256", "68084774"],
    [1111111109, "SHA512", "25091201"],
    [1111111111, "SHA1", "14050471"],
    [1234567890, "SHA1", "89005924"],
    [2000000000, "SHA256", "90698825"],
    [20000000000, "SHA512", "47863826"],
  ])("at %d with %s is %s", async (epoch, algorithm, code) => {
    expect(await oneTimeCode({ secret: SEEDS[algorithm], epoch, digits: 8, step: 30, algorithm })).toBe(code);
  });

  it.each(["gezd gnbv gy3t qojq gezd gnbv gy3t qojq", "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ=="])("takes the secret as products show it: %s", async (secret) => {
    expect(await oneTimeCode({ secret, epoch: 59, digits: 8, step: 30, algorithm: "SHA1" })).toBe("94287082");
  });

  it.each(["", "not base32!", "01890189"])("refuses the secret %j", async (secret) => {
    await expect(oneTimeCode({ secret, epoch: 59, digits: 6, step: 30, algorithm: "SHA1" })).rejects.toMatchObject({ code: "invalid-secret" });
  });
});

/** A context whose clock stands still but for sleeping. */
function standIn(now: number): { ctx: PrimitiveContext; slept: number[]; vars: Map<string, unknown> } {
  const vars = new Map<string, unknown>();
  const slept: number[] = [];
  const clock = { now: () => now, sleep: async (ms: number) => void (slept.push(ms), (now += ms)) };
  const ctx = { clock, vars, tokens, signal: new AbortController().signal, addSecret: () => undefined, pass: (evidence: unknown) => ({ outcome: "pass", message: "", evidence }), fail: (code: string, message: string) => ({ outcome: "fail", code, message }) };
  return { ctx: ctx as unknown as PrimitiveContext, slept, vars };
}

describe("totp", () => {
  it.each([
    [28_001, [1_999], "287082"], // the code of the second window, 30 to 59 s: RFC 6238 gives it for 59
    [27_999, [], "755224"], // counter 0: RFC 4226, appendix D
    [30_000, [], "287082"],
  ])("at %d ms sleeps %j and stores %s", async (now, sleeps, code) => {
    const { ctx, slept, vars } = standIn(now);
    await totp.run(totp.inputs.parse({ secret: SEEDS.SHA1 }), ctx);
    expect({ slept, code: vars.get("mfa_code") }).toEqual({ slept: sleeps, code });
  });

  it("looks ahead, which no product may accept", async () => {
    const { ctx, vars } = standIn(0);
    await totp.run(totp.inputs.parse({ secret: SEEDS.SHA1, offset: 9, save_as: "later" }), ctx);
    expect(vars.get("later")).toBe("520489"); // counter 9: RFC 4226, appendix D
  });

  it("takes a captured secret and masks it", async () => {
    const server = await startServer(({ path }, response) => sendJson(response, path === "/setup" ? { otp_seed: "JBSWY3DPEHPK3PXPJBSWY3DP" } : {}));
    const node = await runChain(
      [
        { type: "http_request", inputs: { path: "/setup", capture: { seed: "$.otp_seed" } } },
        { type: "totp", inputs: { secret_var: "seed", save_as: "code" } },
        { type: "http_request", inputs: { method: "POST", path: "/verify", body: { code: "{{code}}", seed: "{{seed}}" } } },
      ],
      { target: { baseUrl: server.url } },
    );
    expect(node.status).toBe("PASSED");
    const { code } = JSON.parse(server.seen[1]?.body ?? "") as { code: string };
    expect(code).toMatch(/^\d{6}$/);
    const now = Math.floor(Date.now() / 30_000);
    expect([now - 1, now].map((counter) => hotp("JBSWY3DPEHPK3PXPJBSWY3DP", counter))).toContain(code);
    expect(JSON.stringify(node.steps.slice(1))).not.toContain("JBSWY3DPEHPK3PXPJBSWY3DP");
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["a variable that nothing set", { secret_var: "nothing" }, "missing-secret"],
    ["no base32", { secret: "hello world!" }, "invalid-secret"],
    ["a time before 1970", { secret: SEEDS.SHA1, offset: -1e12 }, "invalid-input"],
  ])("fails for %s", async (_what, inputs, code) => {
    expect(await runStep("totp", inputs)).toMatchObject({ outcome: "fail", code });
  });

  it.each<[string, Record<string, unknown>]>([
    ["no secret", {}],
    ["two secrets", { secret: SEEDS.SHA1, secret_var: "x" }],
    ["9 digits", { secret: SEEDS.SHA1, digits: 9 }],
    ["another hash", { secret: SEEDS.SHA1, algorithm: "MD5" }],
    ["an unknown key", { secret: SEEDS.SHA1, period: 30 }],
  ])("is refused with %s", async (_what, inputs) => {
    expect(await refusalOf(runStep("totp", inputs))).not.toEqual([]);
  });

  it.each([
    [true, "login-accepted"],
    [false, undefined],
  ])("shows a product that accepts any code: %j", async (isWrong, code) => {
    const server = await startServer(({ path, body }, response) => {
      if (path !== "/login") return sendJson(response, {});
      const { otp } = JSON.parse(body) as { otp: string };
      const counter = Math.floor(Date.now() / 30_000);
      const isRight = [counter - 1, counter, counter + 1].some((each) => hotp(SEEDS.SHA1, each) === otp);
      return isWrong || isRight ? sendJson(response, { token: "session-token-1234567" }) : sendJson(response, { error: "wrong code" }, 401);
    });
    const node = await runChain(
      [
        { type: "totp", inputs: { secret: SEEDS.SHA1, offset: 100 } },
        { type: "auth_login", inputs: { role: "admin", credentials: { otp: "{{mfa_code}}" }, expect_failure: true } },
      ],
      {
        target: {
          baseUrl: server.url,
          users: { admin: { username: "ada", password: "correct-horse", otp: "000000" } },
          auth: { request: { path: "/login", json: { username: "{{username}}", otp: "{{otp}}" } }, token: { jsonPath: "$.token" } },
        },
      },
    );
    expect(node.steps[1]?.code).toBe(code);
  });
});

/** RFC 4226, section 5.3. */
function hotp(base32: string, counter: number): string {
  const bits = [...base32].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac("sha1", key).update(message).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
