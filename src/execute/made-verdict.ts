import type { Outcome, Verdict } from "../model/outcome.js";

/** The parts of a verdict; what is left out is undefined. */
export interface VerdictParts {
  readonly outcome: Outcome;
  readonly message: string;
  readonly code?: string;
  readonly evidence: unknown;
  readonly score?: number;
}

/**
 * A verdict that a step's context made, good for that step alone. It can neither be changed nor copied: no other value counts,
 * so nothing passes by its looks, or by what was true earlier.
 */
export class MadeVerdict implements Verdict {
  readonly outcome: Outcome;
  readonly message: string;
  readonly code: string | undefined;
  readonly evidence: unknown;
  readonly score: number | undefined;
  readonly #maker: object;

  constructor({ outcome, message, code, evidence, score }: VerdictParts, maker: object) {
    this.#maker = maker;
    this.outcome = outcome;
    this.message = message;
    this.code = code;
    this.evidence = evidence;
    this.score = score;
    Object.freeze(this);
  }

  /** False also for a copy, for what inherits from a verdict, and for a proxy of one. */
  static is(value: unknown): value is MadeVerdict {
    return typeof value === "object" && value !== null && #maker in value;
  }

  isBy(maker: object | undefined): boolean {
    return this.#maker === maker;
  }
}
