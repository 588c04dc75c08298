import net, { type AddressInfo } from "node:net";
import { once } from "node:events";
import { onTestFinished, describe, expect, it } from "vitest";
import { healing } from "../../src/adapters/healing.js";
import { tcpProxy, type TcpProxy } from "../../src/adapters/tcp-proxy.js";
import type { Fault } from "../../src/ports/fault.js";
import { deadOrigin } from "../support/server.js";

const signal = new AbortController().signal;

/** A proxy before a server that sends back what it gets. */
async function startEcho(): Promise<{ proxy: TcpProxy; connect: () => Promise<net.Socket> }> {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => void socket.on("error", () => undefined).pipe(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = await tcpProxy({ echo: { upstream: `127.0.0.1:${(server.address() as AddressInfo).port}` } });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  const connect = async (): Promise<net.Socket> => {
    const [host, port] = (proxy.addresses["echo"] ?? "").split(":");
    const socket = net.connect({ host, port: Number(port), allowHalfOpen: true });
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect").catch(() => undefined); // cut before it was there
    return socket;
  };
  return { proxy, connect };
}

/** What comes back on a connection until `length` bytes are there or the time is over. */
function receive(socket: net.Socket, length: number, limitMs = 2_000): Promise<{ data: Buffer; ms: number; isClosed: boolean }> {
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.off("data", take).off("end", closed).off("close", closed);
      resolve({ data: Buffer.concat(chunks), ms: performance.now() - started, isClosed });
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).length >= length) end(false);
    };
    const closed = (): void => end(true);
    const timer = setTimeout(() => end(false), limitMs);
    socket.on("data", take).on("end", closed).on("close", closed);
    if (socket.destroyed) end(true);
  });
}

const fault = (kind: Fault["kind"], more: Partial<Fault> = {}): Fault => ({ kind, link: "echo", ...more });

describe("a link through the proxy", () => {
  it("is whole: every byte, both ways, half-closed ends too", async () => {
    const { connect } = await startEcho();
    const socket = await connect();
    const sent = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const received = receive(socket, sent.length);
    socket.end(sent);
    expect(Buffer.compare((await received).data, sent)).toBe(0);
    expect((await receive(socket, 1)).isClosed).toBe(true);
  });

  it("latency: answers are late by what was asked, in order and complete, and in time again afterwards", async () => {
    const { proxy, connect } = await startEcho();
    const socket = await connect();
    const injected = await proxy.inject(fault("latency", { delayMs: 150 }), signal);
    socket.write("one ");
    socket.write("two");
    const late = await receive(socket, 7);
    expect(late.data.toString()).toBe("one two");
    expect(late.ms).toBeGreaterThanOrEqual(145);
    expect(late.ms).toBeLessThan(600);
    expect(await injected.observe()).toEqual({ isActive: true, affected: 1 });
    await injected.lift();
    expect(await injected.observe()).toMatchObject({ isActive: false });
    socket.write("x");
    expect((await receive(socket, 1)).ms).toBeLessThan(120);
  });

  it("drop: nothing gets through, on old connections and new ones, and everything does when it is lifted", async () => {
    const { proxy, connect } = await startEcho();
    const old = await connect();
    const injected = await proxy.inject(fault("drop"), signal);
    const fresh = await connect();
    old.write("old");
    fresh.write("new");
    const during = await Promise.all([receive(old, 1, 150), receive(fresh, 1, 150)]);
    expect(during.map(({ data, isClosed }) => [data.length, isClosed])).toEqual([[0, false], [0, false]]);
    expect(await injected.observe()).toEqual({ isActive: true, affected: 2 });
    const after = [receive(old, 3), receive(fresh, 3)];
    await injected.lift();
    expect((await Promise.all(after)).map(({ data }) => data.toString())).toEqual(["old", "new"]);
  });

  it("reset: connections are cut, new ones at once, and new ones live when it is lifted", async () => {
    const { proxy, connect } = await startEcho();
    const old = await connect();
    old.write("x");
    await receive(old, 1);
    const injected = await proxy.inject(fault("reset"), signal);
    expect((await receive(old, 1)).isClosed).toBe(true);
    const fresh = await connect();
    fresh.write("x");
    expect(await receive(fresh, 1)).toMatchObject({ isClosed: true, data: Buffer.alloc(0) });
    expect(await injected.observe()).toEqual({ isActive: true, affected: 2 });
    await injected.lift();
    const next = await connect();
    next.write("y");
    expect((await receive(next, 1)).data.toString()).toBe("y");
  });

  it("status: an HTTP request is answered in the dependency's place", async () => {
    const { proxy, connect } = await startEcho();
    const injected = await proxy.inject(fault("status", { status: 502 }), signal);
    const socket = await connect();
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    const { data } = await receive(socket, 4_000);
    expect(data.toString()).toMatch(/^HTTP\/1\.1 502 [\w ]+\r\ncontent-length: 0\r\nconnection: close\r\n\r\n$/);
    expect(await injected.observe()).toEqual({ isActive: true, affected: 1 });
  });

  it("bandwidth: answers come at the rate", async () => {
    const { proxy, connect } = await startEcho();
    await proxy.inject(fault("bandwidth", { rate: 20_000 }), signal);
    const socket = await connect();
    socket.write(Buffer.alloc(10_000, 7));
    const { data, ms } = await receive(socket, 10_000);
    expect(data.length).toBe(10_000);
    expect(ms).toBeGreaterThan(350); // 10,000 bytes at 20,000 a second take 500 ms
    expect(ms).toBeLessThan(1_200);
  });

  it("is no longer than its dependency", async () => {
    const origin = new URL(await deadOrigin());
    const proxy = await tcpProxy({ gone: { upstream: origin.host } });
    onTestFinished(() => proxy.close());
    const [host, port] = (proxy.addresses["gone"] ?? "").split(":");
    const socket = net.connect({ host, port: Number(port) }).on("error", () => undefined);
    expect((await receive(socket, 1)).isClosed).toBe(true);
  });
});

describe("the proxy", () => {
  it("breaks a link once at a time", async () => {
    const { proxy } = await startEcho();
    const injected = await proxy.inject(fault("drop"), signal);
    await expect(proxy.inject(fault("reset"), signal)).rejects.toMatchObject({ code: "link-in-use" });
    await injected.lift();
    await injected.lift();
    await expect(proxy.inject(fault("reset"), signal)).resolves.toBeDefined();
  });

  it("does not lift the fault of another step", async () => {
    const { proxy } = await startEcho();
    const first = await proxy.inject(fault("drop"), signal);
    await first.lift();
    const second = await proxy.inject(fault("drop"), signal);
    await first.lift();
    expect(await second.observe()).toMatchObject({ isActive: true });
  });

  it("knows its links", async () => {
    const { proxy } = await startEcho();
    await expect(proxy.inject({ kind: "drop", link: "mail" }, signal)).rejects.toMatchObject({ code: "no-such-link", message: expect.stringContaining('"echo"') as string });
  });

  it.each(["", "127.0.0.1", "a:b:1", "127.0.0.1:99999"])("refuses the upstream %j", async (upstream) => {
    await expect(tcpProxy({ x: { upstream } })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("refuses a port that is taken, and opens nothing then", async () => {
    const { proxy } = await startEcho();
    const listen = proxy.addresses["echo"] ?? "";
    await expect(tcpProxy({ free: { upstream: listen }, taken: { upstream: listen, listen } })).rejects.toMatchObject({ code: "CONFIG_INVALID", message: expect.stringContaining("EADDRINUSE") as string });
  });
});

describe("healing", () => {
  it("lifts with an abort, and with the end of the run", async () => {
    const { proxy } = await startEcho();
    const port = healing(proxy);
    const controller = new AbortController();
    const aborted = await port.inject(fault("drop"), controller.signal);
    controller.abort(new Error("over"));
    expect(await aborted.observe()).toMatchObject({ isActive: false });
    const left = await port.inject(fault("drop"), signal);
    await port.heal();
    expect(await left.observe()).toMatchObject({ isActive: false });
    const late = await port.inject(fault("drop"), signal);
    expect(await late.observe()).toMatchObject({ isActive: false });
  });
});
