import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program that takes `docker exec` arguments, writes them down and runs the command on this machine. */
export interface StandInDocker {
  /** Its path. */
  readonly path: string;
  /** The folder that holds it, under the name `docker`. */
  readonly folder: string;
  /** The arguments of every call so far. */
  calls(): Promise<string[][]>;
  remove(): Promise<void>;
}

/**
 * Like the real one it knows one running container, `app`, and refuses `ghost` and `stopped` with docker's own words;
 * a command lives on when its client is killed.
 */
export async function standInDocker(): Promise<StandInDocker> {
  const folder = await mkdtemp(join(tmpdir(), "dagrade-docker-"));
  const path = join(folder, "docker");
  const log = join(folder, "calls");
  await writeFile(path, SCRIPT.replace("LOG", log));
  await chmod(path, 0o755);
  return {
    path,
    folder,
    async calls() {
      const text = await readFile(log, "utf8").catch(() => "");
      return text.split("\0\0").filter((call) => call !== "").map((call) => call.split("\0"));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const SCRIPT = `#!/bin/sh
{ printf '%s' "$1"; for word in "$@"; do [ "$word" = "$1" ] && continue; printf '\\0%s' "$word"; done; printf '\\0\\0'; } >>"LOG"
shift
directory=/
while :; do
  case "$1" in
    --interactive) shift ;;
    --user) shift 2 ;;
    --workdir) directory=$2; shift 2 ;;
    --env) export "$2"; shift 2 ;;
    *) break ;;
  esac
done
case "$1" in
  ghost) echo "Error response from daemon: No such container: ghost" >&2; exit 1 ;;
  stopped) echo "Error response from daemon: container 0123456789ab is not running" >&2; exit 1 ;;
  broken) echo "docker: something else" >&2; exit 125 ;;
esac
shift
cd "$directory" || exit 126
exec 3<&0
setsid "$@" <&3 &
wait $!
`;
