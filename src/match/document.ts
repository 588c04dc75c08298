import { readJson, type JsonReading } from "../model/json.js";
import { StepFailure } from "../model/outcome.js";
import type { ChainRecord, ExecRecord } from "../model/records.js";

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
      return record.isTruncated === true ? { ok: false, reason: "its middle was left out" } : readJson(record.stdout);
    case "page":
      return { ok: false, reason: "a page is not JSON" };
  }
}

/**
 * A part of a record: `text` is a response's body or a page's visible text, `bytes` the size of the body, `stdout` and
 * `stderr` come without their trailing line breaks. `exists` is false when a record of this kind has no such part. Throws a
 * `StepFailure` with code `output-truncated` for an output that was not kept whole.
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
        stdout: () => trimEnd(wholeOutput(record, "stdout")),
        stderr: () => trimEnd(wholeOutput(record, "stderr")),
        exit_code: () => record.exitCode,
      };
    case "page":
      return { status: () => record.status, text: () => record.text };
    case "query":
      return {};
  }
}

/** An output of a command. Throws a `StepFailure` with code `output-truncated` when its middle was left out. */
export function wholeOutput(record: ExecRecord, stream: "stdout" | "stderr"): string {
  if (record.isTruncated === true) throw new StepFailure("output-truncated", `expected the whole ${stream} of the command, got more output than is kept; make the command print less`);
  return record[stream];
}

/** As `$(command)` does. */
function trimEnd(text: string): string {
  return text.replace(/(?:\r?\n)+$/, "");
}
