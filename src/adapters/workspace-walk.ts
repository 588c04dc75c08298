import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { StepFailure } from "../model/outcome.js";
import type { Glob } from "../ports/glob.js";

/** An entry that a pattern matches. */
export interface Found {
  /** Where it really lies, links resolved. */
  readonly real: string;
  /** Relative to the workspace's root, without a trailing `/`. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Reached through a link to a folder or as a link itself. */
  readonly isByLink: boolean;
}

/** A folder to look through. `root` and `real` are real paths, `path` is relative to the workspace's root. */
export interface Start {
  readonly root: string;
  readonly real: string;
  readonly path: string;
}

/** Entries looked at in one walk; more than a workspace without its dependencies has. */
export const MAX_WALKED_ENTRIES = 200_000;

/**
 * Everything below `start` that the pattern matches, in no particular order. Links to places in the workspace are
 * followed once: not within a folder that was reached by a link, and never into one that is being walked already. Links
 * that lead out, pipes, sockets and devices are passed by. Fails with `unreadable` when a folder can not be listed and with `too-many-files` beyond
 * {@link MAX_WALKED_ENTRIES}: a count over a part of the files would be a guess.
 */
export async function walkFolder(start: Start, glob: Glob): Promise<Found[]> {
  const walk = new Walk(start, glob);
  await walk.enter({ real: start.real, below: "", depth: 1, isByLink: false }, new Set());
  return walk.found;
}

interface Folder {
  readonly real: string;
  /** Relative to where the walk started. */
  readonly below: string;
  readonly depth: number;
  readonly isByLink: boolean;
}

class Walk {
  readonly found: Found[] = [];
  readonly #start: Start;
  readonly #glob: Glob;
  #entries = 0;

  constructor(start: Start, glob: Glob) {
    this.#start = start;
    this.#glob = glob;
  }

  async enter(folder: Folder, open: ReadonlySet<string>): Promise<void> {
    if (folder.depth > this.#glob.depth || open.has(folder.real)) return;
    const inner = new Set([...open, folder.real]);
    for (const entry of await this.#list(folder)) {
      const below = folder.below === "" ? entry.name : `${folder.below}/${entry.name}`;
      if (entry.isSymbolicLink()) await this.#follow(folder, entry.name, below, inner);
      else if (entry.isFile()) this.#take({ real: join(folder.real, entry.name), isFolder: false, isByLink: folder.isByLink }, below);
      else if (entry.isDirectory()) await this.#takeFolder({ real: join(folder.real, entry.name), below, depth: folder.depth + 1, isByLink: folder.isByLink }, inner);
    }
  }

  /** Lists, then compares: a folder that was replaced by a link meanwhile is not believed. */
  async #list(folder: Folder): Promise<Dirent[]> {
    try {
      const entries = await readdir(folder.real, { withFileTypes: true });
      if ((await realpath(folder.real)) !== folder.real) return [];
      this.#entries += entries.length;
      if (this.#entries <= MAX_WALKED_ENTRIES) return entries;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw new StepFailure("unreadable", `the folder ${JSON.stringify(this.#pathOf(folder.below) || ".")} can not be listed (${String((error as NodeJS.ErrnoException).code)}); make it readable or look in a narrower folder`);
    }
    throw new StepFailure("too-many-files", `more than ${MAX_WALKED_ENTRIES} entries below ${JSON.stringify(this.#start.path || ".")}; look in a narrower folder`);
  }

  async #follow(folder: Folder, name: string, below: string, open: ReadonlySet<string>): Promise<void> {
    try {
      const real = await realpath(join(folder.real, name));
      if (real !== this.#start.root && !real.startsWith(this.#start.root + sep)) return;
      const stats = await stat(real);
      if (stats.isFile()) this.#take({ real, isFolder: false, isByLink: true }, below);
      else if (stats.isDirectory() && !folder.isByLink) await this.#takeFolder({ real, below, depth: folder.depth + 1, isByLink: true }, open);
    } catch (error) {
      if (error instanceof StepFailure) throw error; // of a folder behind the link; a link to nowhere is no entry
    }
  }

  async #takeFolder(folder: Folder, open: ReadonlySet<string>): Promise<void> {
    if (!this.#glob.mayEnter(folder.below)) return;
    this.#take({ real: folder.real, isFolder: true, isByLink: folder.isByLink }, folder.below);
    await this.enter(folder, open);
  }

  #take(entry: Omit<Found, "path">, below: string): void {
    if (this.#glob.isForFolders && !entry.isFolder) return;
    if (this.#glob.matches(below)) this.found.push({ ...entry, path: this.#pathOf(below) });
  }

  #pathOf(below: string): string {
    return this.#start.path === "" ? below : below === "" ? this.#start.path : `${this.#start.path}/${below}`;
  }
}
