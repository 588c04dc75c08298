import { captureFrom, type CaptureMap } from "../../match/capture.js";
import type { ExecRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";

/** What of a command's result becomes variables. */
export interface OutputCaptures {
  readonly capture?: CaptureMap | undefined;
  readonly capture_stdout_as?: string | undefined;
}

/** Sets the variables that a command's result gives; returns the names of those that it does not. */
export function keepOutput(ctx: PrimitiveContext, { capture = {}, capture_stdout_as: name }: OutputCaptures, record: ExecRecord): string[] {
  const { values, missing } = captureFrom(ctx, capture, record);
  for (const [variable, value] of Object.entries(values)) ctx.vars.set(variable, value);
  if (name === undefined) return missing;
  const line = lastLine(record.stdout);
  if (line === undefined) return [...missing, name];
  ctx.vars.set(name, line);
  return missing;
}

/** The last line that is not empty, without the spaces around it. */
export function lastLine(text: string): string | undefined {
  return text.split("\n").findLast((line) => line.trim() !== "")?.trim();
}
