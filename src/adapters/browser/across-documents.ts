import { tooLate } from "./bounded.js";

/**
 * Does work in the document that a page shows, again and again while a navigation takes that away, for at most `timeoutMs`.
 * Rejects as the work does, and with a `TimeoutError` when the page never stood still.
 */
export async function acrossDocuments<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!GONE.test((error as Error).message)) throw error;
      if (performance.now() >= end) throw tooLate(timeoutMs);
    }
  }
}

/** What work throws that finds another document than the one it began in. */
export function documentGone(): Error {
  return new Error("Inspected target navigated");
}

const GONE = /Cannot find context|context was destroyed|No frame for given id|Inspected target navigated|Could not find node|No node (?:with given id )?found|Frame was detached/i;
