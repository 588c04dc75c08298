import { describe, expect, it } from "vitest";
import { pollKeys, pollUntil } from "../../src/match/poll.js";
import type { Clock } from "../../src/ports/clock.js";

/** Time that passes only while it is slept through, or when told. */
function heldClock(): Clock & { time: number; slept: number[] } {
  return {
    time: 1_000,
    slept: [],
    now() {
      return this.time;
    },
    sleep(ms, signal) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      this.slept.push(ms);
      this.time += ms;
      return Promise.resolve();
    },
  };
}

const signal = new AbortController().signal;

describe("pollUntil", () => {
  it("asks at once and waits no longer than needed", async () => {
    const clock = heldClock();
    const polled = await pollUntil({ clock, signal }, { timeout_ms: 5_000, interval_ms: 500 }, async () => clock.time, (time) => time >= 2_000);
    expect(polled).toEqual({ value: 2_000, isDone: true, attempts: 3, elapsedMs: 1_000 });
  });
  it("asks a last time when the limit is reached, and never later", async () => {
    const clock = heldClock();
    const polled = await pollUntil({ clock, signal }, { timeout_ms: 1_200, interval_ms: 500 }, async () => clock.time, () => false);
    expect(clock.slept).toEqual([500, 500, 200]);
    expect(polled).toEqual({ value: 2_200, isDone: false, attempts: 4, elapsedMs: 1_200 });
  });
  it("asks once when there is no time", async () => {
    expect(await pollUntil({ clock: heldClock(), signal }, { timeout_ms: 0, interval_ms: 500 }, async () => 1, () => false)).toMatchObject({ isDone: false, attempts: 1 });
  });
  it("counts the time of the attempts", async () => {
    const clock = heldClock();
    const attempt = async (): Promise<void> => void (clock.time += 900);
    expect(await pollUntil({ clock, signal }, { timeout_ms: 1_000, interval_ms: 500 }, attempt, () => false)).toMatchObject({ attempts: 2, elapsedMs: 1_900 });
  });
  it("throws on what an attempt throws, and when it is aborted", async () => {
    const clock = heldClock();
    const failing = async (): Promise<never> => Promise.reject(new Error("refused"));
    await expect(pollUntil({ clock, signal }, { timeout_ms: 1_000, interval_ms: 500 }, failing, () => true)).rejects.toThrow("refused");
    await expect(pollUntil({ clock, signal: AbortSignal.abort(new Error("over")) }, { timeout_ms: 1_000, interval_ms: 500 }, async () => 1, () => false)).rejects.toThrow("over");
  });
});

describe("pollKeys", () => {
  it("has a default interval", () => expect(pollKeys.parse({ timeout_ms: 100 })).toEqual({ timeout_ms: 100, interval_ms: 500 }));
  it("takes an assertion to wait for", () => expect(pollKeys.safeParse({ timeout_ms: 1, until: { path: "$.done", expected: true } }).success).toBe(true));
  it.each([{}, { timeout_ms: -1 }, { timeout_ms: 1, interval_ms: 0 }, { timeout_ms: 1, seconds: 1 }, { timeout_ms: 1, until: {} }])("refuses %j", (keys) => expect(pollKeys.safeParse(keys).success).toBe(false));
});
