import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { Arrivals } from "../../src/adapters/arrivals.js";

const never = new AbortController().signal;

describe("Arrivals", () => {
  it("keeps what fits in number and bytes, and counts the rest", () => {
    const byNumber = new Arrivals<number>({ items: 2, bytes: 100 });
    for (const item of [1, 2, 3, 4]) byNumber.add(item, 1);
    expect([byNumber.kept, byNumber.lost]).toEqual([[1, 2], 2]);
    const byBytes = new Arrivals<string>({ items: 100, bytes: 10 });
    byBytes.add("six", 6);
    byBytes.add("five", 5); // 11 bytes together
    byBytes.add("four", 4);
    expect([byBytes.kept, byBytes.lost]).toEqual([["six", "four"], 1]);
  });

  it("wakes everybody who waits, also for what is not kept", async () => {
    const arrivals = new Arrivals<number>({ items: 0, bytes: 0 });
    const waiting = [arrivals.next(60_000, never), arrivals.next(60_000, never)];
    arrivals.add(1, 1);
    await Promise.all(waiting);
    expect(arrivals.lost).toBe(1);
  });

  it("ends a wait at its limit, a negative one at once", async () => {
    const arrivals = new Arrivals<number>({ items: 1, bytes: 1 });
    await arrivals.next(20, never);
    await arrivals.next(-5, never);
  });

  it("rejects with the signal's reason and leaves no listener behind", async () => {
    const arrivals = new Arrivals<number>({ items: 1, bytes: 1 });
    const controller = new AbortController();
    const waiting = arrivals.next(60_000, controller.signal);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(arrivals.next(60_000, controller.signal)).rejects.toThrow("enough");
    const other = new AbortController();
    await arrivals.next(1, other.signal);
    for (const signal of [controller.signal, other.signal]) expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
