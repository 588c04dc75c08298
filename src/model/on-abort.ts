import { OpenList } from "./open-list.js";

/**
 * Calls `listener` with the reason when the signal is aborted, until {@link offAbort}; never for one that is aborted already. All listeners of a signal share one of
 * its own, since these are dear and a run adds and removes one with every request.
 */
export function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): void {
  let listeners = listening.get(signal);
  if (listeners === undefined) {
    const opened = (listeners = new OpenList());
    listening.set(signal, opened);
    signal.addEventListener("abort", () => opened.all().forEach((each) => each(signal.reason)), { once: true });
  }
  listeners.add(listener);
}

/** The listener is not called any more. */
export function offAbort(signal: AbortSignal, listener: (reason: unknown) => void): void {
  listening.get(signal)?.remove(listener);
}

const listening = new WeakMap<AbortSignal, OpenList<(reason: unknown) => void>>();
