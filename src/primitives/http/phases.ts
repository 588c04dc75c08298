import { describeStatusSet, isStatusIn, type StatusSet } from "../../match/status-set.js";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { exchangeEvidence } from "./exchange-evidence.js";

/** One request of a step that sends several, for its evidence. */
export interface Phase {
  readonly phase: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Sends the request of a phase, notes it, and throws a `StepFailure` that names the phase when its answer has another status than expected. */
export type PhaseSender = (phase: string, request: HttpRequest, expected: StatusSet) => Promise<ResponseRecord>;

/** A sender that notes in `phases` what was sent, and shows every answer to `onAnswer`, whatever its status. */
export function phaseSender(ctx: Pick<PrimitiveContext, "http">, phases: Phase[], onAnswer?: (response: ResponseRecord) => void): PhaseSender {
  return async (phase, request, expected) => {
    const response = await inPhase(phase, phases, () => ctx.http.send(request));
    phases.push({ phase, method: response.request.method, path: response.request.path, status: response.status });
    onAnswer?.(response);
    if (isStatusIn(response.status, expected)) return response;
    throw new StepFailure("unexpected-status", `${phase}: expected status ${describeStatusSet(expected)}, got ${response.status}`, {
      phases,
      ...exchangeEvidence(response, request),
    });
  };
}

/** The outcome of some work; a `StepFailure` that it throws names the phase and shows the phases before it. */
export async function inPhase<T>(phase: string, phases: readonly Phase[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    throw new StepFailure(error.code, `${phase}: ${error.message}`, { phases, cause: error.evidence });
  }
}

/** `create 201, read 200` */
export function phasesText(phases: readonly Phase[]): string {
  return phases.map(({ phase, status }) => `${phase} ${status}`).join(", ");
}
