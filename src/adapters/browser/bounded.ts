/** Rejects with a `TimeoutError` when the work is not done in time: a page may keep its browser from answering at all. */
export async function bounded<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate(timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The `TimeoutError` of what was not done within so many milliseconds. */
export function tooLate(timeoutMs: number): Error {
  return Object.assign(new Error(`not within ${timeoutMs} ms`), { name: "TimeoutError" });
}
