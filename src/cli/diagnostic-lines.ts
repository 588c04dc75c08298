import type { Diagnostic } from "../model/dag.js";

/** Diagnostics of a file for people, one a line and sorted as given: `file:line:column severity code: message`. */
export function diagnosticLines(file: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, message, hint, line, column, path, nodeId }) => {
    const place = line === undefined ? `${file} ${path || "/"}` : `${file}:${line}:${column ?? 1}`;
    const node = nodeId === undefined ? "" : ` (node ${nodeId})`;
    return `${place} ${severity} ${code}: ${message}${node}${hint === undefined ? "" : ` - ${hint}`}`;
  });
}

/** `2 errors, 1 warning, 0 infos`. */
export function diagnosticSummary(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic["severity"]) => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return `${number} ${severity}${number === 1 ? "" : "s"}`;
  };
  return (["error", "warning", "info"] as const).map(count).join(", ");
}
