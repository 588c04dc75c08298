import picomatch from "picomatch";
import type { FilesPort } from "../../ports/files.js";
import { readText } from "./read-text.js";

/** What a judge's step names as files, and how the ones it only hints at are narrowed down. */
export interface FileQuery {
  /** Paths, folders, globs, and `keyword:w` for every file that has the word in its path or its text. */
  readonly entries: readonly string[];
  /** Extensions of files that were not named themselves, with or without the dot; empty: all. */
  readonly extensions: readonly string[];
  /** Globs, or parts of the path, one of which such a file must match; empty: all. */
  readonly pathFilters: readonly string[];
}

/** A file that an entry led to. */
export interface FoundFile {
  readonly path: string;
  /** Index of the entry in the query. */
  readonly entry: number;
  /** The entry was its path. */
  readonly isNamed: boolean;
}

/** The files of each entry, sorted by path within one, each file once. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Entries that led to nothing. */
  readonly missing: readonly string[];
}

/** Finds the files that a query asks for, in the order of its entries. Throws the port's `StepFailure` for a path outside the workspace. */
export async function findFiles(files: FilesPort, query: FileQuery): Promise<FoundFiles> {
  const found = new Map<string, FoundFile>();
  const missing: string[] = [];
  for (const [entry, text] of query.entries.entries()) {
    const kind = isSearch(text) ? undefined : (await files.stat(text))?.kind;
    const isNamed = kind === "file";
    const paths = isNamed ? [text] : (await pathsOf(files, text, kind)).filter((path) => isWanted(path, query));
    if (paths.length === 0) missing.push(text);
    for (const path of paths) if (isNamed || !found.has(path)) found.set(path, { path, entry, isNamed });
  }
  return { files: [...found.values()], missing };
}

/** The words of the `keyword:w` entries. */
export function keywordsOf(entries: readonly string[]): string[] {
  return entries.filter((entry) => entry.startsWith(KEYWORD)).map((entry) => entry.slice(KEYWORD.length).trim());
}

/** True when a path has one of the filters as a part, or matches one as a glob; with no filters, always. */
export function isPathWanted(path: string, filters: readonly string[]): boolean {
  return filters.length === 0 || filters.some((filter) => (isGlob(filter) ? picomatch.isMatch(path, filter) : path.includes(filter)));
}

const KEYWORD = "keyword:";

/** Matches of one entry beyond this are not looked at. */
const MAX_MATCHES = 5_000;

/** How much of a file is searched for a keyword, in bytes. */
const SEARCHED_BYTES = 65_536;

async function pathsOf(files: FilesPort, entry: string, kind: "file" | "dir" | undefined): Promise<string[]> {
  if (kind === "dir") return filesIn(files, "**/*", entry);
  if (entry.startsWith(KEYWORD)) return filesWith(files, entry.slice(KEYWORD.length).trim().toLowerCase());
  if (!isGlob(entry)) return [];
  const { base, glob } = picomatch.scan(entry);
  return filesIn(files, glob, base === "" ? "." : base);
}

async function filesIn(files: FilesPort, pattern: string, cwd: string): Promise<string[]> {
  const paths = await files.glob([pattern], { cwd, limit: MAX_MATCHES });
  return paths.filter((path) => !path.endsWith("/"));
}

async function filesWith(files: FilesPort, word: string): Promise<string[]> {
  if (word === "") return [];
  const found: string[] = [];
  for (const path of await filesIn(files, "**/*", ".")) {
    if (path.toLowerCase().includes(word)) found.push(path);
    else if ((await readText(files, path, SEARCHED_BYTES))?.toLowerCase().includes(word)) found.push(path);
  }
  return found;
}

function isWanted(path: string, { extensions, pathFilters }: FileQuery): boolean {
  const isOfKind = extensions.length === 0 || extensions.some((extension) => path.endsWith(`.${extension.replace(/^\*?\.?/, "")}`));
  return isOfKind && isPathWanted(path, pathFilters);
}

function isSearch(entry: string): boolean {
  return entry.startsWith(KEYWORD) || isGlob(entry);
}

function isGlob(text: string): boolean {
  return /[*?{]/.test(text);
}
