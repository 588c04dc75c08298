import { captureFrom, type CaptureMap } from "../../match/capture.js";
import { isFoundEverywhere } from "../../match/regex.js";
import type { ExecRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";

/** What of a command's result becomes variables. */
export interface OutputCaptures {
  readonly capture?: CaptureMap | undefined;
  readonly capture_stdout_as?: string | undefined;
}

/** True when a variable takes more than the exit code from the command itself. */
export function keepsOutput({ capture = {}, capture_stdout_as: line, save_as: whole }: OutputCaptures & { readonly save_as?: string | undefined }): boolean {
  return line !== undefined || whole !== undefined || Object.values(capture).some((selector) => typeof selector === "string" || (selector.source === undefined && selector.part !== "exit_code"));
}

/** True when some end of the command leaves a variable without its value. */
export function demandsOutput({ capture = {}, capture_stdout_as: line }: OutputCaptures): boolean {
  return line !== undefined || Object.values(capture).some((selector) => typeof selector === "string" || canBeMissing(selector));
}

function canBeMissing({ optional, source, part, regex }: Exclude<CaptureMap[string], string>): boolean {
  if (optional === true || source !== undefined) return false;
  return regex === undefined ? part === undefined || !ALWAYS_THERE.includes(part) : !isFoundEverywhere(regex);
}

const ALWAYS_THERE: readonly string[] = ["stdout", "stderr", "exit_code"];

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
