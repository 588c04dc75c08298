import { excerpt, type KeptEnd } from "./excerpt.js";
import { oneLine } from "./one-line.js";

/** One piece of evidence. */
export interface Exhibit {
  readonly title: string;
  readonly text: string;
  /** Size of the whole, in bytes for a file, else in characters. */
  readonly size: number;
  /** Which end stays when it is cut; default: `start`. */
  readonly kept?: KeptEnd;
}

/** What the judge is shown, and the account of it for the report. */
export interface PackedEvidence {
  readonly text: string;
  readonly shown: readonly { readonly title: string; readonly size: number; readonly characters: number }[];
  /** Titles of what found no room. */
  readonly leftOut: readonly string[];
}

/**
 * Puts evidence of several kinds into one text of at most `limit` characters, titles not counted. Every kind has an equal
 * share, and what one does not need goes to those behind it; within a kind the first exhibits are served first.
 */
export function packExhibits(kinds: readonly (readonly Exhibit[])[], limit: number): PackedEvidence {
  const shown: { title: string; size: number; characters: number }[] = [];
  const leftOut: string[] = [];
  const blocks: string[] = [];
  let left = limit;
  for (const [index, exhibits] of kinds.entries()) {
    let share = Math.floor(left / (kinds.length - index));
    for (const { title: name, text, size, kept } of exhibits) {
      const title = oneLine(name);
      const part = excerpt(text, share, kept);
      share -= part.length;
      left -= part.length;
      if (part === "") leftOut.push(title);
      else {
        shown.push({ title, size, characters: part.length });
        blocks.push(`### ${title}${part.length < text.length ? ` (${kept ?? "start"} only)` : ""}\n${part}`);
      }
    }
  }
  if (leftOut.length > 0) blocks.push(`(${leftOut.length} more left out for length: ${excerpt(leftOut.join(", "), 1_000)})`);
  return { text: blocks.join("\n\n"), shown, leftOut };
}
