import { describe, expect, it } from "vitest";
import { systemClock } from "../../../src/execute/clock.js";
import type { PrimitiveContext } from "../../../src/primitives/context.js";
import { Talk } from "../../../src/primitives/messaging/websocket-talk.js";
import type { WebSocketConnection } from "../../../src/ports/websocket.js";

/** A connection over which these messages have come, and none comes any more. */
function received(...messages: string[]): WebSocketConnection {
  return {
    subprotocol: "",
    messages: messages.map((data) => ({ data, atMs: 0 })),
    lost: 0,
    end: undefined,
    send: () => undefined,
    next: (ms, signal) => systemClock.sleep(ms, signal),
    close: async () => undefined,
  };
}

const ctx = { clock: systemClock, signal: new AbortController().signal } as PrimitiveContext;

/** A connection over which a message comes every 10 ms. */
function chatting(): WebSocketConnection {
  const messages: { data: string; atMs: number }[] = [];
  const next = async (_ms: number, signal: AbortSignal): Promise<void> => {
    await systemClock.sleep(10, signal);
    messages.push({ data: "tick", atMs: 0 });
  };
  return { ...received(), messages, next };
}

describe("Talk", () => {
  it("counts what has come where nothing was sent", async () => {
    await new Talk(ctx, received("pong"), false).expect(["pong"], 10);
  });

  it("does not count what came before a message was sent", async () => {
    const talk = new Talk(ctx, received("pong"), false);
    await talk.send("ping");
    await expect(talk.expect(["pong"], 10)).rejects.toMatchObject({ code: "no-message" });
  });

  it("does not count what came before a request", async () => {
    const talk = new Talk(ctx, received('{"event":"posted"}'), false);
    await talk.settle();
    await expect(talk.expect([{ event: "posted" }], 10)).rejects.toMatchObject({ code: "no-message" });
  });

  it("does not wait for ever until a server is quiet that never is", async () => {
    const started = performance.now();
    await new Talk(ctx, chatting(), false).settle();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
