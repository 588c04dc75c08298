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

/** The problem of a value that should be a list; nothing when it is one. */
export function* notAList(name: string, value: unknown): Generator<string> {
  if (!Array.isArray(value)) yield `expected ${name} to be a list, got ${describeValue(value)}`;
}

/** The problem of a value that should be an object; nothing when it is one. */
export function* notAnObject(name: string, value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) yield `expected ${name} to be an object, got ${describeValue(value)}`;
}

/** The problems of a value that should be a list of objects; `name` names one of them. */
export function* notObjects(list: string, name: string, value: unknown): Generator<string> {
  yield* notAList(list, value);
  for (const [index, item] of Array.isArray(value) ? value.entries() : []) yield* notAnObject(`${name} ${index + 1}`, item);
}
