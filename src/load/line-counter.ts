import type { Position } from "../document/diagnostics.js";

/** Turns offsets of a text into lines and columns. The starts of some lines are collected at the first question; each costs O(log n). */
export function lineCounter(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const block = countUpTo(starts, offset) - 1;
    let line = block * STRIDE + 1;
    let start = starts[block] ?? 0;
    for (let end = text.indexOf("\n", start); end !== -1 && end < offset; end = text.indexOf("\n", start)) {
      start = end + 1;
      line++;
    }
    return { line, column: offset - start + 1 };
  };
}

/** So many lines are counted anew for each question: a text of nothing but line ends would need as many numbers as it has letters. */
const STRIDE = 32;

function lineStarts(text: string): number[] {
  const starts = [0];
  let lines = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) if (++lines % STRIDE === 0) starts.push(end + 1);
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
