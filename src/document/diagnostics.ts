import type { Diagnostic } from "../model/dag.js";
import type { Finding, Severity } from "./rule.js";

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds where a JSON Pointer stands in the text of a document: at the key of a member for `key`, else at the value. */
export type Locate = (pointer: string, at: "key" | "value") => Position | undefined;

/** A finding that knows its code and severity. */
export type CompleteFinding = Finding & { readonly code: string; readonly severity: Severity };

/** Turns findings into diagnostics: in document order, with the node's id and, where there is a text, line and column. */
export function toDiagnostics(findings: readonly CompleteFinding[], document: unknown, locate: Locate | undefined): Diagnostic[] {
  const placed = findings.map((finding) => ({ finding, place: placeOf(finding.path) }));
  placed.sort((left, right) => compare(left.place, right.place));
  return placed.map(({ finding: { severity, code, message, hint, path }, place }) => {
    const nodeId = idOf(document, place.node);
    return {
      severity,
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(nodeId !== undefined && { nodeId }),
      path,
      ...locate?.(path, code === "unknown-key" || code === "duplicate-key" ? "key" : "value"),
    };
  });
}

interface Place {
  readonly node: number;
  readonly step: number;
}

/** The head of the document, then the nodes in order and in each its steps in order, then the rest of the document. */
function placeOf(pointer: string): Place {
  const [, node, step] = /^\/nodes\/(\d+)(?:\/primitive_chain\/(\d+))?/.exec(pointer) ?? [];
  const head = pointer.startsWith("/scoring_config") ? Infinity : -1;
  return { node: node === undefined ? head : Number(node), step: step === undefined ? -1 : Number(step) };
}

function compare(left: Place, right: Place): number {
  return left.node === right.node ? left.step - right.step : left.node < right.node ? -1 : 1; // Infinity - Infinity is no number
}

function idOf(document: unknown, index: number): string | undefined {
  const { nodes } = (document ?? {}) as { readonly nodes?: unknown };
  const node: unknown = Array.isArray(nodes) ? nodes[index] : undefined;
  const id = typeof node === "object" && node !== null ? (node as { readonly id?: unknown }).id : undefined;
  return typeof id === "string" ? id : undefined;
}
