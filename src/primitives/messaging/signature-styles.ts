/** The header styles that are known, in the order in which an unnamed one is tried. */
export const FORMATS = ["github", "stripe", "slack", "standard", "hex", "base64"] as const;
export type SignatureFormat = (typeof FORMATS)[number];

/** What a header says. */
export interface SignatureReading {
  /** Any of them may be the right one: while a secret is being changed there are several. */
  readonly signatures: readonly string[];
  /** What else stands in the header and is signed too. */
  readonly fields: Readonly<Record<string, string>>;
}

/** How one kind of sender writes its signatures. */
export interface SignatureStyle {
  /** The header that it uses, in lower case. */
  readonly header?: string;
  /** What is signed; see `preimage_template`. */
  readonly template: string;
  /** The field or header with the time of signing, in seconds since the epoch. */
  readonly timestamp?: string;
  /** The key that a secret stands for, where that is not its text. */
  keyOf?(secret: string): Uint8Array | undefined;
  /** `undefined` when the header is not of this style. */
  read(value: string, algorithm: string): SignatureReading | undefined;
}

export const SIGNATURE_STYLES: Readonly<Record<SignatureFormat, SignatureStyle>> = {
  github: {
    header: "x-hub-signature-256",
    template: "{raw_payload}",
    read: (value, algorithm) => (value.toLowerCase().startsWith(`${algorithm}=`) ? only(value.slice(algorithm.length + 1)) : undefined),
  },
  stripe: {
    header: "stripe-signature",
    template: "{ts}.{raw_payload}",
    timestamp: "ts",
    read(value) {
      const pairs = value.split(",").map((pair) => pair.trim().split("=", 2));
      const ts = pairs.find(([key]) => key === "t")?.[1];
      const signatures = pairs.flatMap(([key, signature]) => (key === "v1" && signature !== undefined ? [signature] : []));
      return ts === undefined || signatures.length === 0 ? undefined : { signatures, fields: { ts } };
    },
  },
  slack: {
    header: "x-slack-signature",
    template: "v0:{x-slack-request-timestamp}:{raw_payload}",
    timestamp: "x-slack-request-timestamp",
    read: (value) => (value.startsWith("v0=") ? only(value.slice(3)) : undefined),
  },
  standard: {
    header: "webhook-signature",
    template: "{webhook-id}.{webhook-timestamp}.{raw_payload}",
    timestamp: "webhook-timestamp",
    keyOf: (secret) => (secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : undefined),
    read(value) {
      const signatures = value.split(" ").flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : []));
      return signatures.length === 0 ? undefined : { signatures, fields: {} };
    },
  },
  hex: { template: "{raw_payload}", read: (value) => (/^[0-9a-f]+$/i.test(value) ? only(value) : undefined) },
  base64: { template: "{raw_payload}", read: (value) => (/^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? only(value) : undefined) },
};

function only(signature: string): SignatureReading {
  return { signatures: [signature], fields: {} };
}
