// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";

const KEPT_CHARACTERS = 20_000;

/**
 * Starts a program in a process group of its own, so that it can be ended together with everything it started.
 * The group does not get the terminal's Ctrl-C: whoever starts it has to end it.
 * @param {readonly string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions }} [options]
 */
export function startGroup(argv, options = {}) {
  const [program, ...args] = argv;
  if (program === undefined) throw new TypeError("expected a program to start, got an empty list");
  return spawn(program, args, { ...options, detached: true });
}

/**
 * Ends a process group: asks first, insists after `graceMs`. Resolves when the leader is gone.
 * @param {import("node:child_process").ChildProcess} leader
 * @param {number} graceMs
 */
export async function endGroup(leader, graceMs) {
  if (leader.pid === undefined) return; // it never started
  const isRunning = () => leader.exitCode === null && leader.signalCode === null;
  if (isRunning()) {
    const gone = once(leader, "exit");
    signalGroup(leader.pid, "SIGTERM");
    const insist = setTimeout(() => signalGroup(/** @type {number} */ (leader.pid), "SIGKILL"), graceMs);
    await gone;
    clearTimeout(insist);
  }
  signalGroup(leader.pid, "SIGKILL"); // what the leader left behind
}

/**
 * Runs a program to its end and gives what it printed; stdout and stderr are kept up to a bound, the last part of them.
 * @param {readonly string[]} argv
 * @param {{ timeoutMs: number, signal?: AbortSignal, cwd?: string, env?: NodeJS.ProcessEnv, input?: string }} options `input`: what it reads
 * @returns {Promise<{ stdout: string, stderr: string }>}
 * @throws {Error} when it cannot be started, ends with another code than 0, or takes longer than `timeoutMs`
 */
export async function runToEnd(argv, { timeoutMs, signal = new AbortController().signal, cwd, env, input = "" }) {
  signal.throwIfAborted();
  const child = startGroup(argv, { ...(cwd && { cwd }), ...(env && { env }), stdio: ["pipe", "pipe", "pipe"] });
  child.stdin?.on("error", () => {}).end(input); // a program may end without reading
  const printed = { stdout: "", stderr: "" };
  for (const stream of /** @type {const} */ (["stdout", "stderr"])) {
    child[stream]?.setEncoding("utf8").on("data", (text) => {
      printed[stream] = (printed[stream] + text).slice(-KEPT_CHARACTERS);
    });
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const onLimit = () => void endGroup(child, 2_000);
  limit.addEventListener("abort", onLimit, { once: true });
  try {
    const exitCode = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    if (exitCode !== 0) {
      const how = limit.aborted ? `did not end within ${timeoutMs / 1000} s` : `ended with code ${exitCode}`;
      throw new Error(`\`${argv.join(" ")}\` ${how}:\n${(printed.stderr || printed.stdout).trim().slice(-3_000)}`);
    }
    return printed;
  } finally {
    limit.removeEventListener("abort", onLimit);
  }
}

/**
 * @param {number} groupId
 * @param {NodeJS.Signals} signal
 */
function signalGroup(groupId, signal) {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}
