import { z } from "zod";
import { captureMap } from "../../match/capture.js";
import { describeStatusSet, isStatusIn, statusSet } from "../../match/status-set.js";
import { StepFailure } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import type { InputFinding } from "../define.js";
import { exchangeEvidence } from "../http/exchange-evidence.js";
import { captureProblems, keepCaptures } from "../http/keep-captures.js";
import { requestKeys, requestProblems, toHttpRequest } from "../http/request-keys.js";

/** A request that makes the system send something. */
export const prompt = z.strictObject({
  ...requestKeys,
  expected_status: statusSet.default(["2xx"]).describe("Statuses of the answer."),
  capture: captureMap.optional().describe("Variables to take from the answer: name -> selector. Expectations of this step can use them."),
});

export type Prompt = z.output<typeof prompt>;

/** What is told of a request in evidence: not its body, which may hold a secret that the system is to keep. */
export interface Prompted {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Sends it and keeps its captures. Throws a `StepFailure`: `unexpected-status`, `capture-missing`, or why no answer came. */
export async function sendPrompt(ctx: PrimitiveContext, name: string, { expected_status: expected, capture = {}, ...keys }: Prompt): Promise<Prompted> {
  const response = await ctx.http.send(toHttpRequest(keys)).catch((error: unknown) => {
    if (!(error instanceof StepFailure)) throw error;
    throw new StepFailure(error.code, `${name}: ${error.message}`, error.evidence);
  });
  const { status } = response;
  if (!isStatusIn(status, expected)) {
    throw new StepFailure("unexpected-status", `${name}: expected status ${describeStatusSet(expected)}, got ${status}`, exchangeEvidence(response));
  }
  const missing = keepCaptures(ctx, capture, response);
  if (missing.length > 0) {
    throw new StepFailure("capture-missing", `${name}: expected values to capture as ${missing.join(", ")}, found none in the answer`, exchangeEvidence(response));
  }
  return { method: response.request.method, path: response.request.path, status };
}

/** What the schema of a prompt can not say. */
export function promptProblems(key: string, given: Prompt): InputFinding[] {
  return [...requestProblems(given), ...captureProblems(given.capture ?? {})].map((finding) => ({ ...finding, path: [key, ...(finding.path ?? [])] }));
}

/** The variables that a prompt writes, as it is written. */
export function promptWrites(written: unknown): readonly string[] {
  const capture = typeof written === "object" && written !== null ? (written as { capture?: unknown }).capture : undefined;
  return typeof capture === "object" && capture !== null ? Object.keys(capture) : [];
}
