import { z } from "zod";
import type { PrimitiveContext } from "../primitives/context.js";
import { assertionSchema } from "./assertions.js";

/** How an expectation is waited for: it must become true within the limit. */
export const pollKeys = z.strictObject({
  timeout_ms: z.int().min(0).describe("Milliseconds within which the expectation must become true.").meta({ placeholders: "rule" }),
  interval_ms: z.int().min(10).default(500).describe("Milliseconds between two attempts."),
  until: assertionSchema.optional().describe("What must hold before the result is judged; default: the step's own expectation."),
});

/** What waiting came to. `value` is that of the last attempt. */
export interface Polled<T> {
  readonly value: T;
  readonly isDone: boolean;
  readonly attempts: number;
  readonly elapsedMs: number;
}

/** Bounds of waiting, in milliseconds. With `first_interval_ms` pauses grow from that to `interval_ms`, twofold each time. */
export interface PollLimits {
  readonly timeout_ms: number;
  readonly interval_ms: number;
  readonly first_interval_ms?: number;
}

/**
 * Repeats `attempt` until `isDone`: at once, then every `interval_ms`, and a last time when the limit is reached. An attempt is
 * told how many milliseconds it may take, so that all of them end no later than one interval behind the limit; it has to keep
 * to that (see `within`), since only it knows what to make of an answer that does not come. What an attempt throws is thrown on.
 */
export async function pollUntil<T>(
  ctx: Pick<PrimitiveContext, "clock" | "signal">,
  poll: PollLimits,
  attempt: (leftMs: number) => Promise<T>,
  isDone: (value: T) => boolean,
): Promise<Polled<T>> {
  const started = ctx.clock.now();
  for (let attempts = 1; ; attempts++) {
    const value = await attempt(started + poll.timeout_ms + poll.interval_ms - ctx.clock.now());
    const elapsedMs = ctx.clock.now() - started;
    const done = isDone(value);
    if (done || elapsedMs >= poll.timeout_ms) return { value, isDone: done, attempts, elapsedMs };
    const pauseMs = Math.min(poll.interval_ms, (poll.first_interval_ms ?? poll.interval_ms) * 2 ** (attempts - 1));
    await ctx.clock.sleep(Math.min(pauseMs, poll.timeout_ms - elapsedMs), ctx.signal);
  }
}
