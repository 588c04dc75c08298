import { createHash } from "node:crypto";
import type * as Jose from "jose";
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from "jose";
import { StepFailure } from "../model/outcome.js";
import type { ExpectedIdToken, SigningKey, TokenPort } from "../ports/tokens.js";
import { loadDriver } from "./load-driver.js";
import { oneTimeCode } from "./totp.js";

/** Tokens through `jose`, one-time codes through `otplib`. */
export const tokens: TokenPort = { oneTimeCode, sign, verifyIdToken };

async function sign(claims: Readonly<Record<string, unknown>>, { algorithm, key }: SigningKey): Promise<string> {
  const jose = await load();
  try {
    const jwk = jwkOf(key);
    const text = typeof key === "string" ? key : "";
    const signer = jwk !== undefined ? await jose.importJWK(jwk, algorithm) : algorithm.startsWith("HS") ? Buffer.from(text) : await jose.importPKCS8(text, algorithm);
    const kid = jwk?.["kid"];
    return await new jose.SignJWT(claims).setProtectedHeader({ alg: algorithm, ...(typeof kid === "string" && { kid }) }).sign(signer);
  } catch (error) {
    throw new StepFailure("invalid-key", `expected a key for ${algorithm} (a PEM in PKCS #8, a JWK, or a secret for HS*), got one that can not sign: ${reasonOf(error)}`);
  }
}

async function verifyIdToken(token: string, expected: ExpectedIdToken): Promise<JWTPayload> {
  const jose = await load();
  const { issuer, audience, nonce, now } = expected;
  let claims: JWTPayload;
  let algorithm: string;
  try {
    const { payload, protectedHeader } = await jose.jwtVerify(token, keyFinder(jose, expected), {
      issuer,
      audience,
      currentDate: new Date(now),
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ["sub", "iat", "exp"],
      algorithms: ALGORITHMS,
    });
    claims = payload;
    algorithm = protectedHeader.alg;
  } catch (error) {
    throw invalid(reasonOf(error));
  }
  if (claims["nonce"] !== nonce && nonce !== undefined) throw invalid("its nonce is not that of the request");
  if (Array.isArray(claims.aud) && claims.aud.length > 1 && claims["azp"] !== audience) throw invalid("it is for several audiences and `azp` does not name this client");
  const hash = claims["at_hash"];
  if (hash !== undefined && expected.accessToken !== undefined && hash !== accessTokenHash(expected.accessToken, algorithm)) {
    throw invalid("its at_hash does not fit the access token");
  }
  return claims;
}

/** `alg: none` and unknown ones never verify. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519", "HS256", "HS384", "HS512"];
const TOLERANCE_SECONDS = 30;

/** The public keys of the issuer never verify HS*: everybody knows them. */
function keyFinder(jose: typeof Jose, { keys, clientSecret }: ExpectedIdToken): JWTVerifyGetKey {
  const find = jose.createLocalJWKSet(keys as unknown as JSONWebKeySet);
  return (header, token) => {
    if (!header.alg.startsWith("HS")) return find(header, token);
    if (clientSecret === undefined) throw new Error("it is signed with a shared secret, and the client has none");
    return Buffer.from(clientSecret);
  };
}

/** OpenID Connect Core, section 3.1.3.6: the left half of the hash that the token's own algorithm uses. */
function accessTokenHash(accessToken: string, algorithm: string): string {
  const bits = /\d{3}$/.exec(algorithm)?.[0] ?? "512";
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

function jwkOf(key: SigningKey["key"]): Readonly<Record<string, unknown>> | undefined {
  if (typeof key !== "string") return key;
  return key.trimStart().startsWith("{") ? (JSON.parse(key) as Record<string, unknown>) : undefined;
}

function load(): Promise<typeof Jose> {
  return loadDriver("the library for signed tokens", "jose", () => import("jose"));
}

function invalid(reason: string): StepFailure {
  return new StepFailure("id-token-invalid", `expected a valid id_token, got one of which: ${reason}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
