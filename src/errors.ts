import type { Diagnostic } from "./model/dag.js";

/** The codes of every error that the library throws. */
export type DagradeErrorCode = "DAG_INVALID" | "CONFIG_INVALID" | "DRIVER_MISSING" | "ABORTED";

/**
 * The one error class of the library. A fault of the system under test is never thrown: it is a step's outcome.
 * `diagnostics` lists every problem of an invalid document and is empty for the other codes.
 */
export class DagradeError extends Error {
  readonly code: DagradeErrorCode;
  readonly hint?: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(
    code: DagradeErrorCode,
    message: string,
    details: { hint?: string; cause?: unknown; diagnostics?: readonly Diagnostic[] } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "DagradeError";
    this.code = code;
    if (details.hint !== undefined) this.hint = details.hint;
    this.diagnostics = details.diagnostics ?? [];
  }
}
