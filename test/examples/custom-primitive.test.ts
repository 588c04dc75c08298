import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { evaluateDag, lintDag, loadDag } from "dagrade";
import { runChain } from "dagrade/testing";
import registry from "../../examples/custom-primitive/registry.js";
import { encodeKey, signedHeaders } from "../../examples/custom-primitive/signature-v4.js";
import { commandLine } from "../cli/command-line.js";
import { startAnswering, startRawServer, startServer, sendJson } from "../support/server.js";
import { startStorage, type Storage, type StoredObject } from "./s3-server.js";
import { sendXml } from "./s3-xml.js";

const folder = new URL("../../examples/custom-primitive/", import.meta.url);
const text = (content: string, contentType = "text/plain"): StoredObject => ({ content: Buffer.from(content), contentType });

/** One step against a storage, with its keys unless others are given. */
async function check(storage: Pick<Storage, "url" | "keys">, inputs: Record<string, unknown>, variables: Record<string, unknown> = {}) {
  const { accessKey, secretKey } = storage.keys;
  const { steps } = await runChain([{ type: "bucket_object_check", inputs }], {
    registry,
    target: { origins: [storage.url] },
    variables: { s3_endpoint: storage.url, s3_access_key: accessKey, s3_secret_key: secretKey, ...variables },
  });
  const [step] = steps;
  if (step === undefined) throw new Error("expected a step");
  return step;
}

const keys = { accessKey: "ALBUMKEY", secretKey: "album-secret/with+signs", region: "us-east-1" };

describe("signature-v4.js", () => {
  const example = { accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" };
  const at = new Date("2013-05-24T00:00:00Z");

  // the worked examples of "Authenticating Requests: Using the Authorization Header" in the reference of the Amazon S3 API
  it.each([
    ["an object in part", { method: "GET", url: "https://examplebucket.s3.amazonaws.com/test.txt", headers: { Range: "bytes=0-9" } }, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"],
    ["a parameter without a value", { method: "GET", url: "https://examplebucket.s3.amazonaws.com/?lifecycle" }, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
    ["several parameters", { method: "GET", url: "https://examplebucket.s3.amazonaws.com/?prefix=J&max-keys=2" }, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
  ])("signs %s as the reference does", (_name, { url, ...request }, signature) => {
    const { authorization } = signedHeaders({ ...request, url: new URL(url), at }, example);
    expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });

  it("encodes what S3 wants to see encoded", () => {
    expect(encodeKey("a b/ä(1)+'~!*.txt")).toBe("a%20b/%C3%A4%281%29%2B%27~%21%2A.txt");
  });
});

describe("bucket_object_check", () => {
  const content = "id,name\n1,Ada\n";
  const sha256 = createHash("sha256").update(content).digest("hex");
  const stored = { album: { "exports/all of it (1).csv": text(content, "text/csv; charset=utf-8") } };
  const object = { bucket: "album", key: "exports/all of it (1).csv" };

  it.each([
    ["it is there", object],
    ["everything about it is right", { ...object, content_type: "text/csv", size: 14, contains: "1,Ada", sha256 }],
    ["its size is within bounds", { ...object, size: { min: 1, max: 14 } }],
    ["another is not there, and must not be", { bucket: "album", key: "exports/none.csv", exists: false }],
  ])("passes when %s", async (_name, inputs) => {
    expect(await check(await startStorage(stored), inputs)).toMatchObject({ outcome: "pass" });
  });

  it.each([
    ["it is not there", { bucket: "album", key: "exports/none.csv" }, "not-found"],
    ["its bucket is not there", { bucket: "other", key: "a" }, "storage-refused"],
    ["its bucket is not there, and it must not exist", { bucket: "other", key: "a", exists: false }, "storage-refused"],
    ["it is there and must not be", { ...object, exists: false }, "unexpected-object"],
    ["it has another type", { ...object, content_type: "text/plain" }, "wrong-content-type"],
    ["it is longer", { ...object, size: 13 }, "wrong-size"],
    ["it is shorter", { ...object, size: { min: 15 } }, "wrong-size"],
    ["it holds something else", { ...object, contains: "2,Ben" }, "wrong-content"],
    ["a byte of it differs", { ...object, sha256: sha256.replace(/^./, (first) => (first === "0" ? "1" : "0")) }, "wrong-digest"],
  ])("fails when %s", async (_name, inputs, code) => {
    expect(await check(await startStorage(stored), inputs)).toMatchObject({ outcome: "fail", code });
  });

  it.each([
    ["a wrong secret", { s3_secret_key: "another-secret" }],
    ["an unknown key", { s3_access_key: "NOBODY" }],
    ["no keys at all", { s3_access_key: "", s3_secret_key: "" }],
  ])("is refused with %s, whatever is expected", async (_name, variables) => {
    const storage = await startStorage(stored);
    for (const inputs of [object, { bucket: "album", key: "none", exists: false }]) {
      expect(await check(storage, inputs, variables)).toMatchObject({ outcome: "fail", code: "storage-refused", message: expect.stringMatching(/status 403/) as string });
    }
  });

  it("waits for an object that comes late, and gives up in time", async () => {
    const storage = await startStorage({ album: {} });
    setTimeout(() => storage.buckets.get("album")?.set("late", text("here")), 150);
    expect(await check(storage, { bucket: "album", key: "late", contains: "here", timeout_ms: 5_000, interval_ms: 20 })).toMatchObject({ outcome: "pass" });
    const started = performance.now();
    expect(await check(storage, { bucket: "album", key: "never", timeout_ms: 300, interval_ms: 300 })).toMatchObject({ outcome: "fail", code: "not-found" });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  describe("against what is no storage", () => {
    it("does not take a start page for an object, nor any 404 for its absence", async () => {
      const page = await startServer((_request, response) => void response.writeHead(200, { "content-type": "text/html", etag: 'W/"1f-a"' }).end("<h1>Welcome</h1>"));
      expect(await check({ url: page.url, keys }, { bucket: "album", key: "a" })).toMatchObject({ outcome: "fail", code: "no-storage" });
      const nothing = await startServer((_request, response) => void response.writeHead(404).end("Not Found"));
      expect(await check({ url: nothing.url, keys }, { bucket: "album", key: "a", exists: false })).toMatchObject({ outcome: "fail", code: "storage-refused" });
      const broken = await startServer((_request, response) => sendXml(response, { status: 500, code: "NoSuchKey" }));
      expect(await check({ url: broken.url, keys }, { bucket: "album", key: "a", exists: false })).toMatchObject({ outcome: "fail", code: "storage-refused" });
    });

    it("fails when it is not there, closes midway or says nothing", async () => {
      const gone = await startServer(() => undefined);
      await gone.close();
      const midway = await startAnswering('HTTP/1.1 200 OK\r\nETag: "0123456789abcdef0123456789abcdef"\r\nContent-Length: 10\r\n\r\nhalf');
      for (const { url } of [gone, midway]) {
        for (const exists of [true, false]) expect(await check({ url, keys }, { bucket: "album", key: "a", exists })).toMatchObject({ outcome: "fail" });
      }
      const silent = await startRawServer(() => undefined);
      const result = await runChain([{ type: "bucket_object_check", inputs: { bucket: "album", key: "a", endpoint: silent.url } }], { registry, target: { origins: [silent.url] }, timeouts: { stepMs: 200 } });
      expect(result).toMatchObject({ score: 0, steps: [{ outcome: expect.not.stringMatching(/^pass$/) as string }] });
    });

    it("does not ask an origin that is not the target's", async () => {
      const storage = await startStorage(stored);
      const { steps } = await runChain([{ type: "bucket_object_check", inputs: { ...object, endpoint: storage.url } }], { registry, target: {} });
      expect(steps).toMatchObject([{ outcome: "fail", code: "foreign-origin" }]);
      expect(storage.seen).toEqual([]);
    });
  });

  it("tells no report the secret, even when the storage repeats it", async () => {
    const teller = await startServer((_request, response) => void response.writeHead(403, { "content-type": keys.secretKey }).end());
    const step = await check({ url: teller.url, keys }, object);
    expect(step).toMatchObject({ outcome: "fail", evidence: { content_type: expect.stringMatching(/^\S+$/) as string } });
    expect(JSON.stringify(step)).not.toContain(keys.secretKey);
  });

  it.each([
    [{ ...object, exists: false, size: 3 }, "conflicting-keys"],
    [{ ...object, size: {} }, "vacuous-expectation"],
    [{ ...object, access_key: "A" }, "missing-input"],
    [{ bucket: "album", key: "../other/a" }, "invalid-key"],
    [{ ...object, contain: "x" }, "unknown-key"],
  ])("is linted as a built-in primitive is: %j", (inputs, code) => {
    const scoring = { method: "binary", maxScore: 1, category: "Upload" };
    const dag = { dagrade: 1, nodes: [{ id: "A", prereqs: [], primitive_chain: [{ type: "bucket_object_check", inputs }], scoring }] };
    expect(lintDag(dag, { registry }).map((finding) => finding.code)).toContain(code);
  });
});

describe("dag.json", () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  /** An album that keeps what it is sent in the bucket a moment later. */
  async function startAlbum(storage: Storage, fault?: "keeps-half" | "keeps-deleted") {
    let count = 0;
    return startServer(({ method, path, bytes, headers }, response) => {
      const objects = storage.buckets.get("album");
      if (method === "POST") {
        const key = `photo-${++count}.png`;
        const timer = setTimeout(() => {
          objects?.set(key, { content: Buffer.from(bytes).subarray(0, fault === "keeps-half" ? 10 : undefined), contentType: headers["content-type"] ?? "" });
          objects?.set("index.json", text(JSON.stringify({ photos: [key] }), "application/json"));
        }, 50);
        closing.push(() => clearTimeout(timer));
        sendJson(response, { key }, 201);
      } else {
        if (fault !== "keeps-deleted") objects?.delete(path.replace("/photos/", ""));
        response.writeHead(204).end();
      }
    });
  }

  async function grade(fault?: Parameters<typeof startAlbum>[1]) {
    const storage = await startStorage({ album: {} });
    const album = await startAlbum(storage, fault);
    const dag = await loadDag(new URL("dag.json", folder), { registry });
    const faster = JSON.parse(JSON.stringify(dag).replaceAll('"timeout_ms":3000', '"timeout_ms":600')) as object;
    return evaluateDag(faster, {
      registry,
      target: { baseUrl: album.url, origins: [storage.url] },
      variables: { s3_endpoint: storage.url, s3_access_key: keys.accessKey, s3_secret_key: keys.secretKey },
    });
  }

  it("passes on a sound album", async () => {
    const { score, nodes } = await grade();
    expect(nodes.filter(({ status }) => status !== "PASSED")).toEqual([]);
    expect(score).toMatchObject({ earned: 13, max: 13 });
  });

  it.each([
    ["keeps-half", ["FAILED", "SKIPPED_DEPENDENCY", "SKIPPED_DEPENDENCY", "SKIPPED_DEPENDENCY"]],
    ["keeps-deleted", ["PASSED", "PASSED", "FAILED", "PASSED"]],
  ] as const)("notices an album that %s", async (fault, statuses) => {
    const { nodes } = await grade(fault);
    expect(nodes.map(({ status }) => status)).toEqual(statuses);
  });

  it("is known to the command line by --registry", async () => {
    const path = (name: string) => fileURLToPath(new URL(name, folder));
    const lint = await commandLine(["lint", path("dag.json"), "--registry", path("registry.js")]);
    expect(lint).toMatchObject({ exitCode: 0, out: expect.stringMatching(/0 errors, 0 warnings/) as string });
    expect(await commandLine(["lint", path("dag.json")])).toMatchObject({ exitCode: 1, out: expect.stringMatching(/unknown-primitive/) as string });
    const schema = await commandLine(["schema", "--registry", path("registry.js")]);
    expect(schema.out).toContain("Text that the object holds, as UTF-8.");
    const table = await commandLine(["primitives", "--registry", path("registry.js")]);
    expect(table.out).toMatch(/bucket_object_check +storage +read +Passes when the bucket holds the object/);
  });
});
