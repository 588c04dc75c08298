import type { Draft, Keys } from "./draft.js";
import { checksIn, type Check } from "./expected-words.js";

/** Adds to the assertions of a query. */
export function addAssertion(draft: Draft, assertion: Keys): void {
  const known = draft.get("assertions");
  draft.set("assertions", [...(Array.isArray(known) ? (known as unknown[]) : []), assertion]);
}

/** As {@link matcherOf}, where there is room for one check alone: a value that stands for several stays as it is, which nothing equals. */
export function soleMatcher(value: unknown): unknown {
  const { matcher, more } = matcherOf(value);
  return more.length > 0 ? value : matcher;
}

/** The one check that a value stands for, or the value itself. */
export function matcherOf(value: unknown): { readonly matcher: unknown; readonly more: readonly Check[] } {
  const [first, ...more] = checksIn(value) ?? [];
  if (first === undefined) return { matcher: value, more: [] };
  const { operator, expected, tolerance } = first;
  return { matcher: operator === "equals" && tolerance === undefined ? expected : { operator, ...(expected !== undefined && { expected }), ...(tolerance !== undefined && { tolerance }) }, more };
}
