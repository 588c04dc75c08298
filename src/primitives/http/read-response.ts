import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";

/**
 * The response that a step asserts on: the one its `source` names, else the node's last one. Throws a `StepFailure` with
 * code `no-prior-result` when there is none or the source holds something else.
 */
export function readResponse(ctx: Pick<PrimitiveContext, "read" | "step">): ResponseRecord {
  const source = ctx.step.source ?? "response";
  const record = ctx.read(source);
  if (record.slot !== "response") {
    throw new StepFailure("no-prior-result", `expected a response in ${JSON.stringify(source)}, got ${article(record.slot)}; name the step that sent the request`);
  }
  return record;
}

function article(slot: string): string {
  return slot === "exec" ? "an exec result" : `a ${slot} result`;
}
