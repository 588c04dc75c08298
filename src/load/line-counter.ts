import type { Position } from "../document/diagnostics.js";

/** Turns offsets of a text into lines and columns. The starts of lines are collected at the first question; each costs O(log n). */
export function lineCounter(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** How many of the ascending numbers are at most `limit`; at least 1, as the first line holds whatever comes before it. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let least = 1;
  let most = ascending.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if ((ascending[middle - 1] ?? Infinity) <= limit) least = middle;
    else most = middle - 1;
  }
  return least;
}
