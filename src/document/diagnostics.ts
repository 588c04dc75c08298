import type { Diagnostic } from "../model/dag.js";
import { comparePlaces, documentOrder } from "./document-order.js";
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
  const placeOf = documentOrder(document);
  const placed = findings.map((finding) => ({ finding, part: partOf(finding.path), place: placeOf(finding.path) }));
  placed.sort((left, right) => (left.part === right.part ? comparePlaces(left.place, right.place) : left.part < right.part ? -1 : 1)); // Infinity - Infinity is no number
  return placed.map(({ finding: { severity, code, message, hint, path, fix }, part }) => {
    const nodeId = idOf(document, part);
    return {
      severity,
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(nodeId !== undefined && { nodeId }),
      path,
      ...locate?.(path, KEY_CODES.has(code) ? "key" : "value"),
      ...(fix !== undefined && { fix }),
    };
  });
}

/** They are about the key, not about what it holds. */
const KEY_CODES: ReadonlySet<string> = new Set(["unknown-key", "unread-key", "alias-key", "duplicate-key"]);

/** The head of the document, then the nodes in order, then the rest of the document. */
function partOf(pointer: string): number {
  const node = pointer.startsWith("/nodes/") ? Number.parseInt(pointer.slice("/nodes/".length), 10) : NaN;
  return !Number.isNaN(node) ? node : pointer.startsWith("/scoring_config") ? Infinity : -1;
}

function idOf(document: unknown, index: number): string | undefined {
  const { nodes } = (document ?? {}) as { readonly nodes?: unknown };
  const node: unknown = Array.isArray(nodes) ? nodes[index] : undefined;
  const id = typeof node === "object" && node !== null ? (node as { readonly id?: unknown }).id : undefined;
  return typeof id === "string" ? id : undefined;
}
