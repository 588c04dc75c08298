import { randomUUID } from "node:crypto";
import { DagradeError } from "../errors.js";
import { SetupError } from "../model/outcome.js";
import type { ExecPort, ExecResult } from "../ports/exec.js";
import { EXEC_MARK, MAX_OUTPUT_BYTES } from "./local-exec.js";
import { runProcess, type ProcessResult } from "./run-process.js";

/** How commands of {@link dockerExec} run. */
export interface DockerExecOptions {
  /** As `docker exec --user`. */
  readonly user?: string | undefined;
  /** As `docker exec --workdir`. */
  readonly workdir?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The client's program; default: `docker`. Podman and nerdctl understand the same arguments. */
  readonly docker?: string | undefined;
  /** Of each of its two streams; the middle of a longer one is left out. Default: 1 MiB. */
  readonly maxOutputBytes?: number | undefined;
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
  const surroundings = [
    ...user,
    ...(options.workdir === undefined ? [] : ["--workdir", options.workdir]),
    ...Object.entries(options.env ?? {}).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
  ];

  return {
    async run(command, { timeoutMs, signal, stdin }) {
      // every process that the command starts inherits the mark, by which it can be found again
      const mark = `${EXEC_MARK}=${randomUUID()}`;
      const args = [
        "exec",
        ...(stdin === undefined ? [] : ["--interactive"]),
        ...surroundings,
        "--env",
        mark,
        container,
        ...(typeof command === "string" ? ["sh", "-c", command] : command),
      ];
      const onKill = async (): Promise<void> => {
        const kill = ["exec", ...user, container, "sh", "-c", KILL_MARKED, "sh", mark];
        await runProcess({ ...client, args: kill, timeoutMs: KILL_MS, signal: new AbortController().signal });
      };
      const result = await runProcess({ ...client, args, timeoutMs, signal, ...(stdin !== undefined && { stdin }), onKill });
      if (result.startError !== undefined) return notStarted(result.startError, docker);
      if (result.signal !== undefined) {
        await onKill(); // the command lives on without its client
        throw new SetupError("no-exec-target", `expected the docker client to end by itself, got it ended by ${result.signal}: how the command ended is not known; find out who killed it`);
      }
      if (result.exitCode !== 0 && !result.timedOut) {
        assertReached(await runProcess({ ...client, args: ["exec", ...surroundings, container, "true"], timeoutMs: PROBE_MS, signal }), container, docker);
      }
      return result;
    },

    async logs({ timeoutMs, signal, since, lines }) {
      const window = [...(since === undefined ? [] : ["--since", new Date(since).toISOString()]), ...(lines === undefined ? [] : ["--tail", String(lines)])];
      const args = ["logs", ...window, container];
      const result = await runProcess({ ...client, args, timeoutMs, signal });
      if (result.startError !== undefined) return notStarted(result.startError, docker);
      if (result.exitCode === 0 || result.timedOut) return result;
      throw new SetupError("no-exec-target", `expected a container ${JSON.stringify(container)} whose log can be read, docker said: ${result.stderr.trim().slice(0, 500)}; start it or correct its name`);
    },
  };
}

const KILL_MS = 10_000;
const PROBE_MS = 10_000;

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

/** What a shell, and docker, ends with when a program is not there or can not be run: the container itself was reached. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/** Codes and messages of clients and commands look alike: whether there is a container is asked with a command that can not fail. */
function assertReached(probe: ProcessResult, container: string, docker: string): void {
  if (probe.startError !== undefined) return void notStarted(probe.startError, docker);
  if (probe.exitCode === 0 || NOT_RUN.includes(probe.exitCode)) return;
  const said = probe.timedOut ? `nothing for ${PROBE_MS / 1000} s` : probe.stderr.trim().slice(0, 500) || `exit code ${probe.exitCode}`;
  throw new SetupError("no-exec-target", `expected a running container ${JSON.stringify(container)}, docker said: ${said}; start it or correct its name`);
}

/** A missing client is a fault of the set-up, arguments that no process can be given are one of the command. */
function notStarted(error: NodeJS.ErrnoException, docker: string): ExecResult {
  if (error.code === "E2BIG" || error.code === "ERR_INVALID_ARG_VALUE") {
    return { exitCode: 126, stdout: "", stderr: `${error.message}\n`, timedOut: false };
  }
  throw new SetupError("no-exec-target", `expected the docker client ${JSON.stringify(docker)} to start, got ${error.message}; install docker or give its path`, { cause: error });
}
