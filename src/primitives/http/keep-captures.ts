import { captureFrom, type CaptureMap } from "../../match/capture.js";
import { pathProblem } from "../../match/json-path.js";
import { regexProblem } from "../../match/regex.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import type { InputFinding } from "../define.js";

/**
 * Takes variables from an answer and returns the names of those that it does not hold. A value from an answer that was no
 * success is kept as unproven.
 */
export function keepCaptures(ctx: PrimitiveContext, capture: CaptureMap, response: ResponseRecord): readonly string[] {
  const { values, missing } = captureFrom(ctx, capture, response);
  for (const [name, value] of Object.entries(values)) ctx.vars.set(name, value, { isProven: isSuccess(response) });
  return missing;
}

/** What is wrong with the paths and the patterns of a `capture`. */
export function* captureProblems(capture: CaptureMap): Generator<InputFinding> {
  for (const [name, given] of Object.entries(capture)) {
    const isPath = typeof given === "string";
    const { path, paths = path === undefined ? [] : [path], regex } = isPath ? { path: given, regex: undefined } : given;
    for (const badPath of paths.map(pathProblem)) {
      if (badPath !== undefined) yield { code: "invalid-path", message: badPath, path: ["capture", name, ...(isPath ? [] : [path === undefined ? "paths" : "path"])] };
    }
    const badPattern = regex === undefined ? undefined : regexProblem(regex);
    if (badPattern !== undefined) yield { code: "invalid-regex", message: badPattern, path: ["capture", name, "regex"] };
  }
}

/** True for an answer with a status of the class 2xx. */
export function isSuccess(response: ResponseRecord): boolean {
  return response.status >= 200 && response.status < 300;
}
