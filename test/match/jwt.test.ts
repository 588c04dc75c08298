import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { applyOperator } from "../../src/match/operators.js";
import { foreignRsa, ownRsa as rsa } from "../support/rsa-keys.js";

const curve = { 256: "P-256", 384: "P-384", 512: "P-521" } as const;
const ec = { 256: generateKeyPairSync("ec", { namedCurve: curve[256] }), 384: generateKeyPairSync("ec", { namedCurve: curve[384] }), 512: generateKeyPairSync("ec", { namedCurve: curve[512] }) };
const pem = (key: KeyObject): string => key.export({ type: "spki", format: "pem" }).toString();
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(alg: string, signature: (signed: string) => Buffer, { claims = { sub: "1" }, header = {} }: { claims?: object; header?: object } = {}): string {
  const signed = `${base64url({ alg, typ: "JWT", ...header })}.${base64url(claims)}`;
  return `${signed}.${signature(signed).toString("base64url")}`;
}

const hmac = (bits: number, secret: string) => (signed: string) => createHmac(`sha${bits}`, secret).update(signed).digest();
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const codeOf = (value: unknown, expected?: unknown): true | string | undefined => {
  const { ok, code } = applyOperator("jwt", { exists: true, value }, expected, { now: 1_516_239_022_000 });
  return ok || code;
};

/** RFC 7515, appendices A.1 (HS256) and A.3 (ES256). */
const A1 = {
  token:
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  key: { kty: "oct", k: "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow" },
};
const A3 = {
  token:
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
  key: { kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" },
};

describe("decoding", () => {
  const plain = token("HS256", hmac(256, "k"), { claims: { sub: "1", roles: ["admin"], exp: 1_516_242_622, "https://x.y/z": 1, n: null } });
  it.each<[string, unknown, true | string]>([
    ["no expectation", undefined, true],
    ["a claim", { claims: { sub: "1" } }, true],
    ["a claim of another type", { claims: { sub: 1 } }, "not-equal"],
    ["a missing claim", { claims: { iss: null } }, "missing-value"],
    ["a claim that is null", { claims: { n: null } }, true],
    ["a forbidden claim", { claims: { iss: { operator: "not_exists" } } }, true],
    ["a matcher", { claims: { roles: { operator: "contains", expected: "admin" } } }, true],
    ["an expiry in an hour", { claims: { exp: { operator: "time_from_now", expected: [3599, 3601] } } }, true],
    ["a name that is a URL", { claims: { "https://x.y/z": 1 } }, true],
    ["no inherited claim", { claims: { constructor: { operator: "exists" } } }, "missing-value"],
  ])("%s", (_name, expected, outcome) => expect(codeOf(plain, expected)).toBe(outcome));
  it("takes a Bearer credential", () => expect(codeOf(`Bearer ${plain}`)).toBe(true));
  it.each(["", "abc", "a.b", "a.b.c", "a.b.c.d", `${base64url([1])}.${base64url({})}.x`, `${base64url({})}.${base64url("x")}.x`, `${base64url({})}.${base64url({})}`, `${plain}=`, `${plain}.x`, ` ${plain}`])(
    "%j is no token",
    (text) => expect(codeOf(text)).toBe("not-a-jwt"),
  );
  it.each([null, 5, { sub: "1" }])("%j is no text", (value) => expect(codeOf(value)).toBe("type-mismatch"));
});

describe("verifying", () => {
  it("accepts the examples of RFC 7515", () => {
    expect(codeOf(A1.token, { key: A1.key, claims: { iss: "joe", exp: 1300819380 } })).toBe(true);
    expect(codeOf(A3.token, { key: A3.key })).toBe(true);
  });
  it.each([256, 384, 512] as const)("accepts HS, RS, PS and ES with %i bits, and refuses them once changed", (bits) => {
    const signed: [string, unknown][] = [
      [token(`HS${bits}`, hmac(bits, "secret")), "secret"],
      [token(`RS${bits}`, (text) => sign(`sha${bits}`, Buffer.from(text), rsa.privateKey)), pem(rsa.publicKey)],
      [token(`PS${bits}`, (text) => sign(`sha${bits}`, Buffer.from(text), { key: rsa.privateKey, ...pss })), rsa.publicKey.export({ format: "jwk" })],
      [token(`ES${bits}`, (text) => sign(`sha${bits}`, Buffer.from(text), { key: ec[bits].privateKey, dsaEncoding: "ieee-p1363" })), ec[bits].publicKey.export({ format: "jwk" })],
    ];
    for (const [text, key] of signed) {
      expect(codeOf(text, { key })).toBe(true);
      const [header, , signature] = text.split(".");
      expect(codeOf(`${header}.${base64url({ sub: "2" })}.${signature}`, { key })).toBe("jwt-unverified");
      expect(codeOf(`${text.slice(0, -6)}AAAAAA`, { key })).toBe("jwt-unverified");
      expect(codeOf(text.slice(0, text.lastIndexOf(".") + 1), { key })).toBe("jwt-unverified");
    }
  });
  it.each<[string, string, unknown]>([
    ["the wrong secret", token("HS256", hmac(256, "secret")), "other"],
    ["the wrong key", token("RS256", (text) => sign("sha256", Buffer.from(text), rsa.privateKey)), pem(foreignRsa.publicKey)],
    ["alg none without a signature", token("none", () => Buffer.alloc(0)), "secret"],
    ["alg none in capitals", token("NONE", () => Buffer.alloc(0)), "secret"],
    ["an algorithm that nobody knows", token("XX256", hmac(256, "secret")), "secret"],
    ["an algorithm that is no text", token("HS256", hmac(256, "secret"), { header: { alg: null } }), "secret"],
    ["a public key taken for the shared secret", token("HS256", hmac(256, pem(rsa.publicKey))), pem(rsa.publicKey)],
    ["an RSA key for an elliptic curve", token("ES256", hmac(256, "x")), pem(rsa.publicKey)],
    ["another curve", token("ES256", (text) => sign("sha256", Buffer.from(text), { key: ec[384].privateKey, dsaEncoding: "ieee-p1363" })), pem(ec[384].publicKey)],
    ["a signature in DER", token("ES256", (text) => sign("sha256", Buffer.from(text), ec[256].privateKey)), pem(ec[256].publicKey)],
    ["RS256 claimed over a PS256 signature", token("RS256", (text) => sign("sha256", Buffer.from(text), { key: rsa.privateKey, ...pss })), pem(rsa.publicKey)],
    ["a critical extension", token("HS256", hmac(256, "secret"), { header: { crit: ["b64"], b64: false } }), "secret"],
    ["a broken key", token("RS256", hmac(256, "x")), "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"],
    ["a JWK of another kind", token("HS256", hmac(256, "secret")), { kty: "nope" }],
  ])("refuses %s", (_name, text, key) => expect(codeOf(text, { key })).toBe("jwt-unverified"));
});
