/** One-time codes and signed tokens. Their libraries are loaded when first used: `DRIVER_MISSING` when one is not installed. */
export interface TokenPort {
  /** The code of RFC 6238 at an instant. Rejects with a `StepFailure` of code `invalid-secret` for a secret that is no base32. */
  oneTimeCode(request: OneTimeCode): Promise<string>;
  /** A JSON web token in compact form. Rejects with a `StepFailure` of code `invalid-key` for a key that does not fit. */
  sign(claims: Readonly<Record<string, unknown>>, key: SigningKey): Promise<string>;
  /**
   * The claims of an id_token whose signature and claims are valid (OpenID Connect Core, section 3.1.3.7). Rejects with a
   * `StepFailure` of code `id-token-invalid` that says what is not.
   */
  verifyIdToken(token: string, expected: ExpectedIdToken): Promise<Readonly<Record<string, unknown>>>;
}

/** What a one-time code is made of. */
export interface OneTimeCode {
  /** Base32; spaces, dashes, padding and case do not matter. */
  readonly secret: string;
  /** Seconds since the epoch. */
  readonly epoch: number;
  readonly digits: 6 | 7 | 8;
  /** Seconds for which a code is valid. */
  readonly step: number;
  readonly algorithm: "SHA1" | "SHA256" | "SHA512";
}

/** How a token is signed: a PEM (PKCS #8) or a JWK for RS*, PS*, ES* and EdDSA, a shared secret for HS*. */
export interface SigningKey {
  readonly algorithm: string;
  readonly key: string | Readonly<Record<string, unknown>>;
}

/** What an id_token must say, and the keys that may have signed it. */
export interface ExpectedIdToken {
  /** The key set of the issuer (RFC 7517). */
  readonly keys: Readonly<Record<string, unknown>>;
  /** For issuers that sign with the client's secret (HS*). */
  readonly clientSecret?: string | undefined;
  readonly issuer: string;
  readonly audience: string;
  /** The nonce of the authorization request; undefined when there was none. */
  readonly nonce?: string | undefined;
  /** The access token beside it, which `at_hash` must fit where there is one. */
  readonly accessToken?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
