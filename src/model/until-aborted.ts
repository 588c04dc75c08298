/** The outcome of work that may go on for others, or the signal's reason as soon as it is aborted; then a later rejection is absorbed. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
