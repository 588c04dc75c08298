import { createHash } from "node:crypto";
import https from "node:https";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { lintDag } from "../../../src/documents.js";
import { evaluateDag } from "../../../src/evaluate.js";
import { builtinRegistry } from "../../../src/primitives/builtin.js";
import type { ChainOptions } from "../../../src/testing/run-chain.js";
import { documentOf, node } from "../../support/documents.js";
import { startLoginServer, targetOf } from "../../support/login-server.js";
import { runStep } from "../../support/run-step.js";
import { selfSigned } from "../../support/self-signed.js";
import { deadOrigin, startAnswering, startRawServer, startServer } from "../../support/server.js";

type OnSocket = (socket: WebSocket, request: IncomingMessage) => void;

interface Chat {
  readonly url: string;
  /** Handshakes as they came. */
  readonly seen: IncomingMessage[];
  readonly sockets: WebSocketServer;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A WebSocket server that takes every handshake, or refuses with the status that `refuse` gives; `POST /posts` tells all what was posted. */
async function startChat(onSocket: OnSocket, { refuse, protocols = [], tls = false, deflates = true }: { refuse?: (request: IncomingMessage) => number | undefined; protocols?: readonly string[]; tls?: boolean; deflates?: boolean } = {}): Promise<Chat> {
  const seen: IncomingMessage[] = [];
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: deflates, handleProtocols: (offered) => protocols.find((one) => offered.has(one)) ?? false });
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url !== "/posts") return void response.writeHead(404).end();
    response.writeHead(201, { "content-type": "application/json" }).end('{"id":"p-1"}');
    for (const socket of sockets.clients) socket.send(JSON.stringify({ event: "posted", data: { post: "p-1", team_id: "t" }, broadcast: { channel_id: "c-1" } }));
  };
  const server = tls ? https.createServer(selfSigned, onRequest) : http.createServer(onRequest);
  server.on("upgrade", (request, socket, head) => {
    seen.push(request);
    const status = refuse?.(request);
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (connected) => onSocket(connected, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, sockets };
}

const silent: OnSocket = () => undefined;
const echo: OnSocket = (socket) => socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
/** Answers each text with what it is told. */
const answering = (answer: (text: string) => unknown[]): OnSocket => (socket) =>
  socket.on("message", (data: Buffer) => {
    for (const one of answer(data.toString())) socket.send(typeof one === "string" ? one : JSON.stringify(one));
  });

function exchange(baseUrl: string, inputs: Record<string, unknown>, { target, ...options }: ChainOptions = {}) {
  const isHeld = inputs["expect_connected"] === true && inputs["expect_close"] === undefined;
  return runStep("websocket_exchange", { ...(inputs["url"] === undefined && { path: "/ws" }), ...(isHeld && { hold_ms: 1 }), timeout_ms: 15_000, control_ms: 0, ...inputs }, { ...options, target: { baseUrl, ...target } });
}

/** For what fails at the end of its time; the handshake has to fit in as well. */
const quick = { timeout_ms: 3_000 };

describe("websocket_exchange", () => {
  it("sends and waits, step by step", async () => {
    const chat = await startChat(answering((text) => (text === "open" ? ["<features mechanism='ANONYMOUS'/>"] : text.startsWith("{") ? [{ type: "joined", room: (JSON.parse(text) as { room: number }).room }] : [])));
    const steps = [{ send: "open", expect: "ANONYMOUS" }, { send: { type: "join", room: 7 }, expect: { type: "joined", path: { "$.room": 7 } } }];
    expect(await exchange(chat.url, { steps })).toMatchObject({ outcome: "pass", evidence: { handshake: { path: "/ws", role: "anonymous" }, sent: ["open", '{"type":"join","room":7}'] } });
  });

  it.each<[string, Record<string, unknown>]>([
    ["send and expect_message", { send: "hi", expect_message: { match: { content_contains: ["hi", "there"] } } }],
    ["send and expect_response", { send: { type: "x" }, expect_response: "there" }],
    ["subscribe", { subscribe: "hi", expect_message: { match: "there" } }],
    ["a list of messages", { send: ["a", { b: 1 }], expect_response: "there" }],
    ["expect_any", { steps: [{ send: "hi", expect_any: ["nothing", { content_contains: "there" }] }] }],
    ["a path alone", { send: "hi", expect_response: { path: "$.text" } }],
    ["expect_event", { send: "hi", expect_event: { event: "reply", data_keys_required: ["n"] } }],
  ])("takes %s", async (_what, inputs) => {
    const chat = await startChat(answering((text) => [{ type: "reply", text: `${text} there`, data: { n: 1 } }]));
    expect(await exchange(chat.url, inputs)).toMatchObject({ outcome: "pass" });
  });

  it("waits for the event that a request causes, with what its answer gave", async () => {
    const chat = await startChat((socket) => socket.send(JSON.stringify({ event: "hello", data: {} })));
    const inputs = {
      expect_first_event: { event: "hello" },
      trigger_after_connect: { method: "POST", path: "/posts", body: { text: "x" }, capture: { post: "$.id" } },
      expect_event: { event: "posted", data_keys_required: ["post", "team_id"], broadcast_channel_id: "c-1" },
      expect_message: { match: { path: { "$.data.post": "{{post}}" } } },
    };
    // one message can not meet two expectations
    expect(await exchange(chat.url, { ...inputs, expect_message: { ...inputs.expect_message, timeout_ms: 150 } })).toMatchObject({ outcome: "fail", code: "no-message" });
    expect(await exchange(chat.url, { ...inputs, expect_event: undefined })).toMatchObject({ outcome: "pass", evidence: { trigger: { status: 201 } } });
    expect(await exchange(chat.url, { ...inputs, expect_message: undefined })).toMatchObject({ outcome: "pass" });
  });

  const wrong: readonly [string, OnSocket, Record<string, unknown>, string][] = [
    ["accepts and stays silent", silent, { send: "hi", expect_response: "hi" }, "no-message"],
    ["echoes text", echo, { send: "<open to='x'/>", expect_response: "<open" }, "unexpected-message"],
    ["echoes JSON in another order", answering((text) => [{ b: 2, a: 1, ...(JSON.parse(text) as object) }]), { send: { a: 1, b: 2 }, expect_response: { path: "$.a" } }, "unexpected-message"],
    ["greets and does not answer", (socket) => socket.send("welcome: ready"), { steps: [{ expect: "welcome" }, { send: "hi", expect: "ready" }] }, "no-message"],
    ["answers before it is asked", (socket) => socket.send("pong"), { expect_first_event: undefined, steps: [{ expect: "pong" }, { send: "ping", expect: "pong" }] }, "no-message"],
    ["answers something else", answering(() => ["nope"]), { send: "hi", expect_response: "yes" }, "unexpected-message"],
    ["answers in the wrong order", answering(() => ["two", "one"]), { steps: [{ send: "hi", expect: "one" }, { expect: "two" }] }, "no-message"],
    ["answers one time for two", answering(() => ["one"]), { steps: [{ send: "hi", expect: "one" }, { expect: "one" }] }, "no-message"],
    ["answers in bytes", (socket) => socket.on("message", () => socket.send(Buffer.from("yes"))), { send: "hi", expect_response: "yes" }, "unexpected-message"],
    ["closes midway", (socket) => socket.on("message", () => socket.close(4001, "bye")), { send: "hi", expect_response: "yes" }, "connection-closed"],
    ["breaks off midway", (socket) => socket.on("message", () => socket.terminate()), { send: "hi", expect_response: "yes" }, "connection-closed"],
    ["closes at once", (socket) => socket.close(1008, "not you"), { steps: [{ expect: "hello" }] }, "connection-closed"],
    ["says something else first", (socket) => (socket.send("noise"), socket.send('{"event":"hello"}')), { expect_first_event: { event: "hello" } }, "unexpected-message"],
    ["sends an event without its keys", (socket) => socket.send('{"event":"hello","data":{"a":1}}'), { expect_first_event: { event: "hello", data_keys_required: ["b"] } }, "unexpected-message"],
    ["sends an event to another channel", (socket) => socket.send('{"event":"hello","broadcast":{"channel_id":"c-2"}}'), { expect_first_event: { event: "hello", broadcast_channel_id: "c-1" } }, "unexpected-message"],
    ["closes right after the handshake", (socket) => socket.close(4401, "unauthorized"), { expect_connected: true, hold_ms: undefined }, "connection-closed"],
    ["closes soon after the handshake", (socket) => setTimeout(() => socket.close(1008), 50), { expect_connected: true, hold_ms: 15_000 }, "connection-closed"],
    ["closes once it is spoken to", (socket) => socket.on("message", () => socket.close(1008)), { expect_connected: true, send: "hi", hold_ms: 15_000 }, "connection-closed"],
    ["closes after it has answered", (socket) => socket.on("message", () => (socket.send("yes"), socket.close(1008))), { expect_connected: true, send: "hi", expect_response: "yes", hold_ms: 15_000 }, "connection-closed"],
    ["does not close", silent, { expect_close: { code: 4401, timeout_ms: 300 } }, "not-closed"],
    ["goes on talking instead of closing", (socket) => {
      const timer = setInterval(() => socket.send("x"), 20);
      socket.on("close", () => clearInterval(timer));
    }, { expect_close: { code: 4401, timeout_ms: 300 } }, "not-closed"],
    ["closes with another code", (socket) => socket.close(1011, "crash"), { expect_close: [4401, 1008] }, "unexpected-close"],
    ["closes with another reason", (socket) => socket.close(4401, "too many"), { expect_close: { code: 4401, reason: "token" } }, "unexpected-close"],
    ["closes without a code", (socket) => socket.close(), { expect_close: 1000 }, "unexpected-close"],
    ["breaks off", (socket) => socket.terminate(), { expect_close: [1000, 1005, 1008, 4401] }, "unexpected-close"],
    ["makes the client close", (socket) => socket.send("x".repeat(2 * 1024 * 1024)), { expect_close: 1009 }, "unexpected-close"],
    ["refuses the handshake that should be closed later", silent, { expect_close: 4401, path: "/refused" }, "handshake-refused"],
    ["is not closed as a refusal", silent, { expect_connected: false, expect_close: { code: 4401, timeout_ms: 300 } }, "not-closed"],
    ["is closed otherwise than as a refusal", (socket) => socket.close(1011), { expect_connected: false, expect_close: 4401 }, "unexpected-close"],
    ["sends a message that is too large", answering(() => [`yes${"x".repeat(2 * 1024 * 1024)}`]), { send: "hi", expect_response: "yes", timeout_ms: 10_000 }, "connection-closed"],
  ];

  it("fails on a server that stays silent, echoes, answers wrongly or too early, or closes midway", async () => {
    const refuse = (request: IncomingMessage): number | undefined => (request.url === "/refused" ? 403 : undefined);
    const codes = wrong.map(async ([what, onSocket, inputs]) => [what, (await exchange((await startChat(onSocket, { refuse })).url, { ...quick, ...inputs })).code]);
    expect(await Promise.all(codes)).toEqual(wrong.map(([what, , , code]) => [what, code]));
  });

  it.each<[string, OnSocket, Record<string, unknown>]>([
    ["right after the handshake", (socket) => socket.close(4401, "unauthorized"), { expect_close: 4401 }],
    ["with one of several codes", (socket) => socket.close(1008), { expect_close: [4401, 1008] }],
    ["with a reason", (socket) => socket.close(4403, "your token is expired"), { expect_close: { code: [4401, 4403], reason: "token" } }],
    ["without a code", (socket) => socket.close(), { expect_close: 1005 }],
    ["after a message", (socket) => socket.on("message", () => (socket.send("no"), socket.close(4400, "bad"))), { send: "hi", expect_response: "no", expect_close: 4400 }],
    ["as a refusal", (socket) => socket.close(4401), { expect_connected: false, expect_close: [4401, 4403] }],
    ["once the connection was opened", (socket) => socket.close(4401), { expect_connected: true, expect_close: 4401 }],
  ])("takes a server that closes %s, where that is expected", async (_what, onSocket, inputs) => {
    const chat = await startChat(onSocket);
    expect(await exchange(chat.url, inputs)).toMatchObject({ outcome: "pass", evidence: { closed: {} } });
  });

  it("takes a refusal by a status as well where closing is one", async () => {
    const chat = await startChat(silent, { refuse: () => 401 });
    expect(await exchange(chat.url, { expect_connected: false, expect_close: 4401 })).toMatchObject({ outcome: "pass" });
  });

  it("does not mind that a connection is closed when everything expected has come", async () => {
    const chat = await startChat((socket) => (socket.send("yes"), socket.close(1000)));
    expect(await exchange(chat.url, { expect_connected: true, hold_ms: undefined, steps: [{ expect: "yes" }] })).toMatchObject({ outcome: "pass" });
  });

  it("ends a flood as soon as nothing more of it is kept", async () => {
    const chat = await startChat(answering(() => Array.from({ length: 6_000 }, () => "no")), { deflates: false }); // so many take long to deflate
    expect(await exchange(chat.url, { send: "hi", expect_response: "yes", timeout_ms: 60_000 })).toMatchObject({ outcome: "fail", code: "too-many-messages" });
  });

  it("takes an echo where that is what the server is for", async () => {
    const chat = await startChat(echo);
    expect(await exchange(chat.url, { send: "hi", expect_response: "hi", allow_echo: true })).toMatchObject({ outcome: "pass" });
  });

  it("does not count a message before the trigger", async () => {
    const chat = await startChat((socket) => socket.send(JSON.stringify({ event: "posted", data: { post: 0 } })));
    const quiet = await startServer((_request, response) => void response.writeHead(204).end());
    const inputs = { expect_first_event: { event: "posted" }, trigger_after_connect: { method: "POST", path: `${quiet.url}/posts` }, expect_message: { timeout_ms: 150, match: { path: { "$.event": "posted" } } } };
    expect(await exchange(chat.url, inputs, { target: { origins: [quiet.url] } })).toMatchObject({ outcome: "fail", code: "no-message" });
  });

  it("fails when the trigger is refused", async () => {
    const chat = await startChat(silent);
    expect(await exchange(chat.url, { trigger_after_connect: { path: "/nowhere" }, expect_event: { event: "x" } })).toMatchObject({ outcome: "fail", code: "unexpected-status" });
  });

  it("wakes with the message, and does not wait beyond its limit", async () => {
    const chat = await startChat((socket) => socket.on("message", () => setTimeout(() => socket.send("yes"), 150)));
    let started = performance.now();
    await exchange(chat.url, { send: "hi", expect_response: "yes" });
    expect(performance.now() - started).toBeLessThan(8_000);
    started = performance.now();
    await exchange(chat.url, { send: "hi", expect_response: "no", timeout_ms: 300 });
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

/** Frames of a server (RFC 6455, 5.2): a whole text, and a Close with its code. */
const textFrame = (text: string): Buffer => Buffer.from([0x81, text.length, ...Buffer.from(text)]);
const closeFrame = (code: number): Buffer => Buffer.from([0x88, 2, code >> 8, code & 0xff]);

/** A server that writes its own frames: some with its answer to the handshake, some so many milliseconds later. It never ends the stream. */
async function startFrames({ atOnce = [], later = [], afterMs = 0 }: { atOnce?: Buffer[]; later?: Buffer[]; afterMs?: number }): Promise<string> {
  const streams = new Set<Duplex>();
  const server = http.createServer((_request, response) => void response.end("{}"));
  server.on("upgrade", (request, stream) => {
    streams.add(stream.on("error", () => undefined).resume());
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"] ?? ""}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    const answer = `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`;
    stream.write(Buffer.concat([Buffer.from(answer), ...atOnce]));
    setTimeout(() => stream.write(Buffer.concat(later)), afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    for (const stream of streams) stream.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("what a server sends by itself", () => {
  const old = textFrame('{"event":"posted","data":{}}');
  const replays: [string, Parameters<typeof startFrames>[0]][] = [
    ["with its answer to the handshake", { atOnce: [old] }],
    ["right behind it", { later: [old] }],
    ["20 ms later", { later: [old], afterMs: 20 }],
    ["in two parts", { atOnce: [old], later: [old], afterMs: 50 }],
  ];
  const causes: [string, Record<string, unknown>][] = [
    ["a request", { trigger_after_connect: { path: "/posts" }, expect_event: { event: "posted" } }],
    ["a message", { send: { do: 1 }, expect_response: "posted" }],
    ["a step", { steps: [{ send: { do: 1 }, expect: "posted" }] }],
    ["a subscription", { subscribe: { do: 1 }, expect_message: { match: "posted" } }],
  ];

  it("is no effect of what is done next", async () => {
    const results = replays.flatMap(([when, frames]) =>
      causes.map(async ([what, inputs]) => {
        const { code, evidence } = await exchange(await startFrames(frames), { ...inputs, timeout_ms: 1_000 });
        return [when, what, code, (evidence as { messages?: number } | undefined)?.messages];
      }),
    );
    expect(await Promise.all(results)).toEqual(replays.flatMap(([when], index) => causes.map(([what]) => [when, what, "no-message", index === 3 ? 2 : 1])));
  });

  const heartbeat = (ms: number): OnSocket => (socket) => {
    const timer = setInterval(() => socket.send(JSON.stringify({ type: "pong" })), ms);
    socket.on("close", () => clearInterval(timer));
  };
  const pings: [string, Record<string, unknown>][] = [
    ["a step", { steps: [{ send: { type: "ping" }, expect: { type: "pong" } }] }],
    ["a second step", { steps: [{ send: "hello" }, { send: { type: "ping" }, expect_any: [{ type: "pong" }, "PONG"] }] }],
    ["a request", { trigger_after_connect: { path: "/posts" }, expect_message: { match: "pong" } }],
  ];

  it("is no effect when it comes again and again", async () => {
    const results = [40, 90, 300].flatMap((ms) =>
      pings.map(async ([what, inputs], index) => {
        const { url } = await startChat(heartbeat(ms));
        const { code } = await exchange(url, { ...inputs, control_ms: undefined, timeout_ms: 2_500, ...(index === 2 && { trigger_after_connect: { path: "/posts", method: "POST" } }) });
        return [ms, what, code];
      }),
    );
    const codes = ["uncaused-message", "no-message", "uncaused-message"];
    const told = (await Promise.all(results)).map(([, , code]) => (code === "unexpected-message" ? "no-message" : code));
    expect(told).toEqual([...codes, ...codes, ...codes]);
  });

  it("does not keep other messages from being one", async () => {
    const { url } = await startChat((socket, request) => {
      heartbeat(90)(socket, request);
      answering(() => [{ type: "joined" }])(socket, request);
    });
    expect(await exchange(url, { steps: [{ send: "join", expect: { type: "joined" } }], control_ms: 200 })).toMatchObject({ outcome: "pass" });
    expect(await exchange(url, { steps: [{ expect: { type: "pong" } }, { send: "join", expect: { type: "joined" } }], control_ms: 200 })).toMatchObject({ outcome: "pass" });
  });

  it("counts for what is expected before anything is done", async () => {
    const url = await startFrames({ atOnce: [old] });
    expect(await exchange(url, { expect_first_event: { event: "posted" } })).toMatchObject({ outcome: "pass" });
    expect(await exchange(url, { steps: [{ expect: "posted" }] })).toMatchObject({ outcome: "pass" });
  });
});

describe("a Close frame over a stream that stays open", () => {
  const servers: [string, Parameters<typeof startFrames>[0]][] = [
    ["with the handshake", { atOnce: [closeFrame(4401)] }],
    ["right after it", { later: [closeFrame(4401)] }],
    ["behind a message", { later: [textFrame("no"), closeFrame(4401)] }],
    ["later", { later: [closeFrame(4401)], afterMs: 200 }],
  ];
  it.each(servers)("ends the connection when it comes %s", async (_when, frames) => {
    const url = await startFrames(frames);
    const started = performance.now();
    const [closed, wrong, held] = await Promise.all([{ expect_close: 4401 }, { expect_close: 1008 }, { expect_connected: true, hold_ms: 15_000 }].map((inputs) => exchange(url, inputs)));
    expect(closed).toMatchObject({ outcome: "pass", evidence: { closed: { code: 4401 } } });
    expect([wrong?.code, held?.code]).toEqual(["unexpected-close", "connection-closed"]);
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

describe("handshake of websocket_exchange", () => {
  it("offers a subprotocol and wants it chosen", async () => {
    const chat = await startChat(silent, { protocols: ["xmpp", "chat"] });
    expect(await exchange(chat.url, { subprotocol: "xmpp", expect_connected: true })).toMatchObject({ outcome: "pass", evidence: { subprotocol: "xmpp" } });
    expect(await exchange(chat.url, { subprotocol: ["mqtt", "chat"], expect_connected: true })).toMatchObject({ outcome: "pass", evidence: { subprotocol: "chat" } });
    expect(await exchange(chat.url, { subprotocol: "mqtt", expect_connected: true })).toMatchObject({ outcome: "fail", code: "wrong-subprotocol" });
  });

  it("carries the role's cookie or credential, further headers and the target's origin", async () => {
    const chat = await startChat(silent);
    const login = await startLoginServer();
    const url = chat.url.replace("http", "ws");
    const inputs = { url: `${url}/ws?a=1`, expect_connected: true, headers: { "X-Client": "test" }, query: { b: "2" }, cookies: { theme: "dark" } };
    // cookies know no ports (RFC 6265, 8.5): those of the login go to the other port of the same host
    for (const by of ["cookie", "token"] as const) {
      const target = { ...targetOf(login.url, by), origins: [chat.url] };
      expect(await exchange(login.url, { ...inputs, role: "admin" }, { target })).toMatchObject({ outcome: "pass", evidence: { handshake: { role: "admin", path: "/ws" } } });
      expect(await exchange(login.url, { ...inputs, role: "admin", auth: undefined, auth_token: null }, { target })).toMatchObject({ outcome: "pass" });
    }
    const [byCookie, , byToken, anonymous] = chat.seen;
    expect(byCookie?.url).toBe("/ws?a=1&b=2");
    expect(byCookie?.headers).toMatchObject({ origin: chat.url, "x-client": "test", cookie: expect.stringMatching(/^sid=session-ada.*; theme=dark$/) as string });
    expect(byToken?.headers.authorization).toMatch(/^Bearer session-ada/);
    expect(anonymous?.headers.authorization).toBeUndefined();
    expect(anonymous?.headers.cookie).toBe("theme=dark");
  });

  it("sends no origin where there shall be none, or another", async () => {
    const chat = await startChat(silent);
    for (const origin of [null, "https://app.example.test"]) await exchange(chat.url, { expect_connected: true, headers: { Origin: origin } });
    expect(chat.seen.map(({ headers }) => headers.origin)).toEqual([undefined, "https://app.example.test"]);
  });

  it("refuses an address that is not the target's", async () => {
    const chat = await startChat(silent);
    expect(await exchange("http://127.0.0.1:1", { url: chat.url.replace("http", "ws"), expect_connected: true })).toMatchObject({ outcome: "fail", code: "foreign-origin" });
    expect(chat.seen).toEqual([]);
  });

  it("verifies certificates unless the target says otherwise", async () => {
    const chat = await startChat(silent, { tls: true });
    expect(await exchange(chat.url, { expect_connected: true })).toMatchObject({ outcome: "fail", code: "connection-failed" });
    expect(await exchange(chat.url, { url: `${chat.url.replace("https", "wss")}/ws`, expect_connected: true }, { target: { http: { insecureTls: true } } })).toMatchObject({ outcome: "pass" });
  });

  it.each<[number, Record<string, unknown>, string | undefined]>([
    [401, {}, undefined],
    [403, {}, undefined],
    [400, {}, "not-refused"],
    [429, {}, "not-refused"],
    [400, { refused_status: "4xx" }, undefined],
    [404, {}, "not-refused"],
    [426, {}, "not-refused"],
    [404, { refused_status: 404 }, undefined],
    [403, { refused_status: [401] }, "not-refused"],
    [500, {}, "not-refused"],
    [302, {}, "not-refused"],
    [200, {}, "not-refused"],
  ])("takes status %i with %j for a refusal, or not", async (status, inputs, code) => {
    const chat = await startChat(silent, { refuse: () => status });
    const result = await exchange(chat.url, { expect_connected: false, ...inputs });
    expect(result.code).toBe(code);
    expect(result.outcome).toBe(code === undefined ? "pass" : "fail");
  });

  it("does not take an accepted handshake for a refusal, even when the connection is closed at once", async () => {
    const chat = await startChat((socket) => socket.close(4401, "unauthorized"));
    expect(await exchange(chat.url, { expect_connected: false })).toMatchObject({ outcome: "fail", code: "not-refused" });
  });

  it("names the status of a refusal that was not expected", async () => {
    const chat = await startChat(silent, { refuse: () => 401 });
    expect(await exchange(chat.url, { expect_connected: true })).toMatchObject({ outcome: "fail", code: "handshake-refused", evidence: { handshake: { status: 401 } } });
  });

  const SWITCHING = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n";
  it.each<[string, () => Promise<string>, string]>([
    ["that is dead", deadOrigin, "connection-failed"],
    ["that never answers", async () => (await startRawServer(() => undefined)).url, "time-out"],
    ["that closes before it answers", async () => (await startRawServer((socket) => socket.once("data", () => socket.destroy()))).url, "connection-failed"],
    ["with a lying key", async () => (await startAnswering(`${SWITCHING}sec-websocket-accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n`, "keep")).url, "bad-response"],
    ["without a key", async () => (await startAnswering(`${SWITCHING}\r\n`, "keep")).url, "bad-response"],
    ["that speaks no HTTP", async () => (await startAnswering("SSH-2.0-OpenSSH_9\r\n", "keep")).url, "bad-response"],
  ])("does not pass on a server %s, not even when a refusal is expected", async (_what, start, code) => {
    const url = await start();
    const results = await Promise.all([true, false].map((isConnected) => exchange(url, { expect_connected: isConnected, timeout_ms: code === "time-out" ? 300 : 5_000 })));
    expect(results.map((result) => [result.outcome, result.code])).toEqual([["fail", code], ["fail", code]]);
  });

  it("leaves no connection behind, also when the run is aborted", async () => {
    const chat = await startChat(silent);
    const controller = new AbortController();
    const dag = documentOf(node("SOCKET", [{ type: "websocket_exchange", inputs: { path: "/ws", send: "hi", expect_response: "yes", timeout_ms: 60_000 } }]));
    setTimeout(() => controller.abort(), 500);
    const { nodes } = await evaluateDag(dag, { target: { baseUrl: chat.url }, signal: controller.signal });
    expect(nodes[0]?.status).toBe("ERROR");
    await exchange(chat.url, { expect_connected: true });
    await expect.poll(() => chat.sockets.clients.size, { timeout: 2_000 }).toBe(0);
  });
});

describe("lint of websocket_exchange", () => {
  const findings = (inputs: Record<string, unknown>): string[] =>
    lintDag(documentOf(node("SOCKET", [{ type: "websocket_exchange", inputs }])), { registry: builtinRegistry }).map(({ code }) => code);

  it("has nothing to say about a sound step", () => {
    expect(findings({ path: "/ws", send: { a: 1 }, expect_response: "x" })).toEqual([]);
    expect(findings({ url: "ws://localhost:1/ws", expect_connected: false })).toEqual([]);
    expect(findings({ path: "/ws", expect_close: { code: [4401], reason: "token" } })).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["nothing is expected", { path: "/ws", send: "x" }, "vacuous-expectation"],
    ["steps only send", { path: "/ws", steps: [{ send: "x" }] }, "vacuous-expectation"],
    ["a match is empty", { path: "/ws", expect_message: { match: {} } }, "invalid-input"],
    ["every value is accepted", { path: "/ws", send: "x", expect_response: { path: { "$.a": { operator: "not_in", expected: [] } } } }, "vacuous-expectation"],
    ["there is no address", { expect_connected: true }, "missing-input"],
    ["there are two addresses", { path: "/ws", url: "ws://x", expect_connected: true }, "missing-input"],
    ["a close has a code that is never sent", { path: "/ws", expect_close: 1006 }, "invalid-input"],
    ["a close has no code at all", { path: "/ws", expect_close: [] }, "invalid-input"],
    ["it is to be held and closed", { path: "/ws", expect_connected: true, expect_close: 4401, hold_ms: 100 }, "conflicting-keys"],
    ["it is to be held without being asked for", { path: "/ws", expect_connected: false, hold_ms: 100 }, "conflicting-keys"],
    ["it is to be refused and to talk", { path: "/ws", expect_connected: false, send: "x" }, "conflicting-keys"],
    ["a header belongs to the handshake", { path: "/ws", expect_connected: true, headers: { "Sec-WebSocket-Protocol": "x" } }, "conflicting-keys"],
    ["a path is none", { path: "/ws", send: "x", expect_response: { path: "$[" } }, "invalid-path"],
  ])("finds that %s", (_what, inputs, code) => {
    expect(findings(inputs)).toContain(code);
  });
});
