import type { FilesPort } from "../../ports/files.js";
import { readText } from "./read-text.js";

/** The word of a `keyword:w` entry, in lower case; undefined for any other entry. */
export function keywordOf(entry: string): string | undefined {
  return entry.startsWith(KEYWORD) ? entry.slice(KEYWORD.length).trim().toLowerCase() : undefined;
}

/**
 * For each word, in lower case, the paths that have it in their name or in the first 64 KiB of their text, in the given
 * order. Every file is read at most once, whatever the number of words, and a few at a time.
 */
export async function filesWithWords(files: FilesPort, paths: readonly string[], words: readonly string[]): Promise<Map<string, string[]>> {
  const hits: (readonly string[])[] = [];
  let next = 0;
  const search = async (): Promise<void> => {
    for (let index = next++; index < paths.length; index = next++) {
      const path = paths[index] ?? "";
      const name = path.toLowerCase();
      const isInAllNames = words.every((word) => name.includes(word));
      const text = isInAllNames ? "" : ((await readText(files, path, SEARCHED_BYTES))?.toLowerCase() ?? "");
      hits[index] = words.filter((word) => name.includes(word) || text.includes(word));
    }
  };
  await Promise.all(Array.from({ length: READERS }, search));
  return new Map(words.map((word) => [word, paths.filter((_path, index) => hits[index]?.includes(word))]));
}

const KEYWORD = "keyword:";

const SEARCHED_BYTES = 65_536;

const READERS = 8;
