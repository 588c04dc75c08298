import { DagradeError } from "../errors.js";
import type { Diagnostic } from "../model/dag.js";

/** How many problems the message names; the diagnostics hold them all. */
const MAX_NAMED = 5;

/** The error for a document that is no DAG: its message shows the first problems, its diagnostics list every one. */
export function invalidDag(diagnostics: readonly Diagnostic[], filename?: string): DagradeError {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const rest = errors.length - MAX_NAMED;
  const lines = errors.slice(0, MAX_NAMED).map((error) => `  ${lineFor(error)}`);
  const message = [
    `${filename ?? "the document"} is no valid DAG: ${errors.length === 1 ? "1 problem" : `${errors.length} problems`}`,
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
  return new DagradeError("DAG_INVALID", message, { diagnostics });
}

function lineFor({ line, column, code, message, hint, path, nodeId }: Diagnostic): string {
  const place = line === undefined ? path || "/" : `${line}:${column}`;
  const node = nodeId === undefined ? "" : ` (node ${nodeId})`;
  return `${place} ${code}: ${message}${node}${hint === undefined ? "" : ` - ${hint}`}`;
}
