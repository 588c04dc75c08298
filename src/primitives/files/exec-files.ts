import { SetupError, StepFailure } from "../../model/outcome.js";
import type { ExecPort, ExecResult } from "../../ports/exec.js";
import type { FilesPort } from "../../ports/files.js";
import { readGlob, type Glob } from "../../ports/glob.js";

/**
 * The files of an exec target, as its commands see them; relative paths start in the folder where its commands run. Paths
 * are arguments of fixed scripts and never part of one. Needs `sh`, `find`, `dd`, `od` and `wc` there: a `SetupError` with
 * code `no-shell` tells when they are missing. Pipes, sockets and devices are not opened.
 */
export function execFiles(exec: ExecPort, signal: AbortSignal): FilesPort {
  const run = (script: string, args: readonly string[]): Promise<ExecResult> => runScript(exec, signal, script, args);

  const kindOf = async (path: string): Promise<Kind | undefined> => kindAt(path, await run(STAT, [path]));

  async function below(start: string, glob: Glob): Promise<string[]> {
    const result = await run(LIST, [start, ...pruning(glob)]);
    const { stdout, stderr, exitCode, isTruncated } = result;
    if (!stdout.startsWith(LISTED)) {
      kindAt(start, result);
      return [];
    }
    if (isTruncated === true) throw new StepFailure("too-many-files", `more entries below ${JSON.stringify(start)} than one command can list; look in a narrower folder`);
    if (exitCode !== 0) throw new StepFailure("unreadable", `expected to list all entries below ${JSON.stringify(start)}, find ended with exit code ${exitCode}: ${stderr.trim().slice(0, 200)}`);
    return stdout.slice(LISTED.length).split("\0").flatMap((entry) => {
      const isFolder = entry.endsWith("/");
      const path = entry.slice(2, isFolder ? -1 : undefined);
      const isWanted = path !== "" && (isFolder ? glob.mayEnter(path) : !glob.isForFolders) && glob.matches(path);
      return isWanted ? [tidy(`${start}/${path}`) + (isFolder ? "/" : "")] : [];
    });
  }

  /** A pattern without wildcards. */
  async function itself(start: string, glob: Glob): Promise<string[]> {
    const there = await kindOf(start);
    if (there === undefined || (there.kind === "file" && glob.isForFolders)) return [];
    return [tidy(start) + (there.kind === "dir" ? "/" : "")];
  }

  return {
    stat: kindOf,

    async read(path, limit) {
      const chunks: Buffer[] = [];
      for (let left = limit, index = 0; left > 0; index++) {
        const chunk = chunkOf(path, index, await run(READ, [path, String(index)])).subarray(0, left);
        chunks.push(chunk);
        left -= chunk.length;
        if (chunk.length < CHUNK) break;
      }
      return new Uint8Array(Buffer.concat(chunks));
    },

    async glob(patterns, { cwd, limit }) {
      const found = new Set<string>();
      for (const pattern of patterns) {
        const glob = readGlob(pattern);
        const start = glob.startIn(cwd);
        for (const path of await (glob.depth === 0 ? itself(start, glob) : below(start, glob))) found.add(path);
      }
      return [...found].sort().slice(0, limit);
    },
  };
}

interface Kind {
  readonly kind: "file" | "dir";
  readonly size: number;
}

const TIME_LIMIT_MS = 30_000;
/** Bytes that one command reads; as text of `od` they fit into what an exec target keeps of an output. */
const CHUNK = 131_072;

/** Exit codes of the scripts. */
const NO_FILE = 3;
const NO_ACCESS = 4;
const NOT_READ = 5;

/** What can be read tells its size; of another file the listing does, where the fifth word is the size. */
const SIZE = `size=$(wc -c <"$1") 2>/dev/null || { set -f; set -- $(ls -Lldn "$1"); size=$5; }`;

/** A path is only known to lead nowhere when the nearest folder that is there can be searched. */
const STAT = `
if [ -f "$1" ]; then ${SIZE}; echo file $size
elif [ -d "$1" ]; then echo dir
elif [ -e "$1" ] || [ -L "$1" ]; then echo other
else
  near=$1
  while [ "$near" != . ] && [ "$near" != / ] && ! [ -e "$near" ]; do
    case $near in */*) near=\${near%/*} ;; *) near=. ;; esac
    near=\${near:-/}
  done
  [ -x "$near" ] || ! [ -d "$near" ] || exit ${NO_ACCESS}
  echo none
fi`;

/** The size comes first, so that bytes that were lost on the way are missed. */
const READ = `
[ -f "$1" ] || exit ${NO_FILE}
[ -r "$1" ] || exit ${NO_ACCESS}
wc -c <"$1" || exit ${NOT_READ}
exec 3>&1
status=$({ { dd if="$1" bs=${CHUNK} skip="$2" count=1 2>/dev/null; echo $? >&4; } | od -An -v -tx1 >&3; } 4>&1) || exit $?
exit $status`;

/** What the list of a folder begins with. */
const LISTED = "dir\n";

/** Of a folder also what is below it: names end with NUL, those of folders with a slash in front of it; a link counts as what it leads to. */
const LIST = `
if [ -d "$1" ]; then
  echo dir
  LC_ALL=C; export LC_ALL
  cd "$1" || exit ${NO_FILE}
  shift
  find . "$@" -exec sh -c 'for entry do
    if [ -d "$entry" ]; then printf "%s/\\0" "$entry"
    elif [ -f "$entry" ]; then printf "%s\\0" "$entry"
    fi
  done' sh {} +
  exit
fi
${STAT}`;

async function runScript(exec: ExecPort, signal: AbortSignal, script: string, args: readonly string[]): Promise<ExecResult> {
  if (args.some((arg) => arg.includes("\0"))) throw new StepFailure("unreadable", `expected a path without NUL characters, got ${JSON.stringify(args[0])}`);
  const [path = "", ...others] = args;
  const result = await exec.run(["sh", "-c", script, "sh", path.startsWith("/") ? path : `./${path}`, ...others], { timeoutMs: TIME_LIMIT_MS, signal });
  if (result.timedOut) throw new StepFailure("time-out", `looking at ${JSON.stringify(args[0])} took more than ${TIME_LIMIT_MS} ms`);
  if (result.exitCode === 126 || result.exitCode === 127) {
    throw new SetupError("no-shell", `expected sh, find, dd, od and wc in the exec target, got ${JSON.stringify(result.stderr.trim().slice(0, 200))}; look at files in the workspace instead`);
  }
  return result;
}

/** What {@link STAT} says of a path. */
function kindAt(path: string, { stdout, exitCode }: ExecResult): Kind | undefined {
  if (exitCode === NO_ACCESS) throw new StepFailure("unreadable", `expected to look at ${JSON.stringify(path)}, got no access to a folder on the way`);
  if (exitCode !== 0) throw new StepFailure("unreadable", `expected to look at ${JSON.stringify(path)}, the command for it ended with exit code ${exitCode}`);
  const [kind, size] = stdout.trim().split(/\s+/);
  if (kind === "none") return undefined;
  if (kind === "file" || kind === "dir") return { kind, size: Number(size ?? 0) };
  throw new StepFailure("unreadable", `expected a file or a folder at ${JSON.stringify(path)}, found a pipe, socket, device or broken link`);
}

/** Arguments of `find` that keep it out of what the pattern passes by. */
function pruning(glob: Glob): string[] {
  const depth = glob.depth === Infinity ? [] : ["-maxdepth", String(glob.depth)];
  const tests = glob.neverEntered.flatMap((name, index) => [...(index === 0 ? [] : ["-o"]), "-name", name]);
  return tests.length === 0 ? depth : [...depth, "-type", "d", "(", ...tests, ")", "-prune", "-o"];
}

function chunkOf(path: string, index: number, { stdout, exitCode, isTruncated }: ExecResult): Buffer {
  if (exitCode === NO_FILE) throw new StepFailure("not-found", `expected a file at ${JSON.stringify(path)}, found none`);
  if (exitCode === NO_ACCESS) throw new StepFailure("unreadable", `expected to read the file at ${JSON.stringify(path)}, got no access`);
  const [, size, dump = ""] = /^\s*(\d+)\n([^]*)$/.exec(stdout) ?? [];
  const hex = dump.replace(/\s+/g, "");
  const isHex = /^(?:[0-9a-f]{2})*$/.test(hex);
  if (exitCode !== 0 || isTruncated === true || size === undefined || !isHex) {
    const got = isTruncated === true ? "more output than the target keeps" : `exit code ${exitCode ?? "none"}`;
    throw new StepFailure("unreadable", `expected to read the file at ${JSON.stringify(path)}, the command for it gave ${got}`);
  }
  const bytes = Buffer.from(hex, "hex");
  const least = Math.min(CHUNK, Number(size) - index * CHUNK);
  if (bytes.length < least) throw new StepFailure("unreadable", `expected ${least} bytes of the file at ${JSON.stringify(path)}, got ${bytes.length}: it was cut meanwhile, or its bytes were lost on the way`);
  return bytes;
}

function tidy(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, "/").replace(/^\.\/(?=.)/, "");
}
