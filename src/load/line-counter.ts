import type { Position } from "../document/diagnostics.js";

/** Characters between two counts that are remembered. */
const STRIDE = 512;

/** Turns offsets of a text into lines and columns; line breaks are counted when first needed, and only so far. */
export function lineCounter(text: string): (offset: number) => Position {
  const breaksBefore = [0]; // the multiples of STRIDE
  return (offset) => {
    const block = Math.floor(offset / STRIDE);
    while (breaksBefore.length <= block) {
      const last = breaksBefore.length - 1;
      breaksBefore.push((breaksBefore[last] ?? 0) + breaksWithin(text, last * STRIDE, (last + 1) * STRIDE));
    }
    const line = (breaksBefore[block] ?? 0) + breaksWithin(text, block * STRIDE, offset) + 1;
    return { line, column: offset === 0 ? 1 : offset - text.lastIndexOf("\n", offset - 1) };
  };
}

function breaksWithin(text: string, start: number, end: number): number {
  let breaks = 0;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 10) breaks++;
  return breaks;
}
