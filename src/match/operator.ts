import type { EqualityOptions } from "./equality.js";

/** What an operator is applied to: a value, or the fact that there is none. */
export interface Found {
  readonly exists: boolean;
  readonly value?: unknown;
}

/** Whether an expectation is met; `code` and a message ("expected E, got A") when it is not. */
export interface Judgement {
  readonly ok: boolean;
  readonly code?: string | undefined;
  readonly message: string;
}

/** What an operator may need beside the two values. */
export interface OperatorOptions extends EqualityOptions {
  /** Milliseconds since the epoch; default: the machine's clock. For `time_from_now`. */
  readonly now?: number | undefined;
  /** The document that `equals_path` selects from. */
  readonly document?: { readonly value: unknown } | undefined;
  /** `contains` and its kin also search the JSON text of a list or an object. */
  readonly isLoose?: boolean | undefined;
}

/** Options, and how a nested expectation (the length of a list, a claim of a token) is judged. */
export interface OperatorContext extends OperatorOptions {
  matches(found: Found, matcher: unknown): Judgement;
}

/** An operator's answer: yes, no, the value is of a type that it can not be applied to, or no for a reason of its own. */
export type Ruling = boolean | "type-mismatch" | { readonly code: string; readonly why: string };

/** What is wrong with an expectation: `vacuous` when nothing could fail it, `invalid-expected` when nothing could meet it. */
export interface ExpectationProblem {
  readonly code: "vacuous" | "invalid-expected";
  readonly message: string;
}

/** An operator on a value that exists. */
export interface Operator {
  /** Ends the sentence "expected ...". */
  describe(expected: unknown): string;
  /** What is wrong with `expected`; `undefined` as a value when none was given. */
  problem(expected: unknown): ExpectationProblem | undefined;
  judge(value: unknown, expected: unknown, context: OperatorContext): Ruling;
  /** The matchers that its operand is made of. */
  nested?(expected: unknown): readonly unknown[];
  /** Of a path that may match many, it sees the list of matches and not each of them. */
  readonly isOfLists?: true;
  /** It says what a value is not; it holds only where there is a value. */
  readonly isNegative?: true;
}

export function vacuous(message: string): ExpectationProblem {
  return { code: "vacuous", message };
}

export function invalid(message: string): ExpectationProblem {
  return { code: "invalid-expected", message };
}
