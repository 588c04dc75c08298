import { describeValue } from "../model/describe-value.js";
import { SetupError } from "../model/outcome.js";
import type { Clock } from "../ports/clock.js";

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (!isSignal(signal)) return reject(new SetupError("bad-argument", `expected clock.sleep(ms, signal), got ${describeValue(signal)} as signal; pass ctx.signal, so that the sleep ends with the step`));
      if (typeof ms !== "number" || Number.isNaN(ms)) return reject(new SetupError("bad-argument", `expected clock.sleep(ms, signal) with milliseconds, got ${describeValue(ms)}`));
      if (signal.aborted) return reject(signal.reason as Error);
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal.addEventListener("abort", onAbort, { once: true });
    }),
};

/** A primitive of the host may be written in JavaScript. */
function isSignal(value: unknown): value is AbortSignal {
  return typeof (value as Partial<AbortSignal> | null | undefined)?.addEventListener === "function";
}
