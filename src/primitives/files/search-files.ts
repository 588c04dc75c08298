import { StepFailure } from "../../model/outcome.js";
import type { FilesPort } from "../../ports/files.js";
import { lackOf, type Lack, type Wanted } from "./needles.js";
import { ask, isPattern } from "./place.js";

/** A file and what it lacks. */
export interface Judged {
  readonly path: string;
  readonly lack: Lack;
}

/** What a search through files came to. */
export interface Search {
  /** The first file that lacks nothing. */
  readonly found?: Judged;
  /** Else the one that lacks the least. */
  readonly closest?: Judged;
  /** The files that were read. */
  readonly looked: readonly string[];
  /** Places that are refused, missing or not readable, and why. */
  readonly skipped: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** True when there are more files than are read, or one is longer than what is read of it. */
  readonly isIncomplete: boolean;
}

/** Files that one step reads at most. */
const MAX_FILES = 5_000;
/** Bytes that are read of one file. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Bytes that one step reads in all. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/**
 * Judges every file at the places (files, folders, patterns), each on its own and in order, until one lacks nothing.
 * Binary files found in a folder are passed by; of a file that is too long only its start is read.
 */
export async function searchFiles(files: FilesPort, places: readonly string[], include: readonly string[] | undefined, wanted: Wanted): Promise<Search> {
  const looked: string[] = [];
  const skipped: { path: string; code: string; message: string }[] = [];
  let closest: Judged | undefined;
  let isIncomplete = false;
  let bytesLeft = MAX_TOTAL_BYTES;

  for (const place of places) {
    const listed = await ask(() => filesAt(files, place, include));
    if (listed.failure !== undefined) {
      skipped.push({ path: place, code: listed.failure.code, message: listed.failure.message });
      continue;
    }
    for (const path of listed.value) {
      if (looked.length >= MAX_FILES || bytesLeft <= 0) return { looked, skipped, isIncomplete: true, ...(closest && { closest }) };
      const read = await ask(() => files.read(path, MAX_FILE_BYTES + 1));
      if (read.failure !== undefined) {
        skipped.push({ path, code: read.failure.code, message: read.failure.message });
        continue;
      }
      if (path !== place && isBinary(read.value)) continue;
      bytesLeft -= read.value.byteLength;
      looked.push(path);
      const judged = { path, lack: lackOf(new TextDecoder().decode(read.value.subarray(0, MAX_FILE_BYTES)), wanted) };
      const isCut = read.value.byteLength > MAX_FILE_BYTES;
      isIncomplete ||= isCut;
      if (size(judged.lack) === 0 && (!isCut || wanted.forbidden.length === 0)) return { found: judged, looked, skipped, isIncomplete };
      if (closest === undefined || size(judged.lack) < size(closest.lack)) closest = judged;
    }
  }
  return { looked, skipped, isIncomplete, ...(closest && { closest }) };
}

/** The files that a place stands for, sorted; a file, all text files of a folder, or what a pattern matches. */
async function filesAt(files: FilesPort, place: string, include: readonly string[] | undefined): Promise<string[]> {
  if (isPattern(place)) return filesAmong(await files.glob([place], { cwd: ".", limit: MAX_LISTED }));
  const there = await files.stat(place);
  if (there === undefined) throw new StepFailure("not-found", `expected a file or a folder at ${place}, found nothing`);
  if (there.kind === "file") return [place];
  const patterns = (include ?? ["*"]).map((pattern) => (pattern.includes("/") ? pattern : `**/${pattern}`));
  return filesAmong(await files.glob(patterns, { cwd: place, limit: MAX_LISTED }));
}

const MAX_LISTED = 1_000_000;

function filesAmong(matches: readonly string[]): string[] {
  return matches.filter((match) => !match.endsWith("/"));
}

/** As grep tells it: there is a NUL near the start. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_192).includes(0);
}

function size({ missing, present }: Lack): number {
  return missing.length + present.length;
}
