import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOriginGate, type OriginGate } from "../../../src/adapters/browser/origin-gate.js";

/** Requests and answers as RFC 1928 writes them. */
const GREETING = Buffer.from([5, 1, 0]);
const nameRequest = (host: string, port: number) => Buffer.concat([Buffer.from([5, 1, 0, 3, host.length]), Buffer.from(host), Buffer.from([port >> 8, port & 255])]);
const addressRequest = (bytes: readonly number[], port: number) => Buffer.from([5, 1, 0, bytes.length === 4 ? 1 : 4, ...bytes, port >> 8, port & 255]);

describe("openOriginGate", () => {
  const echo = createServer((socket) => socket.on("error", () => undefined).pipe(socket));
  let port = 0;
  let gate: OriginGate;
  beforeAll(async () => {
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    port = (echo.address() as AddressInfo).port;
    gate = await openOriginGate([`http://127.0.0.1:${port}`, `http://localhost:${port}`, "http://127.0.0.1:1", "https://example.test"]);
  });
  afterAll(async () => {
    await gate.close();
    await new Promise((resolve) => echo.close(resolve));
  });

  const ask = async (...pieces: readonly Buffer[]): Promise<{ socket: Socket; code: number | undefined }> => {
    const socket = connect(Number(new URL(gate.url).port), "127.0.0.1");
    let bytes = Buffer.alloc(0);
    socket.on("data", (chunk) => (bytes = Buffer.concat([bytes, chunk])));
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const end = Date.now() + 2_000; bytes.length < 12 && !socket.closed && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 10));
    return { socket, code: bytes[3] };
  };

  it.each([
    ["an own host by name", () => nameRequest("localhost", port), 0],
    ["an own host in capitals", () => nameRequest("LOCALHOST", port), 0],
    ["an own address", () => addressRequest([127, 0, 0, 1], port), 0],
    ["an own address by name", () => nameRequest("127.0.0.1", port), 0],
    ["another port", () => addressRequest([127, 0, 0, 1], port === 65535 ? 1024 : port + 1), 2],
    ["another host", () => nameRequest("example.invalid", port), 2],
    ["the cloud's own address", () => addressRequest([169, 254, 169, 254], 80), 2],
    ["the default port of another scheme", () => nameRequest("example.test", 80), 2],
    ["an IPv6 address", () => addressRequest([...Array<number>(15).fill(0), 1], port), 2],
    ["an own address where nothing listens", () => addressRequest([127, 0, 0, 1], 1), 5],
  ])("answers for %s", async (_name, request, code) => {
    const asked = await ask(GREETING, request());
    asked.socket.destroy();
    expect(asked.code).toBe(code);
  });

  it("reads a request in pieces, and passes on what comes with it", async () => {
    const request = addressRequest([127, 0, 0, 1], port);
    const { socket } = await ask(GREETING.subarray(0, 1), GREETING.subarray(1), request.subarray(0, 6), Buffer.concat([request.subarray(6), Buffer.from("ping")]));
    let echoed = "";
    const isEchoed = new Promise<void>((resolve) => socket.on("data", (chunk) => (echoed += chunk.toString()).includes("pong") && resolve()));
    socket.write("pong");
    await isEchoed; // "ping" may have come with the answer before, or comes in a piece of its own
    expect(echoed).toMatch(/^(?:ping)?pong$/);
    socket.destroy();
  });

  it("hangs up on what is no SOCKS5", async () => {
    const { socket } = await ask(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
    expect(socket.closed).toBe(true);
  });
});
