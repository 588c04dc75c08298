import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/model/dag.js";
import type { NodeResult } from "../../../src/model/evaluation.js";
import type { Target } from "../../../src/ports/target.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { deadOrigin, sendJson, startRawServer, startServer, type Handler } from "../../support/server.js";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Writes the same bytes again and again until the other side has had enough. */
function pour(socket: Socket, chunk: string | Buffer): void {
  socket.on("error", () => undefined);
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}

/** Writes a few bytes every now and then. */
function drip(socket: Socket, chunk: string, everyMs: number): void {
  socket.on("error", () => undefined);
  const timer = setInterval(() => socket.write(chunk), everyMs);
  socket.on("close", () => clearInterval(timer));
}

/** One request and one assertion on its answer, of which the second must never see an answer that is not whole. */
async function attack(baseUrl: string, inputs: Record<string, unknown> = {}, target: Target = {}): Promise<NodeResult> {
  const chain: Step[] = [
    { type: "http_request", inputs: { path: "/x", timeout: 1, ...inputs } },
    { type: "status_code_assert", inputs: { acceptable_statuses: ["2xx", "3xx", "4xx"] } },
  ];
  return runChain(chain, { target: { baseUrl, http: { maxBodyBytes: 65_536 }, ...target }, method: "weighted" });
}

describe("http_request fails, in time and without a trace, on a server that", () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ["closes without a word", "connection-failed", (socket) => socket.end()],
    ["resets", "connection-failed", (socket) => socket.resetAndDestroy()],
    ["stalls before its head", "time-out", () => undefined],
    ["stalls within its head", "time-out", (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-ty")],
    ["stalls after its head", "time-out", (socket) => socket.write(`${HEAD}content-length: 2\r\n\r\n`)],
    ["stalls within its body", "time-out", (socket) => socket.write(`${HEAD}content-length: 2\r\n\r\n{`)],
    ["closes after the head of a 200", "connection-failed", (socket) => socket.end(`${HEAD}content-length: 2\r\n\r\n`)],
    ["closes after the head of a 200 that names no length", "connection-failed", (socket) => socket.end(`${HEAD}\r\n`)],
    ["closes after the head of a chunked 200", "connection-failed", (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n`)],
    ["closes within a chunk", "connection-failed", (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n10\r\n{"id":`)],
    ["closes without the last chunk", "connection-failed", (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`)],
    ["resets within its body", "connection-failed", (socket) => socket.write(`${HEAD}content-length: 20\r\n\r\n{"id":`, () => setTimeout(() => socket.resetAndDestroy(), 20))],
    ["sends less than it announced", "connection-failed", (socket) => socket.end(`${HEAD}content-length: 20\r\n\r\n{"id": 1}`)],
    ["announces too much", "body-too-large", (socket) => socket.write(`${HEAD}content-length: 65537\r\n\r\n{`)],
    ["sends its body for ever", "body-too-large", (socket) => (socket.write(`${HEAD}\r\n`), pour(socket, "x".repeat(4_096)))],
    ["sends chunks for ever", "body-too-large", (socket) => (socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`), pour(socket, `1000\r\n${"x".repeat(4_096)}\r\n`))],
    ["sends its body drop by drop", "time-out", (socket) => (socket.write(`${HEAD}content-length: 20000\r\n\r\n`), drip(socket, "x", 20))],
    ["sends its head drop by drop", "time-out", (socket) => (socket.write("HTTP/1.1 200 OK\r\n"), drip(socket, "a", 20))],
    ["sends headers for ever", "bad-response", (socket) => (socket.write("HTTP/1.1 200 OK\r\n"), pour(socket, `x-more: ${"y".repeat(1_000)}\r\n`))],
    ["sends interim answers for ever", "time-out", (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 10)],
    ["speaks HTTP/0.9", "bad-response", (socket) => socket.end("<html>hello</html>")],
    ["speaks no HTTP at all", "bad-response", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")],
    ["sends a NUL in its head", "bad-response", (socket) => socket.end("HTTP/1.1 200 OK\r\nx-a: b\0c\r\ncontent-length: 0\r\n\r\n")],
    ["sends two lengths", "bad-response", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}")],
    ["sends a status that is none", "bad-response", (socket) => socket.end("HTTP/1.1 2x0 OK\r\ncontent-length: 0\r\n\r\n")],
    ["sends what is no gzip", "bad-response", (socket) => socket.end(`${HEAD}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`)],
  ])("%s: %s", async (_what, code, answer) => {
    const server = await startRawServer((socket) => socket.once("data", () => answer(socket)));
    const started = performance.now();
    const node = await attack(server.url, { timeout: code === "time-out" ? 0.3 : 10 });
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(node.steps).toMatchObject([{ outcome: "fail", code }, { outcome: "fail", code: "no-prior-result" }]);
    expect(node.status).toBe("FAILED");
  });

  it("is not there", async () => {
    expect((await attack(await deadOrigin())).steps).toMatchObject([{ code: "connection-failed" }, { code: "no-prior-result" }]);
  });

  it("sends a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024)); // within what may be sent as it is
    expect(bomb.length).toBeLessThan(65_536);
    const server = await startServer((_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const node = await attack(server.url, { timeout: 5 });
    expect(node.steps).toMatchObject([{ outcome: "fail", code: "body-too-large" }, { code: "no-prior-result" }]);
  });

  it.each<[string, (path: string) => string]>([
    ["to itself", (path) => path],
    ["on and on", (path) => `${path}x`],
  ])("redirects %s", async (_where, next) => {
    const server = await startServer(({ path }, response) => void response.writeHead(302, { location: next(path) }).end());
    const node = await attack(server.url, { follow_redirects: true, timeout: 5 });
    expect(node.steps).toMatchObject([{ outcome: "fail", code: "redirect-loop" }, { code: "no-prior-result" }]);
    expect(server.seen.length).toBeLessThan(30);
  });

  it.each(["http://127.0.0.1:1/", "//example.com/", "/\\example.com/", "http://user:pass@example.com/", "ftp://example.com/", "file:///etc/passwd", "http://["])("redirects elsewhere, to %s", async (location) => {
    const server = await startServer((_request, response) => void response.writeHead(302, { location }).end());
    const node = await attack(server.url, { follow_redirects: true });
    expect(node.steps).toMatchObject([{ outcome: "fail" }, { code: "no-prior-result" }]);
    expect(["off-origin-redirect", "bad-response"]).toContain(node.steps[0]?.code);
    expect(server.seen).toHaveLength(1);
  });
});

describe("http_request takes", () => {
  it("an answer behind some interim answers", async () => {
    const server = await startRawServer((socket) => socket.once("data", () => socket.end(`${"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(20)}${HEAD}content-length: 2\r\n\r\n{}`)));
    expect((await attack(server.url, { timeout: 10 })).steps).toMatchObject([{ outcome: "pass" }, { outcome: "pass" }]);
  });

  it("no bytes behind an answer for the next one", async () => {
    const smuggled = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nno";
    let count = 0;
    const server = await startRawServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => socket.write(++count === 1 ? `${HEAD}content-length: 2\r\n\r\n{}${smuggled}` : "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}"));
    });
    const chain: Step[] = [
      { type: "http_request", inputs: { path: "/a" } },
      { type: "http_request", inputs: { path: "/b" } },
      { type: "status_code_assert", inputs: { acceptable_statuses: [200] } },
    ];
    const node = await runChain(chain, { target: { baseUrl: server.url }, method: "weighted" });
    expect(node.steps[2]?.outcome).toBe("fail");
  });
});

/** A body as a chain sees it: asked for, captured from and sent back. */
async function roundTrip(body: string | Buffer, capture: Record<string, unknown>, more: Step[] = [], headers: Record<string, string> = {}): Promise<{ node: NodeResult; sent: string | undefined }> {
  const handler: Handler = ({ method }, response) => {
    if (method === "GET") response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
    else sendJson(response, {});
  };
  const server = await startServer(handler);
  const names = Object.keys(capture);
  const chain: Step[] = [
    { type: "http_request", inputs: { path: "/x", capture } },
    ...more,
    { type: "http_request", inputs: { method: "POST", path: "/back", body: Object.fromEntries(names.map((name) => [name, `{{${name}}}`])) } },
  ];
  const node = await runChain(chain, { target: { baseUrl: server.url } });
  return { node, sent: server.seen.find(({ method }) => method === "POST")?.body };
}

describe("http_request keeps its head when the body", () => {
  it.each<[string, string | Buffer]>([
    ["is no JSON", "<html>500</html>"],
    ["is cut JSON", '{"id": 1'],
    ["is two JSON values", '{"id": 1}{"id": 2}'],
    ["is empty", ""],
    ["is nothing but NUL", "\0\0\0\0"],
    ["is JSON behind a NUL", '\0{"id": 1}'],
    ["is nested 100,000 deep", "[".repeat(100_000)],
    ["is nested 100,000 deep and closed", `{"id": ${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
    ["is UTF-16", Buffer.from('{"id": 1}', "utf16le")],
  ])("%s: nothing is captured from it", async (_what, body) => {
    const { node, sent } = await roundTrip(body, { id: "$.id" });
    expect(node.steps[0]).toMatchObject({ outcome: "fail", code: "capture-missing" });
    expect(node.status).toBe("FAILED");
    expect(sent).toBeUndefined();
  });

  it("holds a NUL within a text", async () => {
    expect((await roundTrip('{"id": "a\\u0000b"}', { id: "$.id" })).sent).toBe('{"id":"a\\u0000b"}');
  });

  it("holds bytes that are no UTF-8", async () => {
    const body = Buffer.concat([Buffer.from('{"id": "a'), Buffer.from([0xff, 0xc3]), Buffer.from('b"}')]);
    expect((await roundTrip(body, { id: "$.id" })).sent).toBe('{"id":"a\ufffd\ufffdb"}');
  });

  it.each(["id", "token"])("holds half a character in its %s", async (name) => {
    const { node } = await roundTrip(`{"${name}": "abcdef\\ud800"}`, { value: `$.${name}` });
    expect(node.steps.map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["path", { path: "/items/{{value}}" }],
    ["query of the path", { path: "/items?q={{value}}" }],
    ["query", { path: "/items", query: { q: "{{value}}" } }],
    ["form", { method: "POST", path: "/items", form: { a: "{{value}}" } }],
    ["encoded form", { method: "POST", path: "/items", form: "a={{value}}" }],
    ["header", { path: "/items", headers: { "X-A": "{{value}}" } }],
    ["cookie", { path: "/items", cookies: { a: "{{value}}" } }],
  ])("holds half a character that goes into a %s: no error of ours", async (_where, inputs) => {
    const { node } = await roundTrip('{"value": "abcdef\\ud800"}', { value: "$.value" }, [{ type: "http_request", inputs }]);
    expect(node.status).not.toBe("ERROR");
  });

  it("holds a number beyond 2^53", async () => {
    const { node, sent } = await roundTrip('{"id": 9007199254740993}', { id: "$.id" }, [
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.id", operator: "not_equals", expected: 9007199254740992 }] } },
    ]);
    expect(node.status).toBe("PASSED");
    expect(sent).toBe('{"id":9007199254740993}');
  });

  it("holds keys of Object.prototype", async () => {
    const { sent } = await roundTrip('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}', { a: "$.__proto__.polluted", b: "$.constructor.prototype.polluted" });
    expect(sent).toBe('{"a":1,"b":1}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("does not hold what every object has", async () => {
    const { node } = await roundTrip("{}", { a: "$.constructor", b: "$.toString", c: "$.__proto__" });
    expect(node.steps[0]).toMatchObject({ outcome: "fail", code: "capture-missing" });
  });

  it("holds placeholders, which stay text", async () => {
    expect((await roundTrip('{"id": "{{secret}} {{id}}"}', { id: "$.id" })).sent).toBe('{"id":"{{secret}} {{id}}"}');
  });

  it("is large: the report is not", async () => {
    const { node } = await roundTrip(`{"id": "${"x".repeat(1_000_000)}"}`, { id: "$.id" });
    expect(node.steps[0]?.outcome).toBe("pass");
    expect(JSON.stringify(node).length).toBeLessThan(100_000);
  });
});

describe("http_request does not let an answer", () => {
  it("write headers of a later request", async () => {
    const server = await startServer((_request, response) => sendJson(response, { id: "a\r\nX-Evil: 1" }));
    const chain: Step[] = [
      { type: "http_request", inputs: { path: "/x", capture: { id: "$.id" } } },
      { type: "http_request", inputs: { path: "/y", headers: { "X-Id": "{{id}}" } } },
    ];
    const node = await runChain(chain, { target: { baseUrl: server.url } });
    expect(node.steps[1]?.outcome).toBe("fail");
    expect(server.seen).toHaveLength(1);
  });

  it.each(["../admin", "..", ".", "a/../../admin", "x?admin=1", "x#y", "%2e%2e", "//example.com"])("choose the route of a later request: %j", async (id) => {
    const server = await startServer((_request, response) => sendJson(response, { id }));
    const chain: Step[] = [
      { type: "http_request", inputs: { path: "/x", capture: { id: "$.id" } } },
      { type: "http_request", inputs: { method: "DELETE", path: "/items/{{id}}" } },
    ];
    const node = await runChain(chain, { target: { baseUrl: server.url } });
    const sent = server.seen[1]?.path;
    if (id === "." || id === "..") {
      expect(node.steps[1]?.outcome).toBe("fail");
      expect(sent).toBeUndefined();
    } else {
      expect(sent).toBe(`/items/${encodeURIComponent(id)}`);
    }
  });

  it("put its secrets or its control characters raw into the report", async () => {
    const server = await startServer((_request, response) => sendJson(response, { message: "\u001b[31m", token: "tok-0123456789" }, 500));
    const node = await runChain([{ type: "http_request", inputs: { path: "/x", expected_status: 200, token: "tok-0123456789" } }], {
      target: { baseUrl: server.url, secrets: ["tok-0123456789"], auth: { request: { path: "/login" }, token: { jsonPath: "$.token" } } },
    });
    expect(node.steps[0]?.code).toBe("unexpected-status");
    expect(JSON.stringify(node)).not.toContain("tok-0123456789");
  });
});
