import { createHash, createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { sendXml, type S3Error } from "./s3-xml.js";
import { startServer, type SeenRequest, type TestServer } from "../support/server.js";

export interface StoredObject {
  readonly content: Buffer;
  readonly contentType: string;
}

/** A storage on the loopback. */
export interface Storage {
  readonly url: string;
  readonly seen: TestServer["seen"];
  readonly keys: { readonly accessKey: string; readonly secretKey: string; readonly region: string };
  /** Bucket -> key -> object. */
  readonly buckets: Map<string, Map<string, StoredObject>>;
}

const KEYS = { accessKey: "ALBUMKEY", secretKey: "album-secret/with+signs", region: "us-east-1" };

/** An S3 server for GET, HEAD, PUT and DELETE of objects by path: signatures, entity tags and errors as the protocol has them. */
export async function startStorage(buckets: Record<string, Record<string, StoredObject>>): Promise<Storage> {
  const stored = new Map(Object.entries(buckets).map(([name, objects]) => [name, new Map(Object.entries(objects))]));
  const server = await startServer((request, response) => answer(stored, request, response));
  return { url: server.url, seen: server.seen, keys: KEYS, buckets: stored };
}

function answer(buckets: Storage["buckets"], request: SeenRequest, response: ServerResponse): void {
  const problem = refusal(request);
  if (problem !== undefined) return sendXml(response, problem);
  const { pathname } = new URL(request.path, "http://s3");
  const [, name = "", ...rest] = pathname.split("/");
  const key = decodeURIComponent(rest.join("/"));
  const objects = buckets.get(name);
  if (objects === undefined) return sendXml(response, { status: 404, code: "NoSuchBucket" });
  const object = objects.get(key);
  switch (request.method) {
    case "GET":
    case "HEAD":
      if (object === undefined) return sendXml(response, { status: 404, code: "NoSuchKey" });
      response.writeHead(200, { "content-type": object.contentType, "content-length": object.content.length, etag: entityTag(object.content), "x-amz-request-id": "1" });
      response.end(request.method === "HEAD" ? undefined : object.content);
      return;
    case "PUT": {
      const content = Buffer.from(request.bytes);
      objects.set(key, { content, contentType: request.headers["content-type"] ?? "binary/octet-stream" });
      response.writeHead(200, { etag: entityTag(content) }).end();
      return;
    }
    case "DELETE":
      objects.delete(key);
      response.writeHead(204).end();
      return;
    default:
      sendXml(response, { status: 405, code: "MethodNotAllowed" });
  }
}

function entityTag(content: Buffer): string {
  return `"${createHash("md5").update(content).digest("hex")}"`;
}

const MAX_SKEW_MS = 15 * 60_000;

/** Signature Version 4, checked over what arrived. */
function refusal({ method, path, headers, bytes }: SeenRequest): S3Error | undefined {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? "");
  if (given === null) return { status: 403, code: "AccessDenied" };
  const [, accessKey = "", day = "", region = "", names = "", signature = ""] = given;
  if (accessKey !== KEYS.accessKey) return { status: 403, code: "InvalidAccessKeyId" };
  const time = String(headers["x-amz-date"]);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - at) < MAX_SKEW_MS) || !time.startsWith(day)) return { status: 403, code: "RequestTimeTooSkewed" };
  const bodyHash = String(headers["x-amz-content-sha256"]);
  if (/^[0-9a-f]{64}$/.test(bodyHash) && bodyHash !== createHash("sha256").update(bytes).digest("hex")) return { status: 400, code: "XAmzContentSHA256Mismatch" };
  if (!names.split(";").includes("host") || region !== KEYS.region) return { status: 403, code: "SignatureDoesNotMatch" };
  const [route = "", query = ""] = path.split("?");
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = `${method}\n${route}\n${query.split("&").sort().join("&")}\n${lines.join("")}\n${names}\n${bodyHash}`;
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${createHash("sha256").update(canonical).digest("hex")}`;
  let key = Buffer.from(`AWS4${KEYS.secretKey}`);
  for (const part of [day, region, "s3", "aws4_request"]) key = createHmac("sha256", key).update(part).digest();
  return createHmac("sha256", key).update(toSign).digest("hex") === signature ? undefined : { status: 403, code: "SignatureDoesNotMatch" };
}
