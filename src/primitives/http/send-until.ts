import { evaluateAssertions, type Assertion } from "../../match/assertions.js";
import { sourceOf } from "../../match/assertion-subject.js";
import { selectPath } from "../../match/json-path.js";
import { pollUntil } from "../../match/poll.js";
import { within } from "../../match/within.js";
import { describeStatusSet, isStatusIn, type StatusSet } from "../../match/status-set.js";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";

/** What an answer must have; everything that is given must hold at once. */
export interface ResponseGoal {
  readonly status?: StatusSet | undefined;
  /** A JSON path that finds a value other than null. */
  readonly path?: string | undefined;
  readonly until?: Assertion | undefined;
  /** What else an answer lacks; `undefined` when nothing. */
  readonly lack?: ((response: ResponseRecord) => string | undefined) | undefined;
}

/** The last attempt. No `lack`: the goal was reached. No `response`: the last request got no answer. */
export interface PollEnd {
  readonly response?: ResponseRecord;
  readonly lack?: string;
  readonly attempts: number;
  readonly elapsedMs: number;
}

/**
 * Sends a request again and again until its answer reaches the goal or `timeout_ms` are over. A system that does not
 * answer yet (refused, reset, timed out) is asked again; a single request waits no longer than one interval behind the limit.
 */
export async function sendUntil(
  ctx: Pick<PrimitiveContext, "http" | "clock" | "signal">,
  request: HttpRequest,
  poll: { readonly timeout_ms: number; readonly interval_ms: number },
  goal: ResponseGoal,
): Promise<PollEnd> {
  const attempt = async (leftMs: number): Promise<Pick<PollEnd, "response" | "lack">> => {
    try {
      // a login before it, or redirects behind it, have times of their own
      const response = await within(ctx, "the system", leftMs, () => ctx.http.send({ ...request, timeoutMs: Math.min(request.timeoutMs ?? leftMs, leftMs) }));
      const lack = lackOf(response, goal, ctx.clock.now());
      return { response, ...(lack !== undefined && { lack }) };
    } catch (error) {
      if (!(error instanceof StepFailure) || !NOT_YET.has(error.code)) throw error;
      return { lack: `${error.code}: ${error.message}` };
    }
  };
  const { value, attempts, elapsedMs } = await pollUntil(ctx, poll, attempt, ({ lack }) => lack === undefined);
  return { ...value, attempts, elapsedMs };
}

/** What a system that is still starting does to a request. */
const NOT_YET = new Set(["connection-failed", "time-out", "bad-response"]);

function lackOf(response: ResponseRecord, { status, path, until, lack }: ResponseGoal, now: number): string | undefined {
  if (status !== undefined && !isStatusIn(response.status, status)) {
    return `expected status ${describeStatusSet(status)}, got ${response.status}`;
  }
  if (path !== undefined) {
    if (!response.json.ok) return `expected a JSON body, got ${response.json.reason}`;
    const isThere = selectPath(response.json.value, path).values.some((value) => value !== null);
    if (!isThere) return `expected a value at ${path}, got none`;
  }
  const judged = until === undefined ? undefined : evaluateAssertions(sourceOf(response, now), [until]);
  return judged === undefined || judged.ok ? lack?.(response) : judged.message;
}
