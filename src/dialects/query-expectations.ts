import { isObject, type Draft, type Keys, type Path } from "./draft.js";
import { checksIn, type Check } from "./expected-words.js";

/** Adds to the assertions of a query what is written at `from`, within the inputs. */
export function addAssertion(draft: Draft, assertion: unknown, ...from: Path): void {
  addAssertions(draft, [{ assertion, from }]);
}

/** As {@link addAssertion}, for several. */
export function addAssertions(draft: Draft, added: readonly { readonly assertion: unknown; readonly from: Path }[]): void {
  const known = draft.get("assertions");
  for (const { assertion, from } of added) if (isObject(assertion)) draft.notes.origins.set(assertion, [...draft.path, ...from]);
  draft.set("assertions", [...(Array.isArray(known) ? (known as unknown[]) : []), ...added.map(({ assertion }) => assertion)]);
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

/** A value, or a check, as the keys of an assertion. */
export function checkForm(matcher: unknown): Keys {
  return isObject(matcher) && typeof matcher["operator"] === "string" ? matcher : { operator: "equals", expected: matcher };
}
