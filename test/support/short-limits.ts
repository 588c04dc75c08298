import { Script } from "node:vm";
import { vi } from "vitest";

/**
 * Lets time limits on synchronous work run out in a tenth of their time until the test ends: what happens behind them does not
 * depend on their length. Gives the limits, in milliseconds, that were asked for.
 */
export function shortLimits(): readonly number[] {
  const limits: number[] = [];
  const run = Reflect.get(Script.prototype, "runInContext") as (this: Script, ...args: Parameters<Script["runInContext"]>) => unknown;
  vi.spyOn(Script.prototype, "runInContext").mockImplementation(function (this: Script, context, options) {
    const { timeout } = options as { timeout: number };
    limits.push(timeout);
    return run.call(this, context, { timeout: Math.ceil(timeout / 10) });
  });
  return limits;
}
