import { numberOf, spelled } from "../aliases.js";
import { canonicalAssertions } from "../assertions.js";
import type { Chain } from "../chain.js";
import { isObject, type Draft, type Keys } from "../draft.js";
import { typesNamed } from "../expected-words.js";
import type { Spelling } from "../spellings.js";

/** Assertions on values, and on their shape. */
export const jsonSpellings = {
  json_value_assert: { rewrite: rewriteValueAssert },
  json_schema_match: {
    aliases: { ...spelled("required_fields", "required_keys", "schema_keys", "expected_keys"), required_keys_min_count: "min_fields", min_keys: "min_fields" },
    rewrite: rewriteSchemaMatch,
  },
} satisfies Readonly<Record<string, Spelling>>;

/** Keys of the step itself; everything else belongs to an assertion that is written without a list. */
const OF_STEP: ReadonlySet<string> = new Set(["assertions", "assertions_any_of", "min_passing", "source", "name", "allow_vacuous", "setup", "literal_braces", "role"]);

function rewriteValueAssert(draft: Draft, chain: Chain): void {
  if (!draft.has("assertions") && !draft.has("assertions_any_of")) wrapAssertion(draft);
  if (isObject(draft.get("assertions"))) draft.set("assertions", [draft.get("assertions")]);
  const isChosen = Array.isArray(draft.get("assertions_any_of"));
  const items = draft.items("assertions");
  const { all, any: unsaid } = canonicalAssertions(items, chain, !isChosen);
  const alternatives = isChosen ? singleAssertions(draft.items("assertions_any_of"), chain) : unsaid;
  countAll(draft, items.length, all.length);
  if (Array.isArray(draft.get("assertions"))) {
    const odd = draft.odd("assertions");
    if (all.length + odd.length > 0 || alternatives.length === 0) draft.setItems("assertions", [...all, ...odd]);
    else draft.take("assertions");
  }
  if (isChosen || alternatives.length > 0) draft.setItems("assertions_any_of", [...alternatives, ...draft.odd("assertions_any_of")]);
  hoistSource(draft, all, alternatives);
  for (const { paths, operator } of all) {
    if (operator === "exists" && Array.isArray(paths) && paths.includes("$")) draft.note("vacuous-expectation", "one of the alternatives is `$`, which every JSON document has", "assertions");
  }
}

/** Each of the alternatives as one assertion; one that checks several things at once can not be said so, and is left out. */
function singleAssertions(items: readonly Draft[], chain: Chain): Keys[] {
  return items.flatMap((item) => {
    const { all } = canonicalAssertions([item], chain, false);
    if (all.length > 1) item.note("unread-key", "an alternative can only check one thing; this one is left out");
    return all.length > 1 ? [] : all;
  });
}

/** So many of the published assertions: of more or fewer canonical ones it is all of them. */
function countAll(draft: Draft, written: number, read: number): void {
  const least = numberOf(draft.get("min_passing"));
  if (least === undefined || least < 1 || written === read) return;
  draft.take("min_passing");
  draft.note("unread-key", "an assertion checks several things, so `min_passing` is left out and all of them must hold", "min_passing");
}

/** An assertion in the place of the list of them. */
function wrapAssertion(draft: Draft): void {
  const keys = Object.keys(draft.keys).filter((key) => !OF_STEP.has(key) && !key.startsWith("_round") && key !== "response");
  if (keys.length === 0) return;
  const assertion = Object.fromEntries(keys.map((key) => [key, draft.take(key)]));
  draft.notes.origins.set(assertion, draft.path);
  draft.set("assertions", [assertion]);
  draft.note("expectation-form", "the keys of the step are read as one assertion");
}

/** A source that all assertions share is that of the step. */
function hoistSource(draft: Draft, ...lists: readonly Record<string, unknown>[][]): void {
  const assertions = lists.flat();
  const [first] = assertions;
  const source = first?.["source"];
  if (source === undefined || draft.has("source") || !assertions.every((assertion) => assertion["source"] === source)) return;
  for (const assertion of assertions) delete assertion["source"];
  draft.set("source", source);
}

function rewriteSchemaMatch(draft: Draft): void {
  if (typeof draft.get("required_fields") === "string") draft.set("required_fields", [draft.get("required_fields")]);
  const types = draft.get("field_types");
  if (isObject(types)) draft.set("field_types", Object.fromEntries(Object.entries(types).map(([path, type]) => [path, typesNamed(type) ?? type])));
  if (!draft.has("root")) draft.set("root", "auto"); // most of the evaluators that these files came with looked into `data` as well
}
