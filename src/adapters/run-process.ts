import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { offAbort, onAbort } from "../model/on-abort.js";
import type { ExecResult } from "../ports/exec.js";
import { BoundedOutput } from "./bounded-output.js";
import { killTree } from "./process-tree.js";

/** A program to run, its output bounded. */
export interface ProcessRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** Without it the program reads an empty input. */
  readonly stdin?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of each stream; the middle of a longer one is left out. */
  readonly maxOutputBytes: number;
  /** `NAME=value` of `env`, unlike that of any other program: what the program starts inherits it, and is killed with it. */
  readonly mark?: string;
  /** Called when the program was killed before its end; waited for. */
  readonly onKill?: () => Promise<void>;
}

/** How a program ended, or why it could not be started (an error of the system, e.g. `ENOENT`). */
export type ProcessResult = (ExecResult & { readonly startError?: undefined; /** That ended the program. */ readonly signal?: NodeJS.Signals }) | { readonly startError: NodeJS.ErrnoException };

/** How long outputs may stay open behind the end of the program: what holds them then is killed. */
const DRAIN_MS = 200;
/** How long killed processes get to close the outputs; after that they are closed from this side. */
const CLOSE_MS = 1_000;

/**
 * Runs a program in a process group of its own, which is killed as a whole when the time is over, when the signal is
 * aborted, when this process ends, and when the program has ended: what it left running in the background ends with it.
 * With a mark, what left the group is killed as well, unless the program has ended by itself ({@link killTree}).
 * Rejects with the signal's reason when aborted. A program that a signal ended has the exit code 128 + signal, as in a shell.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const { signal } = request;
  signal.throwIfAborted();
  const child = start(request);
  if (!isChild(child)) return { startError: child };
  const stdout = collect(child.stdout, request.maxOutputBytes);
  const stderr = collect(child.stderr, request.maxOutputBytes);
  feed(child, request.stdin);

  const end = await ended(child, request);
  if (typeof end === "object") return { startError: end };
  if (end === "killed") await request.onKill?.();
  else await Promise.race([closed(child), delay(DRAIN_MS)]);
  killGroup(child);
  await Promise.race([closed(child), delay(CLOSE_MS)]);
  child.stdout?.destroy();
  child.stderr?.destroy();

  signal.throwIfAborted();
  const isSignal = typeof end === "string" && end !== "killed";
  return {
    exitCode: end === "killed" ? null : isSignal ? 128 + constants.signals[end] : end,
    ...(isSignal && { signal: end }),
    stdout: stdout.toString(),
    stderr: stderr.toString(),
    timedOut: end === "killed",
    isTruncated: stdout.isTruncated || stderr.isTruncated,
  };
}

function start({ file, args, cwd, env, stdin }: ProcessRequest): ChildProcess | NodeJS.ErrnoException {
  try {
    return spawn(file, [...args], { cwd, env, detached: true, windowsHide: true, stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"] });
  } catch (error) {
    return error as NodeJS.ErrnoException; // an argument that no process can be given
  }
}

function isChild(child: ChildProcess | NodeJS.ErrnoException): child is ChildProcess {
  return !(child instanceof Error);
}

/** The exit code or the signal that ended it, `killed` at the end of the time, or the error of a program that could not be started. */
type End = number | NodeJS.Signals | "killed" | NodeJS.ErrnoException;

function ended(child: ChildProcess, { timeoutMs, signal, mark }: ProcessRequest): Promise<End> {
  return new Promise((resolve) => {
    const finish = (end: End): void => {
      clearTimeout(timer);
      offAbort(signal, kill);
      running.delete(child);
      resolve(end);
    };
    const kill = (): void => {
      killAll(child, mark);
      finish("killed");
    };
    const timer = setTimeout(kill, Math.min(timeoutMs, 2 ** 31 - 1));
    onAbort(signal, kill);
    running.add(child, mark);
    child.on("error", finish);
    child.once("exit", (code, name) => finish(code ?? name ?? 128));
  });
}

/** With a mark also what left the group. */
function killAll(child: ChildProcess, mark: string | undefined): void {
  if (mark !== undefined && child.pid !== undefined) killTree(child.pid, mark);
  else killGroup(child);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // the group is empty already
  }
}

/** Programs that must not outlive this process, however it ends. */
class RunningPrograms {
  readonly #children = new Map<ChildProcess, string | undefined>();
  readonly #killEach = (): void => this.#children.forEach((mark, child) => killAll(child, mark));

  add(child: ChildProcess, mark: string | undefined): void {
    if (this.#children.size === 0) process.on("exit", this.#killEach);
    this.#children.set(child, mark);
  }

  delete(child: ChildProcess): void {
    this.#children.delete(child);
    if (this.#children.size === 0) process.off("exit", this.#killEach);
  }
}

const running = new RunningPrograms();

function collect(stream: ChildProcess["stdout"], limit: number): BoundedOutput {
  const output = new BoundedOutput(limit);
  stream?.on("data", (chunk: Buffer) => output.add(chunk));
  stream?.on("error", () => {}); // what was read so far stays
  return output;
}

function feed(child: ChildProcess, stdin: string | undefined): void {
  child.stdin?.on("error", () => {}); // a program need not read its input
  child.stdin?.end(stdin);
}

/** Resolves when both outputs are closed. */
async function closed(child: ChildProcess): Promise<void> {
  await Promise.all([child.stdout, child.stderr].map((stream) => new Promise<void>((resolve) => {
    if (stream === null || stream.closed) resolve();
    else stream.once("close", resolve);
  })));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
