import { z } from "zod";
import { captureMap } from "../../match/capture.js";
import { statusSet } from "../../match/status-set.js";
import { StepFailure } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import type { InputFinding } from "../define.js";
import { Late, late, type Lately } from "../late.js";
import { captureProblems, keepCaptures } from "./keep-captures.js";
import { inPhase, type Phase, type PhaseSender } from "./phases.js";
import { requestKeys, requestProblems, toHttpRequest } from "./request-keys.js";

const setupRequest = z.strictObject({
  ...requestKeys,
  expected_status: statusSet.default(["2xx"]).describe("Statuses of the answer."),
  capture: captureMap.optional().describe("Variables for what is sent later, taken from the answer: name -> selector."),
});

type SetupRequest = z.output<typeof setupRequest>;

/** `setup` of a step that sends requests: what it needs is made first. */
export const setupRequests = z
  .array(late(setupRequest))
  .default([])
  .describe("Requests that are sent first, in order. What they capture can be used by those behind them and by the rest of this step.");

/** Sends the requests one after the other. Throws a `StepFailure` that names the one that got no answer, or not the expected one. */
export async function sendSetup(ctx: PrimitiveContext, requests: readonly Lately<SetupRequest>[], exchange: PhaseSender, phases: readonly Phase[]): Promise<void> {
  for (const [index, request] of requests.entries()) {
    const phase = `setup ${index + 1}`;
    const { expected_status, capture, ...keys } = await inPhase(phase, phases, () => ctx.resolve(request));
    const response = await exchange(phase, toHttpRequest(keys), expected_status);
    const missing = capture === undefined ? [] : keepCaptures(ctx, capture, response);
    if (missing.length > 0) throw new StepFailure("capture-missing", `${phase}: expected values to capture as ${missing.join(", ")}, found none in the answer`, { phases });
  }
}

/** What the schema can not say about set-up requests. */
export function* setupProblems(requests: readonly Lately<SetupRequest>[]): Generator<InputFinding> {
  for (const [index, request] of requests.entries()) {
    if (request instanceof Late) continue;
    for (const finding of [...requestProblems(request), ...captureProblems(request.capture ?? {})]) yield { ...finding, path: ["setup", index, ...(finding.path ?? [])] };
  }
}

/** The variables that requests, as written in a list, capture. */
export function capturesOf(requests: unknown): string[] {
  if (!Array.isArray(requests)) return [];
  return requests.flatMap((request: { capture?: object } | null) => Object.keys(request?.capture ?? {}));
}
