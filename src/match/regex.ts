import { StepFailure } from "../model/outcome.js";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.js";

/** How long one search may take, in milliseconds. */
export const REGEX_LIMIT_MS = 1_000;

export interface RegexOptions {
  readonly ignoreCase?: boolean;
  /** `^` and `$` also match at line breaks. */
  readonly multiline?: boolean;
  /** Match by code points; patterns with `\p{...}` or `\u{...}` always do. */
  readonly isUnicode?: boolean;
}

/** The first match of a search. Groups that took no part are `undefined`, and absent from `named`. */
export interface RegexMatch {
  readonly match: string;
  /** Group 1 comes first. */
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string>>;
}

/**
 * Searches a text for a JavaScript regular expression; leading inline flags (`(?i)`, `(?ms)`) are understood.
 * Throws a `StepFailure` `invalid-regex`, or `regex-timeout` after {@link REGEX_LIMIT_MS}.
 */
export function findRegex(pattern: string, text: string, options: RegexOptions = {}): RegexMatch | undefined {
  const expression = compileRegex(pattern, options);
  try {
    return matchOf(withTimeLimit(REGEX_LIMIT_MS, () => expression.exec(text)));
  } catch (error) {
    throw error instanceof TimeLimitExceeded ? regexTimeout(pattern) : error;
  }
}

/** What is wrong with a pattern, or `undefined`. */
export function regexProblem(pattern: string): string | undefined {
  try {
    compileRegex(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** True for a pattern that is found in every text, such as `.*` or `a?`: expecting it accepts everything. */
export function isFoundEverywhere(pattern: string): boolean {
  let known = everywhere.get(pattern);
  if (known === undefined) {
    known = UNLIKE_TEXTS.every((text) => findRegex(pattern, text) !== undefined);
    if (everywhere.size >= MAX_REMEMBERED) everywhere.clear();
    everywhere.set(pattern, known);
  }
  return known;
}

/** The expression behind {@link findRegex}, for searches that run under a time limit of their caller. Throws `invalid-regex`. */
export function compileRegex(pattern: string, options: RegexOptions = {}): RegExp {
  const inline = INLINE_FLAGS.exec(pattern);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  const flags = new Set(inline?.[1]);
  if (options.ignoreCase === true) flags.add("i");
  if (options.multiline === true) flags.add("m");
  if (options.isUnicode === true || UNICODE_SYNTAX.test(source)) flags.add("u");
  try {
    return new RegExp(source, [...flags].join(""));
  } catch (error) {
    throw new StepFailure("invalid-regex", `expected a regular expression, got ${JSON.stringify(pattern)}: ${(error as Error).message}`);
  }
}

/** The failure of a search that took too long. */
export function regexTimeout(pattern: string, limitMs = REGEX_LIMIT_MS): StepFailure {
  return new StepFailure("regex-timeout", `expected an answer within ${limitMs} ms from the pattern ${JSON.stringify(pattern)}; write it without nested repetitions`);
}

/** Texts that have nothing in common: what is found in all of them is found in any. */
const UNLIKE_TEXTS = ["", "\n", " ", "a", "Z", "7", "_", "é", "漢", "-", "{}", '"', "\u0001", "\\/|", "q1 W2\nx"];
const MAX_REMEMBERED = 500;
const everywhere = new Map<string, boolean>();

const INLINE_FLAGS = /^\(\?([ims]+)\)/;
const UNICODE_SYNTAX = /\\[pP]\{|\\u\{/;

function matchOf(found: RegExpExecArray | null): RegexMatch | undefined {
  if (found === null) return undefined;
  const named = Object.entries(found.groups ?? {}).filter((entry): entry is [string, string] => (entry[1] as string | undefined) !== undefined);
  return { match: found[0], groups: found.slice(1), named: Object.fromEntries(named) };
}
