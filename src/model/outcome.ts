/**
 * What a step came to. `pass` and `fail` speak of the system under test, `error` of the set-up or of something nobody
 * foresaw, `unscored` of a judge that gave no usable score.
 */
export type Outcome = "pass" | "fail" | "error" | "unscored";

/** What a primitive returns. Made by `ctx.pass`, `ctx.fail`, `ctx.unscored` and `ctx.graded`; a step that returns anything else, or a copy, ends `error`. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly code?: string | undefined;
  readonly message: string;
  readonly evidence?: unknown;
  /** A judge's score, already on the node's scale (0 to maxScore). */
  readonly score?: number | undefined;
}

/**
 * Thrown by the ports that primitives use when the system under test is at fault (refused connection, SQL error,
 * missing file, time-out). The runner turns it into a failed step with this code; a primitive need not catch it.
 */
export class StepFailure extends Error {
  readonly code: string;
  readonly evidence?: unknown;

  constructor(code: string, message: string, evidence?: unknown) {
    super(message);
    this.name = "StepFailure";
    this.code = code;
    if (evidence !== undefined) this.evidence = evidence;
  }
}

/**
 * Thrown when the set-up, not the system under test, is at fault (no such port in the target, a driver that is not
 * installed). The runner turns it into a step with outcome `error` and this code.
 */
export class SetupError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "SetupError";
    this.code = code;
  }
}
