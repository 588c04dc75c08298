import { captureFrom, type CaptureMap } from "../../match/capture.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";

/**
 * Takes variables from an answer and returns the names of those that it does not hold. A value from an answer that was no
 * success is kept as unproven.
 */
export function keepCaptures(ctx: PrimitiveContext, capture: CaptureMap, response: ResponseRecord): readonly string[] {
  const { values, missing } = captureFrom(ctx, capture, response);
  for (const [name, value] of Object.entries(values)) ctx.vars.set(name, value, { isProven: isSuccess(response) });
  return missing;
}

/** True for an answer with a status of the class 2xx. */
export function isSuccess(response: ResponseRecord): boolean {
  return response.status >= 200 && response.status < 300;
}
