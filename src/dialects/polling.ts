import { numberOf } from "./aliases.js";
import type { Draft } from "./draft.js";

/** Keys that say how long to wait, with what makes milliseconds of them. */
const LIMITS: readonly (readonly [string, number])[] = [
  ["retry_ms", 1],
  ["max_wait_ms", 1],
  ["poll_timeout_ms", 1],
  ["poll_max_ms", 1],
  ["poll_seconds", 1000],
  ["poll_max_seconds", 1000],
  ["poll_timeout_seconds", 1000],
  ["max_wait_seconds", 1000],
  ["wait_seconds", 1000],
];
const INTERVALS: readonly (readonly [string, number])[] = [
  ["poll_interval_ms", 1],
  ["poll_interval_seconds", 1000],
];

/** The keys of waiting as `poll`, on `target` where that is another object; more of them than one agree on the longest time. */
export function rewritePolling(draft: Draft, target: Draft = draft, ...more: readonly (readonly [string, number])[]): void {
  if (!Object.keys(draft.keys).some((key) => key.includes("poll_") || key.includes("wait") || key === "retry_ms")) return;
  const found = [...LIMITS, ...more].flatMap((entry) => (numberOf(draft.get(entry[0])) === undefined ? [] : [entry]));
  const interval = INTERVALS.flatMap(([key, factor]) => (numberOf(draft.get(key)) ?? NaN) * factor).find((ms) => ms > 0);
  const attempts = numberOf(draft.get("poll_attempts"));
  const limits = found.map(([key, factor]) => (numberOf(draft.get(key)) ?? 0) * factor);
  if (attempts !== undefined) limits.push(attempts * (interval ?? 500));
  const limit = Math.max(...limits);
  if (limits.length === 0 || !(limit > 0)) return;
  if (!target.offer("poll", { timeout_ms: Math.round(limit), ...(interval !== undefined && { interval_ms: Math.max(10, Math.round(interval)) }) })) return;
  for (const key of [...found.map(([name]) => name), "poll_attempts", ...INTERVALS.map(([name]) => name)]) {
    if (!draft.has(key)) continue;
    draft.take(key);
    draft.note("alias-key", `\`${key}\` is read as \`poll\``, key);
  }
}
