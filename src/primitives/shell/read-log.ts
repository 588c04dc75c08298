import { SetupError, StepFailure } from "../../model/outcome.js";
import type { ExecPort } from "../../ports/exec.js";
import type { FilesPort } from "../../ports/files.js";
import { execFiles } from "../files/exec-files.js";
import type { PrimitiveContext } from "../context.js";

/** Where a log is: a file of the workspace or of an exec target, or what a container has printed. */
export interface LogPlace {
  readonly log_path?: string | undefined;
  readonly container?: string | undefined;
}

/** Where a log ended at some moment. What is behind it is new; a log that was replaced since then is new as a whole. */
export type LogMark =
  | { readonly kind: "container"; readonly at: number }
  /** `head`: the first bytes, by which a file that was replaced is told from one that grew. */
  | { readonly kind: "file"; readonly size: number; readonly head: Uint8Array };

/** A part of a log, and whether some of it could not be had. */
export interface LogText {
  readonly text: string;
  readonly isTruncated: boolean;
}

type Ports = Pick<PrimitiveContext, "files" | "exec" | "clock" | "signal">;

/** The end of a log now. A log that is not there yet ends at its start. Rejects as its port does. */
export async function markLog(place: LogPlace, ports: Ports): Promise<LogMark> {
  if (place.log_path === undefined) return { kind: "container", at: ports.clock.now() };
  const { files } = filesFor(place, ports, ports.signal);
  const stat = await files.stat(place.log_path);
  if (stat === undefined) return { kind: "file", size: 0, head: new Uint8Array() };
  return { kind: "file", size: stat.size, head: (await files.read(place.log_path, HEAD)).subarray(0, stat.size) };
}

/**
 * What stands behind a mark, or the whole log without one; of a longer one at least the last `lines`. Throws a `StepFailure`:
 * `not-found` for a file that is not there, `log-too-large` for one that can not be read whole, and what the ports throw.
 */
export async function readLog(place: LogPlace, mark: LogMark | undefined, lines: number, ports: Omit<Ports, "signal">, signal: AbortSignal): Promise<LogText> {
  const { log_path: path } = place;
  if (path === undefined) return printedBy(ports.exec(place.container), mark?.kind === "container" ? mark.at : undefined, lines, signal);
  const { files, exec } = filesFor(place, ports, signal);
  const stat = await files.stat(path);
  if (stat === undefined) throw new StepFailure("not-found", `expected a log at ${JSON.stringify(path)}, found none`);
  if (stat.kind === "dir") throw new StepFailure("not-a-file", `expected a log at ${JSON.stringify(path)}, found a folder`);
  const from = mark?.kind === "file" && (await isSameFile(files, path, stat.size, mark)) ? mark.size : 0;
  if (exec !== undefined) return behind(exec, path, from, lines, signal);
  if (stat.size > MAX_FILE) throw new StepFailure("log-too-large", `expected a log of at most ${MAX_FILE} bytes at ${JSON.stringify(path)}, got ${stat.size}; rotate it, or name a \`container\` whose commands can read its end`);
  const bytes = await files.read(path, MAX_FILE);
  return { text: new TextDecoder().decode(bytes.subarray(from)), isTruncated: false };
}

const HEAD = 256;
const MAX_FILE = 64 * 1024 * 1024;
const TIME_LIMIT_MS = 30_000;
const BEHIND = `test -r "$1" || exit 4
tail -c "+$2" <"$1" | tail -n "$3"`;

/** Without a `container` the workspace is meant; a target that has none keeps its logs where its commands run. */
function filesFor({ container }: LogPlace, ports: Omit<Ports, "signal">, signal: AbortSignal): { readonly files: FilesPort; readonly exec?: ExecPort } {
  if (container === undefined) {
    try {
      return { files: ports.files };
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
    }
  }
  const exec = ports.exec(container);
  return { files: execFiles(exec, signal), exec };
}

async function isSameFile(files: FilesPort, path: string, size: number, mark: LogMark & { readonly kind: "file" }): Promise<boolean> {
  if (size < mark.size) return false;
  const head = await files.read(path, HEAD);
  return Buffer.compare(head.subarray(0, mark.head.length), mark.head) === 0;
}

async function behind(exec: ExecPort, path: string, from: number, lines: number, signal: AbortSignal): Promise<LogText> {
  const { exitCode, stdout, stderr, timedOut, isTruncated } = await exec.run(["sh", "-c", BEHIND, "sh", path, String(from + 1), Number.isFinite(lines) ? String(lines) : "+1"], { timeoutMs: TIME_LIMIT_MS, signal });
  if (timedOut) throw new StepFailure("time-out", `reading ${JSON.stringify(path)} took more than ${TIME_LIMIT_MS} ms`);
  if (exitCode === 126 || exitCode === 127) throw new SetupError("no-shell", `expected sh and tail in the exec target, got ${JSON.stringify(stderr.trim().slice(0, 200))}`);
  if (exitCode !== 0) throw new StepFailure("unreadable", `the log at ${JSON.stringify(path)} can not be read: ${stderr.trim().slice(0, 200)}`);
  return { text: stdout, isTruncated: isTruncated === true };
}

async function printedBy(exec: ExecPort, since: number | undefined, lines: number, signal: AbortSignal): Promise<LogText> {
  if (exec.logs === undefined) throw new SetupError("no-logs", "expected an exec target that has logs of its own, such as dockerExec(...), got one that has none; give `log_path`");
  const { exitCode, stdout, stderr, timedOut, isTruncated } = await exec.logs({ timeoutMs: TIME_LIMIT_MS, signal, ...(since !== undefined && { since }), ...(Number.isFinite(lines) && { lines }) });
  if (timedOut) throw new StepFailure("time-out", `reading the log took more than ${TIME_LIMIT_MS} ms`);
  if (exitCode !== 0) throw new StepFailure("unreadable", `the log can not be read: ${stderr.trim().slice(0, 200)}`);
  const text = stdout === "" || stdout.endsWith("\n") ? stdout + stderr : `${stdout}\n${stderr}`;
  return { text, isTruncated: isTruncated === true };
}
