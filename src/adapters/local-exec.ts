import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { SetupError } from "../model/outcome.js";
import type { ExecPort, ExecResult } from "../ports/exec.js";
import { runProcess } from "./run-process.js";

/** Where and how commands of {@link localExec} run. */
export interface LocalExecOptions {
  /** Default: the folder of this process. */
  readonly cwd?: string | undefined;
  /** Added to the few variables that a command inherits. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What runs a command given as text, with `-c`; default: `sh`. */
  readonly shell?: string | undefined;
  /** Of each of its two streams; the middle of a longer one is left out. Default: 1 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

/** Bytes of each stream that an exec target keeps by default. */
export const MAX_OUTPUT_BYTES = 1024 * 1024;

/** The variable by which everything that a command started is found again. */
export const EXEC_MARK = "DAGRADE_EXEC";

/** Variables of this process that a command gets; all others may be secrets of the evaluator and stay here. */
const INHERITED = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TERM"];

/**
 * An exec target on this machine. A command runs in its own process group; what it leaves running there in the background
 * ends with it. On time-out and on abort everything that it started is killed, also what left the group. It inherits PATH,
 * HOME, LANG and the like, no other variable; one more, `DAGRADE_EXEC`, marks what it starts.
 * A program that is not there has the exit code 127 and one that can not be run 126, as in a shell. Rejects with a
 * `SetupError` of code `no-exec-target` when `cwd` or `shell` is missing, and with the signal's reason when aborted.
 */
export function localExec(options: LocalExecOptions = {}): ExecPort {
  const { cwd = process.cwd(), shell = "sh", maxOutputBytes = MAX_OUTPUT_BYTES } = options;
  return {
    async run(command, { timeoutMs, signal, stdin }) {
      await assertFolder(cwd);
      const isText = typeof command === "string";
      const [file = "", ...args] = isText ? [shell, "-c", command] : command;
      const id = randomUUID();
      const env = { ...inherited(), ...options.env, [EXEC_MARK]: id };
      const result = await runProcess({ file, args, cwd, env, mark: `${EXEC_MARK}=${id}`, timeoutMs, signal, maxOutputBytes, ...(stdin !== undefined && { stdin }) });
      return result.startError === undefined ? result : notStarted(result.startError, file, isText);
    },
  };
}

async function assertFolder(cwd: string): Promise<void> {
  const isFolder = await stat(cwd).then((stats) => stats.isDirectory(), () => false);
  if (!isFolder) throw new SetupError("no-exec-target", `expected a folder to run commands in at ${JSON.stringify(cwd)}, found none`);
}

function inherited(): Record<string, string> {
  return Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** A missing shell is a fault of the set-up, a missing program one of the command. */
function notStarted(error: NodeJS.ErrnoException, file: string, isText: boolean): ExecResult {
  const isMissing = error.code === "ENOENT" || error.code === "ENOTDIR";
  if (isText && isMissing) throw new SetupError("no-exec-target", `expected a shell at ${JSON.stringify(file)}, found none`, { cause: error });
  const reason = isMissing ? "command not found" : error.message;
  return { exitCode: isMissing ? 127 : 126, stdout: "", stderr: `${file}: ${reason}\n`, timedOut: false };
}
