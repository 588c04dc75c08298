import { constants, createHmac, createPublicKey, timingSafeEqual, verify, type JsonWebKey, type KeyObject } from "node:crypto";
import { describeValue } from "../model/describe-value.js";
import { readJson } from "../model/json.js";
import { isData } from "../model/literal-data.js";
import { isJsonObject } from "./equality.js";
import { invalid, type ExpectationProblem, type OperatorContext, type Ruling } from "./operator.js";

/** What `jwt` expects: matchers for claims, and a key when the signature must be verified. */
interface JwtExpectation {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** A shared secret, a PEM, or a JWK. */
  readonly key?: unknown;
}

/** What is wrong with the operand of `jwt`. */
export function jwtProblem(expected: unknown): ExpectationProblem | undefined {
  if (expected === undefined) return undefined;
  if (isData(expected)) return invalid(`expected {claims, key} that is written in the document, got data: ${describeValue(expected)}`);
  if (!isJsonObject(expected)) return invalid(`expected {claims, key} as \`expected\`, got ${describeValue(expected)}`);
  const { claims, key, ...others } = expected;
  if (Object.keys(others).length > 0) return invalid(`expected nothing but claims and key, got ${Object.keys(others).join(", ")}`);
  if (isData(claims)) return invalid(`expected claims that are named in the document, got data: ${describeValue(claims)}`);
  if (claims !== undefined && !isJsonObject(claims)) return invalid(`expected an object of claims, got ${describeValue(claims)}`);
  return key === undefined || isJsonObject(key) || (typeof key === "string" && key !== "")
    ? undefined
    : invalid(`expected a secret, a PEM or a JWK as the key, got ${describeValue(key)}`);
}

/** The matchers of an operand's claims. */
export function claimsIn(expected: unknown): readonly unknown[] {
  return isJsonObject(expected) && isJsonObject(expected["claims"]) ? Object.values(expected["claims"]) : [];
}

/**
 * Whether a text is a JSON web token in compact form (RFC 7519) whose claims match. With a key its signature must be valid:
 * HS* with a shared secret, RS*, PS* and ES* with a public key. `alg: none` and unknown `crit` extensions never verify.
 */
export function judgeJwt(value: unknown, expected: unknown, context: OperatorContext): Ruling {
  if (typeof value !== "string") return "type-mismatch";
  const token = decode(value.replace(/^Bearer +/i, ""));
  if (token === undefined) return { code: "not-a-jwt", why: "it is not three base64url parts with a JSON header and JSON claims" };
  const { claims = {}, key }: JwtExpectation = isJsonObject(expected) ? expected : {};
  for (const [name, matcher] of Object.entries(claims)) {
    const has = Object.hasOwn(token.claims, name);
    const judgement = context.matches(has ? { exists: true, value: token.claims[name] } : { exists: false }, matcher);
    if (!judgement.ok) return { code: judgement.code ?? "not-equal", why: `claim ${name}: ${judgement.message}` };
  }
  const problem = key === undefined ? undefined : signatureProblem(token, key);
  return problem === undefined || { code: "jwt-unverified", why: problem };
}

interface Token {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

function decode(text: string): Token | undefined {
  const [header = "", claims = "", signature = "", ...more] = text.split(".");
  if (more.length > 0 || !/^[\w-]+$/.test(header) || !/^[\w-]+$/.test(claims) || !/^[\w-]*$/.test(signature)) return undefined;
  const [head, body] = [header, claims].map((part) => readJson(Buffer.from(part, "base64url").toString()));
  if (head?.ok !== true || body?.ok !== true || !isJsonObject(head.value) || !isJsonObject(body.value)) return undefined;
  if (text.split(".").length !== 3) return undefined;
  return { header: head.value, claims: body.value, signed: `${header}.${claims}`, signature: Buffer.from(signature, "base64url") };
}

/** RFC 7518, section 3.1. */
const ALGORITHM = /^(HS|RS|PS|ES)(256|384|512)$/;
const CURVES: Readonly<Record<string, string>> = { "256": "prime256v1", "384": "secp384r1", "512": "secp521r1" };

function signatureProblem({ header, signed, signature }: Token, key: unknown): string | undefined {
  const [, family, bits = ""] = ALGORITHM.exec(typeof header["alg"] === "string" ? header["alg"] : "") ?? [];
  if (family === undefined) return `its algorithm ${describeValue(header["alg"])} is none of HS*, RS*, PS* and ES*`;
  if (header["crit"] !== undefined) return "it demands an extension (crit)";
  try {
    const isValid = family === "HS" ? isSignedWithSecret(signed, signature, bits, key) : isSignedWithKey(signed, signature, family, bits, key);
    return isValid ? undefined : "its signature is not valid for the key";
  } catch (error) {
    return `the key does not fit ${String(header["alg"])}: ${(error as Error).message}`;
  }
}

function isSignedWithSecret(signed: string, signature: Buffer, bits: string, key: unknown): boolean {
  const digest = createHmac(`sha${bits}`, secretOf(key)).update(signed).digest();
  return digest.length === signature.length && timingSafeEqual(digest, signature);
}

/** A public key is never taken for a shared secret: everybody knows it. */
function secretOf(key: unknown): Buffer {
  if (typeof key === "string" && !isPem(key)) return Buffer.from(key);
  if (isJsonObject(key) && key["kty"] === "oct" && typeof key["k"] === "string") return Buffer.from(key["k"], "base64url");
  throw new Error("expected a shared secret");
}

function isSignedWithKey(signed: string, signature: Buffer, family: string, bits: string, key: unknown): boolean {
  const publicKey = publicKeyOf(key);
  const type = family === "ES" ? "ec" : "rsa";
  if (publicKey.asymmetricKeyType !== type) throw new Error(`expected a key of type ${type}, got ${publicKey.asymmetricKeyType ?? "none"}`);
  if (family === "ES" && publicKey.asymmetricKeyDetails?.namedCurve !== CURVES[bits]) throw new Error("expected another curve");
  return verify(`sha${bits}`, Buffer.from(signed), {
    key: publicKey,
    ...(family === "ES" ? { dsaEncoding: "ieee-p1363" as const } : {}),
    ...(family === "PS" ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}),
  }, signature);
}

function publicKeyOf(key: unknown): KeyObject {
  if (typeof key === "string" && isPem(key)) return createPublicKey(key);
  if (isJsonObject(key)) return createPublicKey({ key: key as JsonWebKey, format: "jwk" });
  throw new Error("expected a PEM or a JWK");
}

function isPem(key: string): boolean {
  return key.trimStart().startsWith("-----BEGIN ");
}
