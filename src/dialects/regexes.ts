import { regexProblem } from "../match/regex.js";
import { toJavaScript } from "./python-regex.js";
import type { Draft } from "./draft.js";

/** Translates the Python regular expression under a key, or those in the list under it. */
export function translateAt(draft: Draft, key: string): void {
  const value = draft.get(key);
  if (typeof value === "string") draft.set(key, translated(value, draft, key));
  else if (Array.isArray(value)) draft.set(key, value.map((item: unknown) => (typeof item === "string" ? translated(item, draft, key) : item)));
}

/** A Python regular expression as JavaScript writes it; what can not be said there is an error of the document. */
export function translated(pattern: string, draft: Draft, key?: string): string {
  const result = toJavaScript(pattern);
  const problem = result.problem ?? (pattern.includes("{{") ? undefined : regexProblem(result.pattern));
  if (problem !== undefined) {
    draft.note("regex-untranslatable", `expected a regular expression that JavaScript can express, got ${JSON.stringify(pattern)}: ${problem}`, key);
    return pattern;
  }
  if (result.pattern !== pattern) draft.note("regex-translated", `${JSON.stringify(pattern)} is read as ${JSON.stringify(result.pattern)}`, key);
  return result.pattern;
}
