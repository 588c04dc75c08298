// @ts-check
import { createHash } from "node:crypto";
import { definePrimitive, StepFailure } from "dagrade";
import { z } from "zod";
import { encodeKey, signedHeaders } from "./signature-v4.js";

/** @import { PrimitiveContext, ResponseRecord, InputFinding } from "dagrade" */
/** @typedef {z.output<typeof inputs>} Inputs */
/** @typedef {{ code: string, message: string }} Complaint */

const bytes = z.int().min(0);

const inputs = z.strictObject({
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "expected the name of a bucket").describe("The bucket."),
  key: z.string().min(1).describe("The object's key, without a slash in front."),
  endpoint: z.url({ protocol: /^https?$/ }).optional().describe("Address of the storage, one of the target's `origins`; default: the variable `s3_endpoint`."),
  access_key: z.string().min(1).optional().describe("Whose keys sign the request; default: the variable `s3_access_key`. Without one the request is anonymous."),
  secret_key: z.string().min(1).optional().describe("The secret beside `access_key`; default: the variable `s3_secret_key`."),
  region: z.string().min(1).default("us-east-1").describe("Region of the bucket."),
  exists: z.boolean().default(true).describe("false: the bucket must be there, and no such object in it."),
  content_type: z.string().min(1).optional().describe("Media type of the object, without parameters."),
  size: z.union([bytes, z.strictObject({ min: bytes.default(0).describe("Bytes, at least."), max: bytes.optional().describe("Bytes, at most.") })]).optional().describe("Bytes: exactly so many, or `{min, max}`."),
  contains: z.string().min(1).optional().describe("Text that the object holds, as UTF-8."),
  sha256: z.string().regex(/^[0-9a-f]{64}$/i, "expected 64 hexadecimal digits").optional().describe("Digest of the content."),
  timeout_ms: z.int().min(0).max(600_000).default(0).describe("Milliseconds within which it must become so; 0 looks once."),
  interval_ms: z.int().min(10).default(250).describe("Milliseconds between two looks."),
});

/** `bucket_object_check`: an object in a storage that speaks the protocol of Amazon S3 (MinIO, Ceph, R2, ...), addressed by path. */
export const bucketObjectCheck = definePrimitive({
  name: "bucket_object_check",
  family: "storage",
  summary: "Passes when the bucket holds the object and it meets every expectation; with `exists: false` when the bucket is there and the object is not.",
  inputs,
  effects: "read",
  produces: ["response"],
  harvest: false,
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const deadline = ctx.clock.now() + given.timeout_ms;
    for (;;) {
      const response = await fetchObject(given, ctx);
      const complaint = judge(given, response);
      const left = deadline - ctx.clock.now();
      if (complaint === undefined || left <= 0) {
        ctx.produce(response);
        const evidence = { bucket: given.bucket, key: given.key, status: response.status, content_type: response.contentType, size: response.bytes.byteLength, etag: response.headers["etag"] };
        return complaint === undefined ? ctx.pass(evidence) : ctx.fail(complaint.code, complaint.message, evidence);
      }
      await ctx.clock.sleep(Math.min(given.interval_ms, left), ctx.signal);
    }
  },
});

/**
 * @param {Inputs} given
 * @param {PrimitiveContext} ctx
 */
async function fetchObject(given, ctx) {
  const endpoint = setting(ctx, given.endpoint, "s3_endpoint");
  if (endpoint === undefined) throw new StepFailure("no-endpoint", "expected the address of the storage, got none; give `endpoint`, or the variable s3_endpoint");
  const url = new URL(`/${given.bucket}/${encodeKey(given.key)}`, endpoint);
  const accessKey = setting(ctx, given.access_key, "s3_access_key");
  const secretKey = setting(ctx, given.secret_key, "s3_secret_key");
  if (secretKey !== undefined) ctx.addSecret(secretKey);
  const { region } = given;
  const headers = accessKey === undefined || secretKey === undefined ? {} : signedHeaders({ method: "GET", url, at: new Date(ctx.clock.now()) }, { accessKey, secretKey, region });
  // `auth: none`: no credentials of the system under test go to the storage
  return ctx.http.send({ method: "GET", path: url.href, headers, auth: "none", followRedirects: false });
}

/**
 * @param {PrimitiveContext} ctx
 * @param {string | undefined} given
 * @param {string} variable
 */
function setting(ctx, given, variable) {
  const value = given ?? ctx.vars.get(variable);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An entity tag as S3 writes it; a web server that answers everything with its start page has none such. */
const ENTITY_TAG = /^"[0-9a-f]{32}(?:-\d+)?"$/i;

/**
 * @param {Inputs} given
 * @param {ResponseRecord} response
 * @returns {Complaint | undefined}
 */
function judge(given, response) {
  const { status } = response;
  const [, code = "none"] = /<Code>(\w+)<\/Code>/.exec(status === 200 ? "" : response.text) ?? [];
  const isAbsent = status === 404 && code === "NoSuchKey";
  if (isAbsent) return given.exists ? { code: "not-found", message: `expected the object ${given.key} in ${given.bucket}, found none` } : undefined;
  if (status !== 200) return { code: "storage-refused", message: `expected the storage to answer for ${given.bucket}/${given.key}, got status ${status} and the code ${code}` };
  if (!ENTITY_TAG.test(response.headers["etag"] ?? "")) return { code: "no-storage", message: "expected an object with an entity tag as S3 gives it, got something else; is `endpoint` the storage?" };
  if (!given.exists) return { code: "unexpected-object", message: `expected no object ${given.key} in ${given.bucket}, found one of ${response.bytes.byteLength} bytes` };
  return judgeObject(given, response);
}

/**
 * @param {Inputs} given
 * @param {ResponseRecord} response
 * @returns {Complaint | undefined}
 */
function judgeObject({ content_type: type, size, contains, sha256 }, response) {
  const { byteLength } = response.bytes;
  const { min, max = Infinity } = typeof size === "number" ? { min: size, max: size } : (size ?? { min: 0 });
  if (type !== undefined && response.contentType !== type.toLowerCase()) return { code: "wrong-content-type", message: `expected the content type ${type}, got ${response.contentType || "none"}` };
  if (byteLength < min || byteLength > max) return { code: "wrong-size", message: `expected ${min === max ? min : `${min} to ${max}`} bytes, got ${byteLength}` };
  if (contains !== undefined && !response.text.includes(contains)) return { code: "wrong-content", message: `expected ${JSON.stringify(contains)} in the object, it holds none` };
  if (sha256 === undefined) return undefined;
  const digest = createHash("sha256").update(response.bytes).digest("hex");
  return digest === sha256.toLowerCase() ? undefined : { code: "wrong-digest", message: `expected content with the SHA-256 ${sha256}, got ${digest}` };
}

/**
 * What the schema can not say. Lint tells it of the document, the run of the values that placeholders brought.
 * @param {Inputs} given
 * @returns {Generator<InputFinding>}
 */
function* problems(given) {
  const { key, access_key: accessKey, secret_key: secretKey, exists, size } = given;
  if (key.startsWith("/") || key.split("/").some((segment) => segment === "." || segment === "..")) {
    yield { code: "invalid-key", message: `expected a key without a slash in front and without the segments . and .., got ${JSON.stringify(key)}`, path: ["key"] };
  }
  if ((accessKey === undefined) !== (secretKey === undefined)) {
    yield { code: "missing-input", message: "expected `access_key` and `secret_key` together, got one of them", path: [accessKey === undefined ? "access_key" : "secret_key"] };
  }
  const asked = /** @type {const} */ (["content_type", "size", "contains", "sha256"]).filter((name) => given[name] !== undefined);
  if (!exists && asked.length > 0) {
    yield { code: "conflicting-keys", message: `expected nothing to be asked of an object that must not exist, got ${asked.join(", ")}`, path: [asked[0] ?? "exists"] };
  }
  if (typeof size === "object" && size.min === 0 && size.max === undefined) {
    yield { code: "vacuous", message: "every object has 0 bytes or more; give `max`, or a `min` above 0", path: ["size"] };
  }
}
