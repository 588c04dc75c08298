import picomatch from "picomatch";
import { StepFailure } from "../../model/outcome.js";
import type { FilesPort } from "../../ports/files.js";
import { filesWithWords, keywordOf } from "./keyword-files.js";

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
  /** Entries that led to nothing, with the reason when it is another than that nothing is there. */
  readonly missing: readonly string[];
  /** Entries with more than 5,000 wanted files, of which only the first ones were looked at. */
  readonly cut: readonly string[];
}

/** Finds the files that a query asks for, in the order of its entries. Throws the port's `StepFailure` for a path outside the workspace. */
export async function findFiles(files: FilesPort, query: FileQuery): Promise<FoundFiles> {
  const search = new FileSearch(files, query);
  const found = new Map<string, FoundFile>();
  const missing: string[] = [];
  for (const [entry, text] of query.entries.entries()) {
    try {
      const { paths, isNamed } = await search.follow(text);
      if (paths.length === 0) missing.push(text);
      for (const path of paths) if (isNamed || !found.has(path)) found.set(path, { path, entry, isNamed });
    } catch (error) {
      if (!(error instanceof StepFailure) || error.code === "outside-workspace") throw error;
      missing.push(`${text} (${error.message})`);
    }
  }
  return { files: [...found.values()], missing, cut: [...search.cut] };
}

/** True when a path has one of the filters as a part, or matches one as a glob; with no filters, always. */
export function isPathWanted(path: string, filters: readonly string[]): boolean {
  return filters.length === 0 || filters.some((filter) => (isGlob(filter) ? picomatch.isMatch(path, filter) : path.includes(filter)));
}

/** Follows the entries of one query. */
class FileSearch {
  readonly cut = new Set<string>();
  readonly #files: FilesPort;
  readonly #query: FileQuery;
  #byWord: Promise<Map<string, string[]>> | undefined;

  constructor(files: FilesPort, query: FileQuery) {
    this.#files = files;
    this.#query = query;
  }

  /** Where an entry leads to; a file that it names is wanted whatever the query's extensions and filters. */
  async follow(entry: string): Promise<{ readonly paths: readonly string[]; readonly isNamed: boolean }> {
    const word = keywordOf(entry);
    if (word !== undefined) return { paths: (await this.#filesWith(entry)).get(word) ?? [], isNamed: false };
    if (isGlob(entry)) return { paths: await this.#match(entry, entry), isNamed: false };
    const kind = (await this.#files.stat(entry))?.kind;
    if (kind === "file") return { paths: [entry], isNamed: true };
    return { paths: kind === "dir" ? await this.#match(entry, "**/*", entry) : [], isNamed: false };
  }

  /** All words of the query are searched for at once, so that no file is read twice. */
  #filesWith(entry: string): Promise<Map<string, string[]>> {
    const words = this.#query.entries.map(keywordOf).filter((word): word is string => word !== undefined && word !== "");
    return (this.#byWord ??= this.#match(entry, "**/*").then((paths) => filesWithWords(this.#files, paths, words)));
  }

  async #match(entry: string, pattern: string, cwd = "."): Promise<string[]> {
    const paths = await this.#files.glob([pattern], { cwd, limit: MAX_LISTED });
    const wanted = paths.filter((path) => !path.endsWith("/") && this.#isWanted(path));
    if (wanted.length > MAX_MATCHES || paths.length === MAX_LISTED) this.cut.add(entry);
    return wanted.slice(0, MAX_MATCHES);
  }

  #isWanted(path: string): boolean {
    const { extensions, pathFilters } = this.#query;
    const isOfKind = extensions.length === 0 || extensions.some((extension) => path.endsWith(`.${extension.replace(/^\*?\.?/, "")}`));
    return isOfKind && isPathWanted(path, pathFilters);
  }
}

/** Wanted files of one entry beyond this, in the order of their paths, are not looked at. */
const MAX_MATCHES = 5_000;

/** Folders, and files that are not wanted, match a pattern as well. */
const MAX_LISTED = 200_000;

function isGlob(text: string): boolean {
  return /[*?{]/.test(text);
}
