import { constants, type Stats } from "node:fs";
import { lstat, open, realpath, type FileHandle } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { DagradeError } from "../errors.js";
import { SetupError, StepFailure } from "../model/outcome.js";
import type { FilesPort } from "../ports/files.js";
import { readGlob } from "../ports/glob.js";
import { walkFolder, type Found } from "./workspace-walk.js";

/**
 * The folder `root` as a jail. A path with `..`, an absolute one outside `mounts` and `root`, and a link that leads out
 * fail with `outside-workspace`; pipes, sockets and devices are never opened and fail with `unreadable`, as does what the
 * system refuses. Links to places inside are followed. The first use throws a `SetupError` with code `no-workspace` when
 * `root` is no folder. `mounts`: absolute path in the system -> path within `root`; throws `CONFIG_INVALID` for others.
 */
export function openWorkspace(root: string, mounts: Readonly<Record<string, string>> = {}): FilesPort {
  const jail = new Jail(resolve(root), mounts);
  return {
    async stat(path) {
      const place = await jail.find(path);
      if (place === undefined) return undefined;
      const { stats } = place;
      if (stats.isDirectory()) return { kind: "dir", size: 0 };
      return path.endsWith("/") ? undefined : { kind: "file", size: stats.size };
    },

    read: async (path, limit) => readPart(await jail.findFile(path), path, limit, "start"),
    readEnd: async (path, limit) => readPart(await jail.findFile(path), path, limit, "end"),

    async glob(patterns, { cwd, limit }) {
      const found = new Map<string, Found>();
      for (const pattern of patterns) {
        const glob = readGlob(pattern);
        const base = glob.startIn(cwd);
        const start = await jail.find(base);
        if (start === undefined) continue;
        const isFolder = start.stats.isDirectory();
        if (glob.depth === 0) {
          if (isFolder || !glob.isForFolders) add(found, { real: start.real, path: await jail.pathOf(base), isFolder, isByLink: false });
        } else if (isFolder) {
          const root = await jail.realRoot();
          for (const one of await walkFolder({ root, real: start.real, path: await jail.pathOf(base) }, glob)) add(found, one);
        }
      }
      return [...found.values()]
        .map(({ path, isFolder }) => (isFolder ? `${path}/` : path))
        .sort()
        .slice(0, limit);
    },
  };
}

/** An entry that exists inside the workspace, links resolved. */
interface Place {
  readonly real: string;
  readonly stats: Stats;
}

class Jail {
  readonly #root: string;
  readonly #mounts: readonly (readonly [string, string])[];

  constructor(root: string, mounts: Readonly<Record<string, string>>) {
    this.#root = root;
    this.#mounts = Object.entries(mounts)
      .map(([from, to]) => [from.replace(/(?<=.)\/+$/, ""), to] as const)
      .sort(([one], [other]) => other.length - one.length);
    for (const [from, to] of this.#mounts) {
      if (!from.startsWith("/") || from.includes("\0") || to.startsWith("/") || to.split("/").includes("..")) {
        throw new DagradeError("CONFIG_INVALID", `expected workspace mounts from an absolute path to a path within the workspace, got ${quoted(from)} -> ${quoted(to)}`);
      }
    }
  }

  /** Resolved at each use: the system under test may still be building its workspace. */
  async realRoot(): Promise<string> {
    try {
      const real = await realpath(this.#root);
      if ((await lstat(real)).isDirectory()) return real;
    } catch (error) {
      throw new SetupError("no-workspace", `expected a folder at ${quoted(this.#root)}, got ${messageOf(error)}; set \`target.workspace\``, { cause: error });
    }
    throw new SetupError("no-workspace", `expected a folder at ${quoted(this.#root)}, found something else; set \`target.workspace\``);
  }

  /** What is there; `undefined` when there is nothing. */
  async find(path: string): Promise<Place | undefined> {
    const root = await this.realRoot();
    const within = await this.pathOf(path);
    try {
      const real = await realpath(join(root, within));
      if (!isInside(root, real)) throw outside(path, "a link leads out of the workspace");
      const stats = await lstat(real);
      if (!stats.isFile() && !stats.isDirectory()) throw new StepFailure("unreadable", `expected a file or a folder at ${quoted(path)}, found a pipe, socket or device`);
      return { real, stats };
    } catch (error) {
      if (error instanceof StepFailure) throw error;
      if (ABSENT.has(codeOf(error))) return undefined;
      throw unreadable(path, error);
    }
  }

  async findFile(path: string): Promise<Place> {
    const place = await this.find(path);
    if (place === undefined) throw new StepFailure("not-found", `expected a file at ${quoted(path)}, found nothing`);
    if (!place.stats.isFile()) throw new StepFailure("unreadable", `expected a file at ${quoted(path)}, found a folder`);
    return place;
  }

  /** The path relative to the root, `""` for the root itself; no link is resolved yet. */
  async pathOf(path: string): Promise<string> {
    if (path.includes("\0")) throw new StepFailure("unreadable", `expected a path without NUL characters, got ${quoted(path)}`);
    const within = path.startsWith("/") ? await this.#fromAbsolute(path) : path;
    const segments = within.split("/").filter((segment) => segment !== "" && segment !== ".");
    if (segments.includes("..")) throw outside(path, "`..` is not allowed");
    return segments.join("/");
  }

  async #fromAbsolute(path: string): Promise<string> {
    const mount = this.#mounts.find(([from]) => isInside(from, path, "/"));
    if (mount !== undefined) return `${mount[1]}/${path.slice(mount[0].length)}`;
    for (const root of [this.#root, await this.realRoot()]) if (isInside(root, path)) return relative(root, path);
    throw outside(path, `an absolute path must lie under ${[...this.#mounts.map(([from]) => from), "the workspace"].join(", ")}`);
  }
}

const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/** Opens without blocking and without following a link, then compares: what was opened must be what was found. */
async function readPart(place: Place, path: string, limit: number, part: "start" | "end"): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(place.real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const opened = await handle.stat();
    const isSame = opened.isFile() && opened.dev === place.stats.dev && opened.ino === place.stats.ino;
    const where = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : place.real;
    if (!isSame || (await realpath(where)) !== place.real) {
      throw new StepFailure("unreadable", `the file at ${quoted(path)} was replaced while it was opened`);
    }
    const start = part === "start" ? 0 : Math.max(0, opened.size - limit);
    return await readUpTo(handle, start, limit, opened.size - start);
  } catch (error) {
    throw error instanceof StepFailure ? error : unreadable(path, error);
  } finally {
    await handle?.close();
  }
}

/** `size` only says how much room is likely to do: a file may still grow, and some say that they have none. */
async function readUpTo(handle: FileHandle, start: number, limit: number, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < limit) {
    const room = Math.min(limit - length, Math.max(size + 1 - length, MIN_CHUNK), MAX_CHUNK);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(room), 0, room, start + length);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

const MIN_CHUNK = 1_024;
const MAX_CHUNK = 256 * 1_024;

/** The same file by two ways counts once, by its own path rather than by a link's. */
function add(found: Map<string, Found>, one: Found): void {
  const known = found.get(one.real);
  if (known === undefined || (known.isByLink && !one.isByLink)) found.set(one.real, one);
}

function isInside(root: string, path: string, separator = sep): boolean {
  return path === root || path.startsWith(root.endsWith(separator) ? root : root + separator);
}

function outside(path: string, why: string): StepFailure {
  return new StepFailure("outside-workspace", `expected a path within the workspace, got ${quoted(path)}: ${why}`);
}

function unreadable(path: string, error: unknown): StepFailure {
  return new StepFailure("unreadable", `${quoted(path)} can not be read: ${messageOf(error)}`);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

/** Without the path: it is the machine's, not the document's. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, \w+ '.*$/s, "") : String(error);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
