import { Origins } from "./identity/origins.js";
import type { Diagnostic } from "./model/dag.js";
import { StepFailure } from "./model/outcome.js";
import type { Target } from "./ports/target.js";
import type { Clock } from "./ports/clock.js";
import type { HttpTransport } from "./ports/http.js";

const READY_MS = 60_000;
const INTERVAL_MS = 250;
const REQUEST_MS = 5_000;

/**
 * Polls `target.ready` until the system answers as declared. A system that never does is graded all the same, since its
 * absence is what the nodes will find; the run notes it as `target-not-ready`.
 */
export async function waitUntilReady(
  target: Target,
  transport: HttpTransport,
  clock: Clock,
  signal: AbortSignal,
  note: (diagnostic: Diagnostic) => void,
): Promise<void> {
  const { headers = {}, ready } = target;
  if (ready === undefined) return;
  if (target.baseUrl === undefined) {
    note({ severity: "warning", code: "target-not-ready", message: "expected target.baseUrl beside target.ready, got none: nothing was waited for", path: "" });
    return;
  }
  const url = new Origins(target).resolve(ready.path).href;
  const isReady = (status: number): boolean => ready.status?.includes(status) ?? (status >= 200 && status < 400);
  const limitMs = ready.timeoutMs ?? READY_MS;
  const end = clock.now() + limitMs;
  let last = "no answer";
  while (!signal.aborted) {
    const left = end - clock.now();
    if (left <= 0) {
      note({ severity: "warning", code: "target-not-ready", message: `expected ${url} to be ready within ${limitMs} ms, got ${last}`, path: "" });
      return;
    }
    try {
      const { status } = await transport.send({ method: "GET", url, headers, timeoutMs: Math.min(left, REQUEST_MS) }, signal);
      if (isReady(status)) return;
      last = `status ${status}`;
    } catch (error) {
      if (!(error instanceof StepFailure)) return;
      last = error.message;
    }
    await clock.sleep(Math.min(INTERVAL_MS, Math.max(1, end - clock.now())), signal).catch(() => undefined);
  }
}
