import { readJson, type JsonReading } from "../model/json.js";
import type { ChainRecord } from "../model/records.js";

/** What can be asserted of a record beside its document. */
export const PARTS = ["status", "text", "bytes", "content_type", "stdout", "stderr", "exit_code"] as const;
export type Part = (typeof PARTS)[number];

/**
 * The JSON document that paths select from: a response's body whatever its content type, `{rows, row_count}` of a query,
 * a command's standard output. A page has none.
 */
export function documentOf(record: ChainRecord): JsonReading {
  switch (record.slot) {
    case "response":
      return record.json;
    case "query":
      return { ok: true, value: { rows: record.rows, row_count: record.rowCount } };
    case "exec":
      return readJson(record.stdout);
    case "page":
      return { ok: false, reason: "a page is not JSON" };
  }
}

/**
 * A part of a record: `text` is a response's body or a page's visible text, `bytes` the size of the body, `stdout` and
 * `stderr` come without their trailing line breaks. `exists` is false when a record of this kind has no such part.
 */
export function partOf(record: ChainRecord, part: Part): { exists: boolean; value?: unknown } {
  const value = partsOf(record)[part]?.();
  return value === undefined ? { exists: false } : { exists: true, value };
}

function partsOf(record: ChainRecord): Partial<Record<Part, () => unknown>> {
  switch (record.slot) {
    case "response":
      return {
        status: () => record.status,
        text: () => record.text,
        bytes: () => record.bytes.byteLength,
        content_type: () => record.contentType,
      };
    case "exec":
      return {
        stdout: () => trimEnd(record.stdout),
        stderr: () => trimEnd(record.stderr),
        exit_code: () => record.exitCode,
      };
    case "page":
      return { status: () => record.status, text: () => record.text };
    case "query":
      return {};
  }
}

/** As `$(command)` does. */
function trimEnd(text: string): string {
  return text.replace(/(?:\r?\n)+$/, "");
}
