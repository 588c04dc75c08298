import { StepFailure } from "../model/outcome.js";
import { untilAborted } from "../model/until-aborted.js";
import type { PrimitiveContext } from "../primitives/context.js";

/**
 * Bounds work on something that may not answer: after `ms` its signal is aborted and it rejects with a `StepFailure` `time-out`.
 * Without `ms` only the step's own time bounds it.
 */
export async function within<T>(ctx: Pick<PrimitiveContext, "signal">, what: string, ms: number | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (ms === undefined) return work(ctx.signal);
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(ctx.signal.reason);
  if (ctx.signal.aborted) onAbort();
  ctx.signal.addEventListener("abort", onAbort);
  const timer = setTimeout(() => controller.abort(new StepFailure("time-out", `expected ${what} to answer within ${Math.round(ms)} ms, got none`)), Math.min(ms, LONGEST_MS));
  try {
    return await untilAborted(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    ctx.signal.removeEventListener("abort", onAbort);
  }
}

/** A timer can not wait for longer. */
const LONGEST_MS = 2 ** 31 - 1;
