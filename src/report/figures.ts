/** Points as people read them: at most two decimals, no trailing zeros. */
export function points(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A percentage with one decimal, or `n/a` when nothing was in the denominator. Only a whole score is shown as 100.0 %. */
export function percent(value: number | null): string {
  if (value === null) return "n/a";
  const shown = value < 100 ? Math.min(value, 99.9) : value;
  return `${shown.toFixed(1)} %`;
}

/** A duration in the unit that fits: `87 ms`, `3.2 s`, `4 min 05 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** `1 node`, `2 nodes`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
