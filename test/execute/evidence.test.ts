import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundEvidence, boundMessage } from "../../src/execute/evidence.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { MASK, Secrets } from "../../src/model/secrets.js";

const limits = (maxBytes = 1_000, secrets = new Secrets(), redact: string[] = []) => ({ maxBytes, secrets, redact: new Set(redact) });

describe("boundEvidence", () => {
  it("keeps plain data as it is", () => {
    const evidence = { a: [1, "x", null, true, { b: "" }] };
    expect(boundEvidence(evidence, limits())).toEqual(evidence);
  });

  it("makes plain data of everything else", () => {
    const circle: Record<string, unknown> = { n: 1n, exact: ExactNumber.read("0.12345678901234567890"), bytes: new Uint8Array(3), when: new Date(0), wrong: new Error("why"), nan: NaN, run: () => 1 };
    circle["self"] = circle;
    Object.defineProperty(circle, "trap", { enumerable: true, get: () => { throw new Error("no"); } });
    expect(JSON.parse(JSON.stringify(boundEvidence(circle, limits())))).toEqual({
      n: "1", exact: "0.12345678901234567890", bytes: "[3 bytes]", when: "1970-01-01T00:00:00.000Z", wrong: "why", nan: "NaN", run: "() => 1", self: "[circular]", trap: "[unreadable: Error: no]",
    });
  });

  it("is bounded whatever it is given, and says what was cut", () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 5 }), fc.nat({ max: 200 }), (evidence, maxBytes) => {
        const text = JSON.stringify(boundEvidence({ evidence, big: "y".repeat(10_000) }, limits(maxBytes))) ?? "";
        expect(text.length).toBeLessThan(60_000);
      }),
    );
    expect(boundEvidence("abcdef", limits(4))).toBe("abcd… [2 more characters]");
    expect(boundEvidence(new Array(300).fill(1), limits())).toHaveLength(201);
  });

  it("masks secrets in every form, in keys and values, also across the place where text is cut", () => {
    const secret = 'p&ss "wörd" 1/2';
    const secrets = new Secrets([secret]);
    const forms = [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("base64url"), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), new URLSearchParams({ p: secret }).toString()];
    for (const form of forms) {
      const text = JSON.stringify(boundEvidence({ [`k ${form}`]: `<${form}>` }, limits(1_000, secrets)));
      expect(text).toContain(MASK);
      expect(text).not.toContain(JSON.stringify(form).slice(1, -1).slice(2));
    }
    const long = `${"x".repeat(95)}${secret}`;
    expect(boundEvidence(long, limits(100, secrets))).not.toContain(secret.slice(0, 5));
    expect(boundMessage(`${"x".repeat(1_995)}${secret} and more`, secrets)).not.toContain(secret.slice(0, 4));
  });

  it("masks the values of redacted keys in any case", () => {
    expect(boundEvidence({ headers: { "Set-Cookie": "a=b" } }, limits(1_000, new Secrets(), ["set-cookie"]))).toEqual({ headers: { "Set-Cookie": MASK } });
  });
});

describe("Secrets", () => {
  it("refuse what is too short to be masked", () => {
    expect(() => new Secrets(["abc"])).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });

  it("mask the longer one where one holds the other", () => {
    expect(new Secrets(["hunter2", "hunter2-long"]).mask("hunter2-long hunter2")).toBe(`${MASK} ${MASK}`);
  });
});
