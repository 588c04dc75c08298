import { selectPath } from "../../match/json-path.js";
import { findRegex } from "../../match/regex.js";
import { readJson } from "../../model/json.js";

/** How the text of a pattern is looked for. */
export const MATCH_TYPES = ["contains", "regex", "exact", "json_path"] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

/** One thing to look for in a text. */
export interface Needle {
  readonly type: MatchType;
  readonly pattern: string;
}

/** What a text must hold and must not hold. */
export interface Wanted {
  /** Of each list at least one. */
  readonly demands: readonly (readonly Needle[])[];
  readonly forbidden: readonly string[];
  readonly ignoreCase: boolean;
  /** Of regular expressions: `^` and `$` match at line breaks. */
  readonly multiline: boolean;
}

/** What of it a text lacks; nothing of either when it is as wanted. */
export interface Lack {
  readonly missing: readonly string[];
  readonly present: readonly string[];
  /** What was found for the demands that are met, at most 200 characters each. */
  readonly found: readonly string[];
}

/** Judges one text on its own. Throws a `StepFailure` for a bad pattern or one that takes too long. */
export function lackOf(text: string, wanted: Wanted): Lack {
  const missing: string[] = [];
  const found: string[] = [];
  for (const demand of wanted.demands) {
    const match = firstMatch(demand, text, wanted);
    if (match === undefined) missing.push(demand.map(({ pattern }) => JSON.stringify(pattern)).join(" or "));
    else found.push(match.slice(0, 200));
  }
  const present = wanted.forbidden.filter((word) => findNeedle({ type: "contains", pattern: word }, text, wanted) !== undefined);
  return { missing, found, present: present.map((word) => JSON.stringify(word)) };
}

function firstMatch(demand: readonly Needle[], text: string, wanted: Wanted): string | undefined {
  for (const needle of demand) {
    const match = findNeedle(needle, text, wanted);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The part of the text that matches. */
function findNeedle({ type, pattern }: Needle, text: string, { ignoreCase, multiline }: Wanted): string | undefined {
  const fold = (words: string): string => (ignoreCase ? words.toLowerCase() : words);
  switch (type) {
    case "contains":
      return fold(text).includes(fold(pattern)) ? pattern : undefined;
    case "exact":
      // the line break at the end of a text file is no part of what it says
      return [text, text.replace(/\r?\n$/, "")].some((whole) => fold(whole) === fold(pattern)) ? pattern : undefined;
    case "regex":
      return findRegex(pattern, text, { ignoreCase, multiline })?.match;
    case "json_path": {
      const reading = readJson(text);
      return reading.ok && selectPath(reading.value, pattern).values.length > 0 ? pattern : undefined;
    }
  }
}
