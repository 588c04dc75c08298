// @ts-check
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What a piece of work gets while it runs: a signal that fires when it must end, and a place to leave what has to be undone.
 * @typedef {object} Scope
 * @property {AbortSignal} signal fires on SIGINT, SIGTERM, SIGHUP and on an error that nobody caught
 * @property {(release: () => void | Promise<void>) => void} defer keeps a release; releases run last in, first out, on every way out
 */

const SIGNAL_NUMBERS = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });

/** Thrown out of `withCleanup` when a signal ended the work; `exitCode` is the shell's 128 + n. */
export class Interrupted extends Error {
  /** @param {keyof typeof SIGNAL_NUMBERS} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + SIGNAL_NUMBERS[signal];
  }
}

/** How long work may take to end by itself once its signal has fired. */
const UNWIND_MS = 5_000;

/**
 * Runs `work` and then everything it deferred: after success, failure, a signal or an uncaught error.
 * A release that fails is reported on stderr and does not keep the others from running.
 * @template T
 * @param {(scope: Scope) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withCleanup(work) {
  /** @type {(() => void | Promise<void>)[]} */
  const releases = [];
  const ending = new AbortController();
  const unlisten = listenForTheEnd((reason) => ending.abort(reason));
  try {
    const running = work({ signal: ending.signal, defer: (release) => void releases.push(release) });
    return await untilEnd(running, ending.signal);
  } finally {
    for (const release of releases.reverse()) {
      try {
        await release();
      } catch (error) {
        console.error("clean-up failed:", error);
      }
    }
    unlisten();
  }
}

/**
 * What the work comes to; rejects with the signal's reason when that fired, as soon as the work has ended or had its time to.
 * @template T
 * @param {Promise<T>} running
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
async function untilEnd(running, signal) {
  const settled = running.then(
    () => {},
    () => {},
  );
  const fired = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await Promise.race([settled, fired]);
  if (!signal.aborted) return await running;
  await Promise.race([settled, sleep(UNWIND_MS, undefined, { ref: false })]);
  throw signal.reason;
}

/**
 * @param {(reason: unknown) => void} end
 * @returns {() => void} takes the listeners off again
 */
function listenForTheEnd(end) {
  const signals = /** @type {(keyof typeof SIGNAL_NUMBERS)[]} */ (Object.keys(SIGNAL_NUMBERS));
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => end(new Interrupted(/** @type {keyof typeof SIGNAL_NUMBERS} */ (signal)));
  for (const signal of signals) process.on(signal, onSignal);
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off("uncaughtException", end);
    process.off("unhandledRejection", end);
  };
}
