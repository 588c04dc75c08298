// @ts-check
import { createHash, createHmac } from "node:crypto";

/**
 * @typedef {object} Credentials
 * @property {string} accessKey
 * @property {string} secretKey
 * @property {string} region Such as `us-east-1`.
 */

/**
 * The headers that sign a request for S3 (AWS Signature Version 4, in the Authorization header). The body is not signed
 * beyond `bodyHash`, which is that of no body unless given.
 *
 * @param {{ method: string, url: URL, headers?: Record<string, string>, bodyHash?: string, at: Date }} request `headers` are signed as well.
 * @param {Credentials} credentials
 * @returns {Record<string, string>}
 */
export function signedHeaders({ method, url, headers = {}, bodyHash = sha256(""), at }, { accessKey, secretKey, region }) {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const own = { "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const signed = Object.entries({ ...lowerCase(headers), ...own, host: url.host }).sort(byName);
  const names = signed.map(([name]) => name).join(";");
  const query = [...url.searchParams].map(([name, value]) => /** @type {const} */ ([encode(name), encode(value)])).sort(byName);
  const canonical = [
    method,
    url.pathname,
    query.map((pair) => pair.join("=")).join("&"),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, " ")}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce((secret, part) => hmac(secret, part), /** @type {string | Buffer} */ (`AWS4${secretKey}`));
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  return { ...own, authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names},Signature=${signature}` };
}

/**
 * The path of an object, each character percent-encoded that S3 wants to see encoded.
 * @param {string} key
 */
export const encodeKey = (key) => key.split("/").map(encode).join("/");

/** @param {string} text RFC 3986: `encodeURIComponent` leaves five characters more as they are. */
const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {string | Buffer} data */
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

/**
 * @param {string | Buffer} secret
 * @param {string} data
 */
const hmac = (secret, data) => createHmac("sha256", secret).update(data).digest();

/** @param {Record<string, string>} headers */
const lowerCase = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * @param {readonly [string, string]} left
 * @param {readonly [string, string]} right
 */
const byName = ([left, leftValue], [right, rightValue]) => (left === right ? Number(leftValue > rightValue) - Number(leftValue < rightValue) : left < right ? -1 : 1);
