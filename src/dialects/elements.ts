import { isDeepStrictEqual } from "node:util";
import { applyAliases, spelled } from "./aliases.js";
import type { Draft } from "./draft.js";
import { translateAt } from "./regexes.js";

const ALIASES = {
  ...spelled("exists", "shouldExist", "should_exist", "expect_present", "expect_exists", "present"),
  ...spelled("text_contains", "textContains", "expectedText", "shouldContain", "contains", "expected_text", "contains_text", "text"),
  ...spelled("text_equals", "textEquals"),
  ...spelled("matches", "valueRegex", "value_regex", "regex"),
  ...spelled("equals", "valueEquals", "value_equals", "value"),
  attr: "attribute",
  css: "selector",
  ...spelled("min_count", "minCount"),
  ...spelled("visible", "is_visible", "shouldBeVisible"),
} as const;

/** Assertions on elements in their canonical form. */
export function rewriteElements(assertions: readonly Draft[]): void {
  for (const assertion of assertions) {
    rewriteWords(assertion);
    applyAliases(assertion, ALIASES);
    translateAt(assertion, "matches");
    if (assertion.has("attribute") && typeof assertion.get("expected") === "string") assertion.rename("expected", "equals");
  }
}

/** `assertion: "visible"`, `expected: "exists"`, `check` and what it expects. */
function rewriteWords(assertion: Draft): void {
  const expected = assertion.get("expected");
  const word = assertion.get("assertion") ?? assertion.get("check") ?? assertion.get("operator");
  const key = ["assertion", "check", "operator"].find((name) => assertion.has(name));
  const isHidden = typeof word === "string" && word.startsWith("visib") && typeof expected === "string" && expected.startsWith("hidden");
  const ofExpected = typeof expected === "string" ? STATES.get(expected) : undefined;
  const state = isHidden ? { visible: false } : (STATES.get(String(word)) ?? ofExpected);
  if (state === undefined) return;
  const isSaid = isHidden || typeof expected === "boolean" || isDeepStrictEqual(ofExpected, state); // any other expectation stays, to be reported
  for (const name of [key, ...(isSaid ? ["expected"] : [])]) if (name !== undefined) assertion.take(name);
  for (const [name, value] of Object.entries(state)) assertion.offer(name, expected === false ? !value : value);
  assertion.note("expectation-form", `read as ${JSON.stringify(state)}`);
}

const STATES: ReadonlyMap<string, Readonly<Record<string, boolean>>> = new Map<string, Readonly<Record<string, boolean>>>([
  ...["exists", "present", "exist"].map((word) => [word, { exists: true }] as const),
  ...["not_exists", "absent"].map((word) => [word, { exists: false }] as const),
  ...["visible", "is_visible"].map((word) => [word, { visible: true }] as const),
  ...["hidden", "not_visible"].map((word) => [word, { visible: false }] as const),
]);
