import { getEventListeners } from "node:events";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { openHttpTransport, type HttpTransportOptions } from "../../src/adapters/http-transport.js";
import { StepFailure } from "../../src/model/outcome.js";
import type { HttpTransport, TransportRequest } from "../../src/ports/http.js";
import { deadOrigin, startAnswering, startRawServer, startServer } from "../support/server.js";

const signal = new AbortController().signal;

function open(options?: HttpTransportOptions): HttpTransport {
  const transport = openHttpTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

function get(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return { method: "GET", url, headers: {}, timeoutMs: 5_000, ...more };
}

async function failureOf(sending: Promise<unknown>): Promise<StepFailure> {
  const outcome = await sending.then(
    () => new Error("expected a failure, got an answer"),
    (reason: unknown) => reason,
  );
  if (!(outcome instanceof StepFailure)) throw outcome;
  return outcome;
}

describe("an answer", () => {
  it("has its status, headers, cookies and bytes", async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(418, { "X-One": "1", "X-Two": ["a", "b"], "Set-Cookie": ["s=1; Path=/", "t=2"] }).end("tea");
    });
    const answer = await open().send(get(`${server.url}/pot?size=2#lid`), signal);
    expect(answer.status).toBe(418);
    expect(answer.headers).toMatchObject({ "x-one": "1", "x-two": "a, b" });
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.setCookies).toEqual(["s=1; Path=/", "t=2"]);
    expect(Buffer.from(answer.bytes).toString()).toBe("tea");
    expect(answer.durationMs).toBeGreaterThan(0);
    expect(server.seen[0]).toMatchObject({ method: "GET", path: "/pot?size=2" });
  });

  it("comes to the method, headers and body that were sent", async () => {
    const server = await startServer((_request, response) => void response.end());
    const transport = open();
    await transport.send(get(server.url, { method: "PATCH", headers: { "content-type": "text/plain" }, body: "ünï" }), signal);
    await transport.send(get(server.url, { method: "POST", body: new Uint8Array([65, 66]) }), signal);
    await transport.send(get(server.url, { method: "POST", body: "" }), signal);
    expect(server.seen.map(({ method, body }) => [method, body])).toEqual([["PATCH", "ünï"], ["POST", "AB"], ["POST", ""]]);
    expect(server.seen[0]?.headers["content-type"]).toBe("text/plain");
    expect(server.seen[2]?.headers["content-length"]).toBe("0");
  });

  it("is a redirect as it came", async () => {
    const server = await startServer((_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end());
    const answer = await open().send(get(server.url), signal);
    expect([answer.status, answer.headers["location"], server.seen.length]).toEqual([302, "/elsewhere", 1]);
  });

  it.each([
    ["HEAD with the length of a body that does not come", "HEAD", 200, { "content-length": "12" }],
    ["204", "DELETE", 204, {}],
    ["304 with a length, however large", "GET", 304, { "content-length": "99999999" }],
  ])("is complete without a body: %s", async (_name, method, status, headers) => {
    const server = await startServer((_request, response) => void response.writeHead(status, headers).end());
    const answer = await open().send(get(server.url, { method }), signal);
    expect([answer.status, answer.bytes.length]).toEqual([status, 0]);
  });

  it("comes behind interim answers", async () => {
    const server = await startAnswering("HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", "keep");
    const answer = await open().send(get(server.url), signal);
    expect([answer.status, Buffer.from(answer.bytes).toString(), answer.headers["link"]]).toEqual([200, "ok", undefined]);
  });

  it.each([
    ["a body that lasts until the connection closes", "HTTP/1.0 200 OK\r\n\r\nall of it", "all of it"],
    ["nothing, when closing was announced", "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n", ""],
    ["nothing, when it is no success", "HTTP/1.0 401 Unauthorized\r\n\r\n", ""],
  ])("may hold %s", async (_name, raw, body) => {
    const server = await startAnswering(raw);
    const answer = await open().send(get(server.url), signal);
    expect(Buffer.from(answer.bytes).toString()).toBe(body);
  });

  it("has headers with names of Object.prototype only when they were sent", async () => {
    const server = await startAnswering("HTTP/1.1 200 OK\r\n__proto__: x\r\ncontent-length: 0\r\n\r\n", "keep");
    const { headers } = await open().send(get(server.url), signal);
    expect(headers["constructor"]).toBeUndefined();
    expect(Object.keys(headers)).toContain("__proto__");
  });

  it("reuses connections", async () => {
    const server = await startServer((_request, response) => void response.end("ok"));
    const transport = open();
    for (let count = 0; count < 50; count++) await transport.send(get(server.url), signal);
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});

describe("no complete answer", () => {
  it.each([
    ["the socket closes after the head", "HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n", "end"],
    ["the socket closes after a head without length", "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n", "end"],
    ["the socket closes in mid-head", "HTTP/1.1 200 OK\r\ncontent-le", "end"],
    ["the socket closes in mid-body", "HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{\"ok\":", "end"],
    ["the same, closing announced", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 20\r\n\r\n{\"ok\":", "end"],
    ["the socket closes in mid-chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"o", "end"],
    ["the last chunk is missing", "HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n", "end"],
    ["the connection is reset in mid-body", "HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{\"ok\":", "reset"],
    ["a body without length is reset", "HTTP/1.0 200 OK\r\n\r\n{\"ok\":", "reset"],
    ["the socket closes without a word", "", "end"],
  ] as const)("connection-failed: %s", async (_name, raw, then) => {
    const server = await startAnswering(raw, then);
    const failure = await failureOf(open().send(get(`${server.url}/x`), signal));
    expect(failure).toMatchObject({ code: "connection-failed" });
    expect(failure.message).toContain(`GET ${server.url}/x: expected a complete answer`);
  });

  it("connection-failed: nothing listens", async () => {
    const origin = await deadOrigin();
    const failure = await failureOf(open().send(get(`${origin}/x?token=s3cret`), signal));
    expect(failure).toMatchObject({ code: "connection-failed", evidence: { cause: "ECONNREFUSED", url: `${origin}/x` } });
    expect(failure.message).toContain("ECONNREFUSED");
    expect(failure.message).not.toContain("s3cret");
  });

  it("connection-failed: no such host", async () => {
    const failure = await failureOf(open().send(get("http://no-such-host.invalid/x"), signal));
    expect(failure.code).toBe("connection-failed");
    expect(failure.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it.each([
    ["no HTTP at all", "220 mail ready\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["length and chunks", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a chunk size that is none", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
    ["an upgrade that was not asked for", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["headers beyond 64 KiB", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(70_000)}\r\n\r\n`],
    ["a body that is not gzip", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nplain"],
    ["a body that is not br", "HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 5\r\n\r\nplain"],
    ["more codings than five", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip, gzip, gzip, gzip, gzip, gzip\r\ncontent-length: 5\r\n\r\nplain"],
  ])("bad-response: %s", async (_name, raw) => {
    const server = await startAnswering(raw, "keep");
    expect(await failureOf(open().send(get(server.url), signal))).toMatchObject({ code: "bad-response" });
  });

  it("bad-response: a gzip body that stops early", async () => {
    const half = gzipSync("a".repeat(1_000)).subarray(0, 15);
    const server = await startServer((_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(half));
    expect(await failureOf(open().send(get(server.url), signal))).toMatchObject({ code: "bad-response" });
  });

  it.each([
    ["a header with a line break", { headers: { "x-a": "1\r\nx-b: 2" } }],
    ["a header with a character beyond latin1", { headers: { "x-a": "日" } }],
    ["a header name with a space", { headers: { "x a": "1" } }],
    ["a method with a space", { method: "GET /x" }],
    ["CONNECT", { method: "CONNECT" }],
    ["a length that is not the body's", { method: "POST", headers: { "content-length": "9" }, body: "abc" }],
    ["an address that is none", { url: "http://[" }],
  ])("invalid-request: %s", async (_name, more) => {
    const server = await startServer((_request, response) => void response.end("ok"));
    expect(await failureOf(open().send(get(server.url, more), signal))).toMatchObject({ code: "invalid-request" });
    expect(server.seen).toEqual([]);
  });

  it("connection-failed: a certificate that is not trusted, unless the target says so", async () => {
    const server = await startServer((_request, response) => void response.end("ok"), { tls: true });
    const failure = await failureOf(open().send(get(server.url), signal));
    expect(failure.code).toBe("connection-failed");
    expect(failure.message).toMatch(/certificate/);
    expect(server.seen).toEqual([]);
    expect((await open({ insecureTls: true }).send(get(server.url), signal)).status).toBe(200);
  });

  it("connection-failed: TLS to a server without it", async () => {
    const server = await startServer((_request, response) => void response.end("ok"));
    expect(await failureOf(open().send(get(server.url.replace("http:", "https:")), signal))).toMatchObject({ code: "connection-failed" });
  });

  it("does not take bytes behind an answer for the next one", async () => {
    const forged = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged";
    const server = await startAnswering(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok${forged}`, "keep");
    const transport = open();
    const bodies: string[] = [];
    for (let count = 0; count < 3; count++) {
      bodies.push(Buffer.from((await transport.send(get(server.url), signal)).bytes).toString());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(bodies).toEqual(["ok", "ok", "ok"]);
  });
});

describe("limits", () => {
  it.each([
    ["no answer", () => undefined],
    ["a head that does not end", (write: (text: string) => void) => write("HTTP/1.1 200 OK\r\n")],
    ["a body that drips", (write: (text: string) => void) => {
      write("HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n");
      const drip = setInterval(() => write("."), 10);
      setTimeout(() => clearInterval(drip), 1_000);
    }],
  ])("time-out: %s", async (_name, speak) => {
    const server = await startRawServer((socket) => void socket.once("data", () => speak((text) => void socket.write(text))));
    const started = performance.now();
    const failure = await failureOf(open().send(get(server.url, { timeoutMs: 150 }), signal));
    expect(failure).toMatchObject({ code: "time-out" });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  const tenThousand = "a".repeat(10_000);
  it.each([
    ["announced", { "content-length": "10000" }, tenThousand],
    ["chunked", {}, tenThousand],
    ["decoded from gzip", { "content-encoding": "gzip" }, gzipSync(tenThousand)],
    ["decoded from br", { "content-encoding": "br" }, brotliCompressSync(tenThousand)],
    ["decoded in two layers", { "content-encoding": "gzip, gzip" }, gzipSync(gzipSync(tenThousand))],
  ])("body-too-large: %s", async (_name, headers, body) => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, headers as Record<string, string>);
      response.write(body);
      response.end();
    });
    expect(await failureOf(open({ maxBodyBytes: 9_999 }).send(get(server.url), signal))).toMatchObject({ code: "body-too-large" });
    expect((await open({ maxBodyBytes: 10_000 }).send(get(server.url), signal)).bytes.length).toBe(10_000);
  });

  it("body-too-large while an endless body arrives", async () => {
    const server = await startServer((_request, response) => {
      const pour = () => {
        while (response.write("a".repeat(16_384)) && !response.destroyed);
      };
      response.on("drain", pour);
      pour();
    });
    expect(await failureOf(open({ maxBodyBytes: 1_000_000 }).send(get(server.url), signal))).toMatchObject({ code: "body-too-large" });
  });
});

describe("content codings", () => {
  const text = "grüße ".repeat(50);
  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
    ["identity", Buffer.from(text)],
    ["utf-8", Buffer.from(text)],
  ])("%s", async (coding, body) => {
    const server = await startServer((_request, response) => void response.writeHead(200, { "content-encoding": coding }).end(body));
    const { bytes } = await open().send(get(server.url), signal);
    expect(Buffer.from(bytes).toString()).toBe(text);
  });

  it("an empty body is never decoded", async () => {
    const server = await startServer((_request, response) => void response.writeHead(200, { "content-encoding": "gzip", "content-length": "0" }).end());
    expect((await open().send(get(server.url), signal)).bytes.length).toBe(0);
  });
});

describe("abort and close", () => {
  it("rejects with the signal's reason at once", async () => {
    const server = await startServer(() => undefined);
    const controller = new AbortController();
    const sending = open().send(get(server.url), controller.signal);
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 30);
    await expect(sending).rejects.toBe(reason);
  });

  it("sends nothing when the signal is aborted already", async () => {
    const server = await startServer((_request, response) => void response.end());
    const reason = new Error("enough");
    await expect(open().send(get(server.url), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });

  it("leaves no more than one listener on a shared signal, after 2,000 requests", async () => {
    const server = await startServer(({ path }, response) => {
      if (path === "/cut") response.destroy();
      else response.end("ok");
    });
    const controller = new AbortController();
    const transport = open();
    for (let count = 0; count < 2_000; count += 20) {
      const batch = Array.from({ length: 20 }, (_, index) => transport.send(get(index === 7 ? `${server.url}/cut` : server.url), controller.signal));
      await Promise.allSettled(batch);
    }
    expect(server.seen).toHaveLength(2_000);
    expect(getEventListeners(controller.signal, "abort").length).toBeLessThanOrEqual(1);
  });

  it("closes with requests under way, and refuses new ones", async () => {
    const server = await startServer(() => undefined);
    const transport = openHttpTransport();
    const sending = transport.send(get(server.url), signal);
    const rejected = expect(sending).rejects.toMatchObject({ code: "transport-closed" });
    while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await transport.close();
    await rejected;
    await expect(transport.send(get(server.url), signal)).rejects.toMatchObject({ code: "transport-closed" });
    await transport.close();
  });

  it("closes connections that are still being made", async () => {
    let open = 0;
    const server = await startRawServer((socket) => {
      open++;
      socket.resume().on("close", () => open--);
    });
    const transport = openHttpTransport();
    const url = server.url.replace("http:", "https:");
    expect(await failureOf(transport.send(get(url, { timeoutMs: 100 }), signal))).toMatchObject({ code: "time-out" });
    expect(open).toBe(1);
    await transport.close();
    await expect.poll(() => open).toBe(0);
  });

  it("closes before anything was sent", async () => {
    await openHttpTransport().close();
  });
});
