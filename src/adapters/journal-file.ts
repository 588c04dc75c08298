import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { DagradeError } from "../errors.js";
import type { JournalFile } from "../ports/journal-file.js";

/** A journal in a file; each line is on disk before the next node starts. Throws `CONFIG_INVALID` when it can not be written. */
export function openJournalFile(path: string): JournalFile {
  let descriptor: number;
  let text: string;
  try {
    descriptor = openSync(path, "a+");
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new DagradeError("CONFIG_INVALID", `expected a journal file that can be written, got ${JSON.stringify(path)}: ${(cause as Error).message}`, { cause });
  }
  return {
    read: () => text || undefined,
    append: (line) => void writeSync(descriptor, line),
    close: () => closeSync(descriptor),
  };
}
