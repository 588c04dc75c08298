import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";

/** Throws `CONFIG_INVALID` that lists every problem of what a function was given; does nothing when there are none. */
export function refuse(what: string, problems: Iterable<string>): void {
  const all = [...problems];
  if (all.length > 0) throw new DagradeError("CONFIG_INVALID", `${what}: ${all.join("; ")}`);
}

/** The problem of a value that should be a number from `least` to `most`; nothing when it is one. */
export function* outOfRange(name: string, value: unknown, least = -Infinity, most = Infinity): Generator<string> {
  if (typeof value === "number" && Number.isFinite(value) && value >= least && value <= most) return;
  const range = Number.isFinite(most) ? `a number from ${least} to ${most}` : Number.isFinite(least) ? `a number from ${least}` : "a finite number";
  yield `expected ${name} to be ${range}, got ${describeValue(value)}`;
}
