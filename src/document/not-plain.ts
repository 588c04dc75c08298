import type { Locate } from "./diagnostics.js";
import type { NotPlain } from "./snapshot.js";
import type { Diagnostic } from "../model/dag.js";
import { pointerTo } from "../model/json-pointer.js";

/** What could not be copied as plain data, as diagnostics. */
export function notPlainProblems(problems: readonly NotPlain[], locate?: Locate): Diagnostic[] {
  return problems.map(({ path, message }) => {
    const pointer = pointerTo(path);
    return { severity: "error", code: "not-plain", message, path: pointer, ...locate?.(pointer, "value") };
  });
}
