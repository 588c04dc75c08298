import { createContext, Script } from "node:vm";

/** Thrown by {@link withTimeLimit} when the work took too long. */
export class TimeLimitExceeded extends Error {
  constructor(limitMs: number) {
    super(`took longer than ${limitMs} ms`);
    this.name = "TimeLimitExceeded";
  }
}

/**
 * Runs synchronous work and ends it when it takes longer than `limitMs`, even in the midst of a regular expression. Within
 * other limited work only the outer limit counts. Throws `TimeLimitExceeded`, and whatever the work throws.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): T {
  if (isLimited) return work();
  let done: { readonly value: T } | undefined;
  const host = (sandbox ??= createContext({}));
  host["work"] = () => {
    done = { value: work() };
  };
  script ??= new Script("work()");
  isLimited = true;
  try {
    script.runInContext(host, { timeout: limitMs });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new TimeLimitExceeded(limitMs) : error;
  } finally {
    isLimited = false;
  }
  if (done === undefined) throw new TimeLimitExceeded(limitMs);
  return done.value;
}

/** Only here can V8 be told to stop; the work itself runs as ordinary code of this process. */
let sandbox: ReturnType<typeof createContext> | undefined;
let script: Script | undefined;
let isLimited = false;
