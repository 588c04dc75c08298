import type { FilesPort } from "../../ports/files.js";
import { excerpt } from "./excerpt.js";
import { findFiles, type FileQuery, type FoundFile } from "./find-files.js";
import { keywordOf } from "./keyword-files.js";
import { readText } from "./read-text.js";

/** Which files are taken, and which part of each. */
export type SampleStrategy = "ranked" | "head" | "tail" | "first";

export interface SampleQuery extends FileQuery {
  /**
   * `ranked`: named files first, then those with the most keywords in their paths, then the less deeply nested.
   * `head`, `tail`: in the order of the entries, the start or the end of each file. `first`: one file of each entry.
   */
  readonly strategy: SampleStrategy;
  readonly keywords: readonly string[];
  readonly maxFiles: number;
  readonly maxChars: number;
}

export interface SampledFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly text: string;
}

export interface FileSample {
  readonly files: readonly SampledFile[];
  /** Files that are no text, blank, or can not be read, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** Entries that led to nothing, and why when it is not plain. */
  readonly missing: readonly string[];
  /** Entries that led to more files than were looked at. */
  readonly cut: readonly string[];
  /** How many files were found beyond `maxFiles`. */
  readonly leftOut: number;
}

/** Reads the files that a query selects. The same workspace and query always give the same sample. */
export async function sampleFiles(port: FilesPort, query: SampleQuery): Promise<FileSample> {
  const { files: found, missing, cut } = await findFiles(port, query);
  const ordered = order(found, query);
  const files: SampledFile[] = [];
  const skipped: { path: string; why: string }[] = [];
  let taken = 0;
  for (const { path } of ordered) {
    if (files.length === query.maxFiles) break;
    taken++;
    const file = await readFile(port, path, query);
    if (typeof file === "string") skipped.push({ path, why: file });
    else files.push(file);
  }
  return { files, skipped, missing, cut, leftOut: ordered.length - taken };
}

/** A port that reads from the start alone is asked for no more than this, so that the end of a larger file is out of reach. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A UTF-16 unit takes at most three bytes in UTF-8. */
const BYTES_PER_CHAR = 3;

function order(found: readonly FoundFile[], { strategy, keywords, entries }: SampleQuery): FoundFile[] {
  const listed = found.toSorted((a, b) => a.entry - b.entry);
  if (strategy === "first") return listed.filter(({ entry }, index) => listed[index - 1]?.entry !== entry);
  if (strategy !== "ranked") return listed;
  const words = [...keywords.map((word) => word.toLowerCase()), ...entries.map(keywordOf).filter((word) => word !== undefined)];
  const rankOf = (file: FoundFile): readonly (number | string)[] => {
    if (file.isNamed) return [0, file.entry];
    const path = file.path.toLowerCase();
    return [1, -words.filter((word) => path.includes(word)).length, path.split("/").length, file.path];
  };
  return listed
    .map((file) => ({ file, rank: rankOf(file) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ file }) => file);
}

function compareRanks(left: readonly (number | string)[], right: readonly (number | string)[]): number {
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other === undefined || value === other) continue;
    return value < other ? -1 : 1;
  }
  return 0;
}

/** A file's part for the judge, or why there is none. */
async function readFile(port: FilesPort, path: string, { strategy, maxChars }: SampleQuery): Promise<SampledFile | string> {
  const size = (await port.stat(path))?.size ?? 0;
  const kept = strategy === "tail" ? "end" : "start";
  const isWholeNeeded = kept === "end" && port.readEnd === undefined;
  if (isWholeNeeded && size > MAX_BYTES) return `its end lies beyond ${MAX_BYTES} bytes`;
  const text = await readText(port, path, isWholeNeeded ? MAX_BYTES : (maxChars + 1) * BYTES_PER_CHAR, kept);
  if (text === undefined) return "no readable text";
  return text.trim() === "" ? "blank" : { path, size, text: excerpt(text, maxChars, kept) };
}
