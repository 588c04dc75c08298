import type net from "node:net";
import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, sendHtml, sendJson, startRawServer, startServer, type Handler, type SeenRequest, type TestServer } from "../../support/server.js";

const LIMIT = 64 * 1024;

/** How a small store of files departs from a sound one. */
interface Store {
  /** What is kept of the bytes. */
  keep?: (bytes: Buffer) => Buffer;
  refusal?: number;
  downloadStatus?: number;
}

/** The form that came, read by the platform's own parser. */
function formOf({ bytes, headers }: SeenRequest): Promise<FormData> {
  return new Response(Uint8Array.from(bytes), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();
}

/** A field that holds JSON. */
function fieldOf(form: FormData | undefined, name: string): unknown {
  const value = form?.get(name);
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

function store({ keep = (bytes) => bytes, refusal = 413, downloadStatus = 200 }: Store = {}, forms: FormData[] = []): Handler {
  const files = new Map<string, { bytes: Buffer; type: string }>();
  return async (request, response) => {
    const { method, path } = request;
    if (method === "GET") {
      const file = files.get(path.replace(/^\/files\//, ""));
      if (file === undefined) return sendJson(response, { error: "no such file" }, 404);
      return void response.writeHead(downloadStatus, { "content-type": file.type }).end(file.bytes);
    }
    const isRaw = path.startsWith("/raw");
    const form = isRaw ? undefined : await formOf(request);
    if (form !== undefined) forms.push(form);
    const part = form?.get(path === "/graphql" ? "0" : path === "/avatar" ? "avatar" : "file");
    if (form !== undefined && !(part instanceof File)) return sendJson(response, { error: "a file is required" }, 422);
    const bytes = part instanceof File ? Buffer.from(await part.arrayBuffer()) : Buffer.from(request.bytes);
    const type = part instanceof File ? part.type : (request.headers["content-type"] ?? "");
    if (bytes.length > LIMIT) return path === "/graphql" ? sendJson(response, { data: { upload: null }, errors: [{ message: "too large" }] }) : sendJson(response, { error: "too large" }, refusal);
    if (path === "/avatar" && !type.startsWith("image/")) return sendJson(response, { error: "an image is required" }, 415);
    const id = String(files.size + 1);
    files.set(id, { bytes: keep(bytes), type });
    const answer = { id, url: `/files/${id}`, relative: `files/${id}`, size: bytes.length };
    sendJson(response, path === "/graphql" ? { data: { upload: answer } } : answer, path === "/graphql" ? 200 : 201);
  };
}

async function run(inputs: Record<string, unknown>, handler: Handler = store()): Promise<{ step: StepResult; server: TestServer }> {
  const server = await startServer(handler);
  return { step: await runStep("file_upload_download", inputs, { target: { baseUrl: server.url } }), server };
}

const DOWNLOAD = { capture: { file: "$.id" }, download: { path: "/files/{{file}}" } };
const upload = (keys: Record<string, unknown> = {}): Record<string, unknown> => ({ upload: { path: "/files", ...keys } });

describe("file_upload_download passes", () => {
  it.each<[string, Record<string, unknown>]>([
    ["text", { file_content: "grüße\r\n\0end" }],
    ["no text at all", { file_content: "" }],
    ["bytes", { file_content: "base64:AP/+AA0K" }],
    ["a made file", { file_size_kb: 3 }],
    ["a made file that is just within the limit", { file_size_kb: 64 }],
    ["made text", { file_type: "text", file_size_kb: 0.5 }],
    ["a PNG", { file_type: "png" }],
    ["a PDF", { file_type: "pdf", file_size_kb: 20 }],
    ["a raw body", { path: "/raw", encoding: "raw", method: "PUT", file_type: "png" }],
  ])("what comes down as it went up: %s", async (_name, keys) => {
    const { step } = await run({ ...upload(keys), ...DOWNLOAD });
    expect(step).toMatchObject({ outcome: "pass", message: "upload 201, download 200" });
  });

  it.each<[string, Record<string, unknown>]>([
    ["an absolute path", { path_from_response: "$.url" }],
    ["a place beside the upload", { path_from_response: "relative" }],
    ["a status alone", { path_from_response: "$.url", verify: "status" }],
  ])("a download from the answer: %s", async (_name, download) => {
    expect((await run({ ...upload({ file_size_kb: 1 }), download })).step).toMatchObject({ outcome: "pass" });
  });

  it("sends the form that was asked for", async () => {
    const forms: FormData[] = [];
    const { step, server } = await run(
      { upload: { path: "/avatar?kind=small", field_name: "avatar", file_name: 'my "cat".png', file_type: "png", fields: { title: "Katze & Co", rank: 3 }, headers: { "x-own": "u" } }, headers: { "x-own": "s", "x-all": "s" }, auth: "none" },
      (request, response) => store({}, forms)({ ...request, path: "/avatar" }, response),
    );
    expect(step).toMatchObject({ outcome: "pass" });
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/avatar?kind=small", headers: { "x-own": "u", "x-all": "s" } });
    const [form] = forms;
    expect([...(form?.keys() ?? [])]).toEqual(["title", "rank", "avatar"]);
    expect([form?.get("title"), form?.get("rank")]).toEqual(["Katze & Co", "3"]);
    const file = form?.get("avatar") as File;
    expect([file.type, file.size]).toEqual(["image/png", 1024]);
    expect(file.name).toMatch(/^my (?:"|%22)cat(?:"|%22)\.png$/);
  });

  it("a GraphQL upload, its variables around the file", async () => {
    const forms: FormData[] = [];
    const query = "mutation ($input: In!) { upload(input: $input) { id } }";
    const graphql = { query, variables: { input: { note: "n", files: ["x"] } }, file_variable: "input.files.1" };
    const { step } = await run({ upload: { path: "/graphql", file_content: "a,b", content_type: "text/csv", file_name: "t.csv", graphql }, capture: { file: "$.data.upload.id" }, download: { path: "/files/{{file}}" } }, store({}, forms));
    expect(step).toMatchObject({ outcome: "pass" });
    expect(fieldOf(forms[0], "operations")).toEqual({ query, variables: { input: { note: "n", files: ["x", null] } } });
    expect(fieldOf(forms[0], "map")).toEqual({ 0: ["variables.input.files.1"] });
    expect([...(forms[0]?.keys() ?? [])]).toEqual(["operations", "map", "0"]);
  });

  it("a refusal that is expected", async () => {
    expect((await run({ ...upload({ file_size_kb: 65 }), expect_failure: true })).step).toMatchObject({ outcome: "pass" });
    expect((await run({ upload: { path: "/avatar", field_name: "avatar", file_type: "pdf" }, expect_failure: true, acceptable_statuses: 415 })).step).toMatchObject({ outcome: "pass" });
    expect((await run({ upload: { path: "/graphql", file_size_kb: 65, graphql: { query: "mutation ($file: Upload!) { upload(file: $file) { id } }" } }, expect_failure: true })).step).toMatchObject({ outcome: "pass" });
  });

  it("and leaves the answer to the upload to the steps behind it", async () => {
    const server = await startServer(store());
    const chain = [
      { type: "file_upload_download", inputs: { ...upload({ file_size_kb: 2 }), ...DOWNLOAD, save_as: "sent" } },
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.size", expected: 2048 }, { part: "status", expected: 201 }] } },
      { type: "http_request", inputs: { path: "/files/{{sent.id}}", expected_status: 200 } },
    ];
    expect(await runChain(chain, { target: { baseUrl: server.url } })).toMatchObject({ status: "PASSED" });
  });
});

describe("file_upload_download fails", () => {
  it.each<[string, Store, Record<string, unknown>, string, RegExp]>([
    ["an upload that is refused", {}, upload({ file_size_kb: 65 }), "unexpected-status", /^upload: expected status 2xx, got 413/],
    ["a part of another name", {}, upload({ file_content: "x", field_name: "document" }), "unexpected-status", /got 422/],
    ["a download that is not there", {}, { ...upload({ file_content: "x" }), download: { path: "/files/9" } }, "unexpected-status", /^download: expected status 200, got 404/],
    ["an answer without the place", {}, { ...upload({ file_content: "x" }), download: { path_from_response: "$.href" } }, "no-download-path", /got nothing/],
    ["a place that is no text", {}, { ...upload({ file_content: "x" }), download: { path_from_response: "$.size" } }, "no-download-path", /got 1$/],
    ["a value to capture that is not there", {}, { ...upload({ file_content: "x" }), capture: { y: "$.nobody" } }, "capture-missing", /y/],
    ["a placeholder of the download that nothing sets", {}, { ...upload({ file_content: "x" }), download: { path: "/files/{{nobody}}" } }, "unresolved-placeholder", /nobody/],
    // wrong systems
    ["an empty file that is stored", { keep: () => Buffer.alloc(0) }, { ...upload({ file_size_kb: 1 }), ...DOWNLOAD }, "different-file", /expected the 1024 bytes that were sent, got an empty file/],
    ["a file that is cut", { keep: (bytes) => bytes.subarray(0, 1000) }, { ...upload({ file_size_kb: 1 }), ...DOWNLOAD }, "different-file", /1000 bytes that differ from byte 1001 on/],
    ["a file that is longer", { keep: (bytes) => Buffer.concat([bytes, Buffer.from("\n")]) }, { ...upload({ file_content: "x" }), ...DOWNLOAD }, "different-file", /2 bytes that go on behind them/],
    ["bytes that were taken for text", { keep: (bytes) => Buffer.from(bytes.toString("utf8")) }, { ...upload({ file_content: "base64:AP/+AA0K" }), ...DOWNLOAD }, "different-file", /differ from byte 2 on/],
    ["one byte that is another", { keep: (bytes) => Buffer.from(bytes.map((byte, at) => (at === 500 ? byte ^ 1 : byte))) }, { ...upload({ file_type: "png" }), ...DOWNLOAD }, "different-file", /byte 501 on/],
    ["a download with another status", { downloadStatus: 206 }, { ...upload({ file_content: "x" }), ...DOWNLOAD }, "unexpected-status", /got 206/],
    ["401 to the oversize upload", { refusal: 401 }, { ...upload({ file_size_kb: 65 }), expect_failure: true }, "unexpected-status", /refused with status 400, 413, 415 or 422, got 401/],
    ["403 to the oversize upload", { refusal: 403 }, { ...upload({ file_size_kb: 65 }), expect_failure: true }, "unexpected-status", /got 403/],
    ["404 to the oversize upload", { refusal: 404 }, { ...upload({ file_size_kb: 65 }), expect_failure: true }, "unexpected-status", /got 404/],
    ["500 to the oversize upload", { refusal: 500 }, { ...upload({ file_size_kb: 65 }), expect_failure: true }, "unexpected-status", /got 500/],
    ["an oversize upload that is taken", {}, { ...upload({ file_size_kb: 64 }), expect_failure: true }, "unexpected-status", /got 201/],
    ["a GraphQL upload with errors and 200", {}, { upload: { path: "/graphql", file_size_kb: 65, graphql: { query: "mutation ($file: Upload!) { upload(file: $file) { id } }" } } }, "graphql-errors", /too large/],
    ["a GraphQL upload that should be refused and is not", {}, { upload: { path: "/graphql", file_size_kb: 1, graphql: { query: "mutation ($file: Upload!) { upload(file: $file) { id } }" } }, expect_failure: true }, "no-graphql-errors", /expected errors/],
  ])("%s", async (_name, system, inputs, code, message) => {
    const { step } = await run(inputs, store(system));
    expect(step).toMatchObject({ outcome: "fail", code });
    expect(step.message).toMatch(message);
  });

  it.each<[string, number, object, Record<string, unknown>, string | undefined]>([
    ["all that was asked for", 200, { data: { upload: { id: 1 }, me: null } }, {}, undefined],
    ["no field that its variables ask for", 200, { data: { upload: { id: 1 } } }, {}, "missing-data"],
    ["no field that they leave out", 200, { data: { upload: { id: 1 } } }, { graphql: { variables: { with: false } } }, undefined],
    ["a refusal", 400, { errors: [{ message: "too large" }] }, { expect_failure: true }, undefined],
    ["a refusal by what stands before it", 413, { error: "too large" }, { expect_failure: true }, undefined],
    ["a refusal by a word of GraphQL with that status", 413, { errors: [{ message: "too large" }] }, { expect_failure: true }, undefined],
    ["that the document does not fit the schema", 400, { errors: [{ message: "Cannot query field \"upload\" on type \"Mutation\".", extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] }, { expect_failure: true }, "invalid-document"],
  ])("a GraphQL upload is answered with %s", async (_what, status, body, { graphql, ...more }, code) => {
    const query = "mutation ($file: Upload!, $with: Boolean!) { upload(file: $file) { id } me @include(if: $with) { id } }";
    const inputs = { upload: { path: "/graphql", file_content: "x", graphql: { query, variables: { with: true }, ...(graphql as object | undefined) } }, ...more };
    const { step } = await run(inputs, (_request, response) => sendJson(response, body, status));
    expect([step.outcome, step.code]).toEqual(code === undefined ? ["pass", undefined] : ["fail", code]);
  });

  it("a page instead of the file, and a page instead of an answer", async () => {
    const sound = store();
    const page = await run({ ...upload({ file_content: "<p>" }), ...DOWNLOAD }, (request, response) => (request.method === "GET" ? sendHtml(response, "<p>x") : sound(request, response)));
    expect(page.step).toMatchObject({ code: "different-file" });
    const answer = await run({ ...upload({ file_content: "x" }), download: { path_from_response: "$.url" } }, (_request, response) => sendHtml(response, "ok"));
    expect(answer.step).toMatchObject({ code: "not-json" });
  });

  it("a place at somebody else's", async () => {
    const other = await startServer((_request, response) => void response.end("x"));
    const { step } = await run({ ...upload({ file_content: "x" }), download: { path_from_response: "$.url" } }, (_request, response) => sendJson(response, { url: `${other.url}/x` }));
    expect(step).toMatchObject({ outcome: "fail", code: "foreign-origin" });
    expect(other.seen).toHaveLength(0);
  });

  it("a system that is not there, hangs or closes midway", async () => {
    const inputs = upload({ file_size_kb: 1 });
    expect(await runStep("file_upload_download", { ...inputs, expect_failure: true }, { target: { baseUrl: await deadOrigin() } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
    expect((await run({ ...inputs, timeout: 0.1 }, () => undefined)).step).toMatchObject({ outcome: "fail", code: "time-out" });
    const closing = await startRawServer((socket: net.Socket) => socket.once("data", () => socket.destroy()));
    expect(await runStep("file_upload_download", { ...upload({ file_size_kb: 1000 }), expect_failure: true }, { target: { baseUrl: closing.url } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
  });

  it("not for a refusal that comes before the whole file was read", async () => {
    const early = await startRawServer((socket: net.Socket) => socket.once("data", () => socket.write("HTTP/1.1 413 Payload Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")).resume());
    expect(await runStep("file_upload_download", { ...upload({ file_size_kb: 5000 }), expect_failure: true }, { target: { baseUrl: early.url } })).toMatchObject({ outcome: "pass" });
  });

  it("another flow, as an error of the set-up", async () => {
    const { step, server } = await run(upload({ file_content: "x", flow: "chunked" }));
    expect(step).toMatchObject({ outcome: "error", code: "unsupported-flow" });
    expect(server.seen).toHaveLength(0);
  });
});

describe("file_upload_download refuses", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no upload", {}, "invalid-input"],
    ["content and a made file", upload({ file_content: "x", file_size_kb: 1 }), "conflicting-keys"],
    ["text that is no base64", upload({ file_content: "base64:no text!" }), "invalid-input"],
    ["half of base64", upload({ file_content: "base64:abc" }), "invalid-input"],
    ["a PNG that can not be so small", upload({ file_type: "png", file_size_kb: 0.5 }), "invalid-input"],
    ["a file of no size", upload({ file_size_kb: 0 }), "invalid-input"],
    ["fields of a raw body", upload({ encoding: "raw", fields: { a: 1 } }), "conflicting-keys"],
    ["a download after a refusal", { ...upload(), expect_failure: true, download: { path: "/x" } }, "conflicting-keys"],
    ["a download from nowhere", { ...upload(), download: {} }, "invalid-input"],
    ["a download from two places", { ...upload(), download: { path: "/x", path_from_response: "$.x" } }, "invalid-input"],
    ["a relative download", { ...upload(), download: { path: "x" } }, "invalid-path"],
    ["a bad place in the answer", { ...upload(), download: { path_from_response: "$[" } }, "invalid-path"],
    ["a relative upload", { upload: { path: "files" } }, "invalid-path"],
  ])("%s", async (_name, inputs, code) => {
    expect(await refusalOf(runStep("file_upload_download", inputs))).toEqual([code]);
  });
});
