import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWebhookReceiver } from "../../src/adapters/webhook-receiver.js";
import type { Webhook } from "../../src/ports/webhook.js";

let receiver: ReturnType<typeof openWebhookReceiver>;
beforeEach(() => {
  receiver = openWebhookReceiver();
});
afterEach(() => receiver.close());

const never = new AbortController().signal;

async function post(url: string, body: string | Uint8Array<ArrayBuffer> = "{}"): Promise<number> {
  const response = await fetch(url, { method: "POST", body });
  await response.arrayBuffer();
  return response.status;
}

async function armed(): Promise<Webhook> {
  const hook = await receiver.open(["POST"]);
  hook.arm([{ status: 200, delayMs: 0 }]);
  return hook;
}

/** A connection over which the test speaks HTTP by hand. */
async function dial({ port }: Webhook): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.on("error", () => undefined);
  return socket;
}

describe("openWebhookReceiver", () => {
  it("gives every hook a path of its own on one port, and keeps the bytes as they came", async () => {
    const [one, other] = [await armed(), await armed()];
    expect(one.port).toBe(other.port);
    expect(one.path).not.toBe(other.path);
    const bytes = new Uint8Array([0, 255, 10, 13, 195]);
    expect(await post(one.url, bytes)).toBe(200);
    expect(one.deliveries.map(({ bytes: got, method, isTruncated }) => [[...got], method, isTruncated])).toEqual([[[...bytes], "POST", false]]);
    expect(other.received).toBe(0);
  });

  it("answers what belongs to nobody with 404 and tells where it came, what came too late with 410", async () => {
    const hook = await armed();
    expect(await post(new URL("/hook?a=1", hook.url).href)).toBe(404);
    expect(hook.astray).toEqual([{ method: "POST", path: "/hook?a=1" }]);
    hook.close();
    expect(await post(hook.url)).toBe(410);
    expect(hook.received).toBe(0);
  });

  it("keeps the start of a body that is too large, and answers", async () => {
    const hook = await armed();
    expect(await post(hook.url, "x".repeat(3 * 1024 * 1024))).toBe(200);
    expect(hook.deliveries.map(({ bytes, isTruncated }) => [bytes.byteLength, isTruncated])).toEqual([[1024 * 1024, true]]);
  });

  it("counts a flood to its end, although it keeps only a part", async () => {
    const hook = await armed();
    const body = "x".repeat(1024 * 1024);
    for (let sent = 0; sent < 36; sent += 6) await Promise.all(Array.from({ length: 6 }, () => post(hook.url, body)));
    expect(hook.received).toBe(36);
    expect(hook.deliveries.length).toBe(32); // of together 32 MiB
  });

  it.each([
    ["breaks off its body", "content-length: 10\r\n\r\n123"],
    ["breaks off a chunk", "transfer-encoding: chunked\r\n\r\n5\r\nab"],
  ])("takes no delivery from a sender that %s", async (_what, rest) => {
    const hook = await armed();
    const socket = await dial(hook);
    socket.write(`POST ${hook.path} HTTP/1.1\r\nhost: x\r\n${rest}`, () => setTimeout(() => socket.destroy(), 200));
    await expect.poll(() => hook.arriving, { timeout: 2_000, interval: 5 }).toBe(1);
    await expect.poll(() => hook.broken, { timeout: 2_000 }).toBe(1);
    expect([hook.received, hook.arriving]).toEqual([0, 0]);
  });

  it("survives what is not HTTP", async () => {
    const hook = await armed();
    const socket = await dial(hook);
    const answer = new Promise<string>((resolve) => socket.once("data", (data: Buffer) => resolve(data.toString())));
    socket.write("\0\0 nonsense\r\n\r\n");
    expect(await answer).toMatch(/^HTTP\/1\.1 400/);
    expect(await post(hook.url)).toBe(200);
    expect(hook.received).toBe(1);
  });

  it("ends a sender that never ends, and a delayed answer, when it is closed", async () => {
    const hook = await receiver.open(["POST"]);
    hook.arm([{ status: 200, delayMs: 60_000 }]);
    const socket = await dial(hook);
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`POST ${hook.path} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n1`);
    const waiting = post(hook.url).catch(() => "cut");
    await hook.next(5_000, never);
    await receiver.close();
    await ended;
    expect(await waiting).toBe("cut");
    await expect(receiver.open(["POST"])).rejects.toMatchObject({ code: "no-webhook-receiver" });
  });

  it("can be closed before it was ever used", async () => {
    await receiver.close();
  });
});
