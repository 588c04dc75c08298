import { createHmac } from "node:crypto";
import { z } from "zod";
import { findRegex } from "../../match/regex.js";
import type { Delivery } from "../../ports/webhook.js";
import { regexText } from "../placeholder.js";
import type { Complaint } from "./complaint.js";
import { FORMATS, SIGNATURE_STYLES, type SignatureFormat, type SignatureReading, type SignatureStyle } from "./signature-styles.js";

/** How a delivery is signed. */
export const signatureSchema = z.strictObject({
  header: z.string().min(1).optional().describe("The header with the signature; default: that of the format, or the only one of `headers_contain`."),
  algorithm: z.enum(["sha256", "sha1", "sha384", "sha512", "sha3-256", "sha3-384", "sha3-512", "md5"]).default("sha256").describe("Hash of the HMAC."),
  secret: z.string().min(1).describe("The shared secret as the system got it; `whsec_...` is base64 in the format `standard`."),
  format: z
    .enum(FORMATS)
    .optional()
    .describe("`github`: `sha256=<hex>`; `stripe`: `t=...,v1=<hex>` over `{ts}.{raw_payload}`; `slack`: `v0=<hex>` over `v0:{timestamp}:{raw_payload}`; `standard`: Standard Webhooks; `hex` or `base64` alone. Default: whichever of them the header has."),
  header_pattern: regexText().optional().describe("Search in the header whose group `sig`, else its first, is the signature in hex or base64; its other named groups serve `preimage_template`."),
  preimage_template: z.string().min(1).optional().describe("What is signed: `{raw_payload}` is the body as received and must be there, other names in braces are groups of `header_pattern` or headers. Default: that of the format, else `{raw_payload}`."),
});

export type SignatureExpectation = z.output<typeof signatureSchema>;

/** Whether what is signed holds the body: a signature of anything else says nothing of what came. */
export function signsBody(template: string): boolean {
  return /\{(?:raw_payload|body)\}/.test(template);
}

/** How far the time within a signature may be from ours, as the formats that have one recommend: 5 minutes. */
const TOLERANCE_S = 300;

/**
 * Recomputes the signature over the bytes that were received; `undefined` when it is right. A system that signs something
 * else, with another key, or not at all gets a complaint, whatever its header looks like. `now` is in milliseconds.
 */
export function verifySignature(delivery: Delivery, expected: SignatureExpectation, now: number): Complaint | undefined {
  const styles = stylesOf(expected);
  let complaint: Complaint | undefined;
  for (const style of styles) {
    const name = (expected.header ?? style.header ?? "").toLowerCase();
    const value = name === "" ? undefined : delivery.headers[name];
    if (value === undefined) {
      complaint ??= { code: "missing-signature", message: `expected a signature in the header ${name}, got none` };
      continue;
    }
    const reading = style.read(value, expected.algorithm);
    const ruling = reading === undefined ? unreadable(name, value) : judge(delivery, expected, style, reading, now);
    if (ruling === undefined) return undefined;
    complaint = complaint === undefined || complaint.code === "unreadable-signature" ? ruling : complaint;
  }
  return complaint ?? { code: "missing-signature", message: "expected a header with a signature to be named, got none; give `header` or `format`" };
}

function stylesOf(expected: SignatureExpectation): readonly SignatureStyle[] {
  const { format, header_pattern: pattern } = expected;
  const own = format === undefined ? undefined : SIGNATURE_STYLES[format];
  if (pattern === undefined) return own === undefined ? FORMATS.map((name: SignatureFormat) => SIGNATURE_STYLES[name]) : [own];
  return [{ ...own, template: own?.template ?? "{raw_payload}", read: (value) => readByPattern(pattern, value) }];
}

function readByPattern(pattern: string, value: string): SignatureReading | undefined {
  const found = findRegex(pattern, value);
  const signature = found?.named["sig"] ?? found?.groups[0];
  return found === undefined || signature === undefined ? undefined : { signatures: [signature], fields: found.named };
}

function judge(delivery: Delivery, expected: SignatureExpectation, style: SignatureStyle, { signatures, fields }: SignatureReading, now: number): Complaint | undefined {
  const values = { ...delivery.headers, ...fields };
  const template = expected.preimage_template ?? style.template;
  if (!signsBody(template)) return { code: "unsigned-body", message: `expected {raw_payload} in what is signed, got ${JSON.stringify(template)}` };
  const preimage = fill(template, values, delivery.bytes);
  if (typeof preimage === "string") return { code: "missing-signature", message: `expected ${preimage} for what is signed (${template}), got none in the delivery` };
  const digest = createHmac(expected.algorithm, style.keyOf?.(expected.secret) ?? expected.secret).update(preimage).digest();
  if (!signatures.some((signature) => decode(signature, digest.length)?.equals(digest) === true)) {
    return { code: "wrong-signature", message: `expected the HMAC-${expected.algorithm} of the received body under the secret, got another signature` };
  }
  const seconds = style.timestamp === undefined ? undefined : Number(values[style.timestamp]);
  if (seconds === undefined || Math.abs(now / 1000 - seconds) <= TOLERANCE_S) return undefined;
  return { code: "stale-signature", message: `expected a signature of the last ${TOLERANCE_S} s, got one of the time ${seconds}` };
}

/** The bytes that are signed, or the name that has no value. */
function fill(template: string, values: Readonly<Record<string, string>>, body: Uint8Array): Buffer | string {
  const pieces: Uint8Array[] = [];
  for (const [index, piece] of template.split(/\{([\w-]+)\}/).entries()) {
    if (index % 2 === 0) pieces.push(Buffer.from(piece));
    else if (piece === "raw_payload" || piece === "body") pieces.push(body);
    else {
      const value = Object.hasOwn(values, piece) ? values[piece] : values[piece.toLowerCase()];
      if (value === undefined) return piece;
      pieces.push(Buffer.from(value));
    }
  }
  return Buffer.concat(pieces);
}

/** A digest of this length in hex or base64, of either alphabet. */
function decode(signature: string, length: number): Buffer | undefined {
  if (signature.length === length * 2 && /^[0-9a-f]+$/i.test(signature)) return Buffer.from(signature, "hex");
  const bytes = /^[A-Za-z0-9+/_-]+={0,2}$/.test(signature) ? Buffer.from(signature, "base64") : undefined;
  return bytes?.length === length ? bytes : undefined;
}

function unreadable(name: string, value: string): Complaint {
  return { code: "unreadable-signature", message: `expected a signature in the header ${name} as its format writes it, got ${JSON.stringify(value.slice(0, 100))}` };
}
