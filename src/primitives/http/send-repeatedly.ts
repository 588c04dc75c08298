import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpClient, HttpRequest } from "../../ports/http.js";

/**
 * Sends the same request `times` times, one after the other or all at once. Resolves with the last answer that came, which
 * lists the status of every answer in the order of sending. Rejects when any request gets no complete answer, yet never
 * before every request that was sent has ended.
 */
export function sendRepeatedly(http: HttpClient, request: HttpRequest, { times, isAtOnce }: Repetition): Promise<ResponseRecord> {
  return times === 1 ? http.send(request) : sendAll(http, request, { times, isAtOnce });
}

interface Repetition {
  readonly times: number;
  readonly isAtOnce: boolean;
}

async function sendAll(http: HttpClient, request: HttpRequest, { times, isAtOnce }: Repetition): Promise<ResponseRecord> {
  const responses: ResponseRecord[] = [];
  let last: ResponseRecord | undefined;

  const send = async (index: number): Promise<void> => {
    responses[index] = last = await http.send(request);
  };
  const indexes = Array.from({ length: times }, (_, index) => index);
  if (isAtOnce) {
    const ends = await Promise.allSettled(indexes.map(send));
    const failed = ends.findIndex((end) => end.status === "rejected");
    const end = ends[failed];
    if (end?.status === "rejected") throw ofRequest(end.reason, failed, times, responses);
  } else {
    for (const index of indexes) {
      await send(index).catch((error: unknown) => {
        throw ofRequest(error, index, times, responses);
      });
    }
  }
  if (last === undefined) throw new RangeError(`expected at least one request, got ${times}`);
  return last.withStatuses(responses.map(({ status }) => status));
}

/** The same failure, saying which of several requests it was. */
function ofRequest(error: unknown, index: number, times: number, responses: readonly ResponseRecord[]): unknown {
  if (!(error instanceof StepFailure)) return error;
  const statuses = Array.from({ length: times }, (_, at) => responses[at]?.status ?? null);
  return new StepFailure(error.code, `request ${index + 1} of ${times}: ${error.message}`, { statuses, cause: error.evidence });
}
