import { randomUUID } from "node:crypto";
import { DagradeError } from "../errors.js";
import { SetupError } from "../model/outcome.js";
import type { ExecPort, ExecResult } from "../ports/exec.js";
import { MAX_OUTPUT_BYTES } from "./local-exec.js";
import { runProcess } from "./run-process.js";

/** How commands of {@link dockerExec} run. */
export interface DockerExecOptions {
  /** As `docker exec --user`. */
  readonly user?: string;
  /** As `docker exec --workdir`. */
  readonly workdir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The client's program; default: `docker`. Podman and nerdctl understand the same arguments. */
  readonly docker?: string;
  /** Of each of its two streams; the middle of a longer one is left out. Default: 1 MiB. */
  readonly maxOutputBytes?: number;
}

/**
 * An exec target in a running container, through the docker client. On time-out and on abort the client is killed and so
 * is, inside the container, everything that the command started. Rejects with a `SetupError` of code `no-exec-target` when
 * there is no docker client, no daemon, or no such running container, and with the signal's reason when aborted. Throws
 * `CONFIG_INVALID` for a container name that docker would take for an option.
 */
export function dockerExec(container: string, options: DockerExecOptions = {}): ExecPort {
  if (!/^\w[\w.-]*$/.test(container)) {
    throw new DagradeError("CONFIG_INVALID", `expected the name or id of a container, got ${JSON.stringify(container)}`);
  }
  const { docker = "docker", maxOutputBytes = MAX_OUTPUT_BYTES } = options;
  const client = { file: docker, env: process.env, maxOutputBytes };
  const user = options.user === undefined ? [] : ["--user", options.user];

  return {
    async run(command, { timeoutMs, signal, stdin }) {
      // every process that the command starts inherits the mark, by which it can be found again
      const mark = `${MARK}=${randomUUID()}`;
      const args = [
        "exec",
        ...(stdin === undefined ? [] : ["--interactive"]),
        ...user,
        ...(options.workdir === undefined ? [] : ["--workdir", options.workdir]),
        ...Object.entries(options.env ?? {}).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
        "--env",
        mark,
        container,
        ...(typeof command === "string" ? ["sh", "-c", command] : command),
      ];
      const result = await runProcess({
        ...client,
        args,
        timeoutMs,
        signal,
        ...(stdin !== undefined && { stdin }),
        onKill: async () => {
          const kill = ["exec", ...user, container, "sh", "-c", KILL_MARKED, "sh", mark];
          await runProcess({ ...client, args: kill, timeoutMs: KILL_MS, signal: new AbortController().signal });
        },
      });
      if (result.startError !== undefined) return notStarted(result.startError, docker);
      assertReached(result, container);
      return result;
    },
  };
}

const MARK = "DAGRADE_EXEC";
const KILL_MS = 10_000;

/**
 * Kills every process whose environment holds the mark, until none is left: also those that left their process group.
 * Needs no more than a shell, `grep` and /proc.
 */
const KILL_MARKED = `
for round in 1 2 3 4 5; do
  files=$(grep -lF "$1" /proc/[0-9]*/environ)
  test -n "$files" || break
  for file in $files; do
    process=\${file#/proc/}
    kill -9 "\${process%/environ}"
  done
done 2>/dev/null`;

/** What the client and the daemon say, with nothing else, when the command was never started. */
const NOT_REACHED =
  /^(?:Error response from daemon: |Error: No such container|(?:ERROR: |error during connect: )?.*(?:Cannot connect to the Docker daemon|failed to connect to the docker API)|.*permission denied while trying to connect to the (?:Docker daemon|docker API)|Error: no container with name or ID|Error: can only create exec sessions on running containers)/i;

function assertReached({ exitCode, stdout, stderr }: ExecResult, container: string): void {
  if (stdout !== "" || exitCode === null || exitCode === 0) return;
  if (exitCode === 125 || NOT_REACHED.test(stderr)) {
    throw new SetupError("no-exec-target", `expected a running container ${JSON.stringify(container)}, docker said: ${stderr.trim().slice(0, 500)}`);
  }
}

/** A missing client is a fault of the set-up, arguments that no process can be given are one of the command. */
function notStarted(error: NodeJS.ErrnoException, docker: string): ExecResult {
  if (error.code === "E2BIG" || error.code === "ERR_INVALID_ARG_VALUE") {
    return { exitCode: 126, stdout: "", stderr: `${error.message}\n`, timedOut: false };
  }
  throw new SetupError("no-exec-target", `expected the docker client ${JSON.stringify(docker)} to start, got ${error.message}; install docker or give its path`, { cause: error });
}
