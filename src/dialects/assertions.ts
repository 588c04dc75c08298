import { isCommentKey } from "../primitives/common-keys.js";
import { variableName } from "./aliases.js";
import { settleAlternatives, type Alternatives, type Assertions } from "./alternatives.js";
import { takeChecks } from "./assertion-expectations.js";
import { placeOf } from "./assertion-place.js";
import { pathOf } from "./capturing.js";
import type { Chain } from "./chain.js";
import { looksLikeComparison } from "./comparisons.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { checksIn } from "./expected-words.js";
import { takePlace } from "./taken-place.js";
import { toCanonical } from "./canonical-assertion.js";
import { isHarmless } from "./harmless-keys.js";
import { MAY_EXPECT } from "./unread-keys.js";

/**
 * Reads the assertions of a published step; one that checks several things becomes several. Without `hasChoice` the step has no
 * place for alternatives.
 */
export function canonicalAssertions(items: readonly Draft[], chain: Chain, hasChoice: boolean): Assertions {
  const required: Keys[][] = [];
  const groups: Alternatives[] = [];
  let isMoved = items.some(({ path }, index) => path.at(-1) !== index);
  let latest: Alternatives | undefined; // the group that the assertion before belongs to
  for (const item of items) {
    if (isCanonical(item, chain)) {
      required.push([item.keys]);
      if (isMoved) item.notes.origins.set(item.keys, item.path);
      latest = undefined;
      continue;
    }
    const isAlternative = (item.has("or_path") || item.has("or_header")) && !item.has("path") && !item.has("header");
    const { assertions, choice } = readAssertion(item, chain);
    isMoved ||= isAlternative || choice !== undefined || assertions.length !== 1;
    if (isMoved) for (const assertion of [...assertions, ...(choice?.readings.flat() ?? [])]) item.notes.origins.set(assertion, item.path);
    if (isAlternative) {
      const previous = latest === undefined ? required.pop() : undefined;
      if (latest === undefined) groups.push((latest = { draft: item, readings: previous === undefined ? [] : [previous] }));
      latest.readings.push(assertions);
    } else if (choice !== undefined) groups.push((latest = choice));
    else {
      required.push(assertions);
      latest = undefined;
    }
  }
  return settleAlternatives(required, groups, hasChoice);
}

/** Whether there is nothing to be read in another way; most assertions are so. */
function isCanonical({ keys }: Draft, chain: Chain): boolean {
  const { path, operator, expected } = keys;
  if (typeof path !== "string" || !Object.keys(keys).every((key) => PLAIN_KEYS.has(key))) return false;
  if (operator === undefined ? expected === undefined : typeof operator !== "string" || !PLAIN_OPERATORS.has(operator)) return false;
  if (expected === null || checksIn(expected) !== undefined) return false;
  if (operator === undefined && typeof expected === "string" && looksLikeComparison(expected)) return false;
  const place = placeOf(path, chain);
  return place.keys["path"] === path && place.source === undefined && place.operator === undefined;
}

const PLAIN_KEYS: ReadonlySet<string> = new Set(["path", "operator", "expected", "tolerance", "each", "optional"]);
/** Those that documents mean as they are meant here, whatever stands beside them. */
const PLAIN_OPERATORS: ReadonlySet<string> = new Set(["equals", "not_equals", "gt", "gte", "lt", "lte", "in", "not_in", "starts_with", "ends_with"]);

interface ReadAssertion {
  readonly assertions: Keys[];
  /** What it says in its place, where it leaves a choice. */
  readonly choice?: Alternatives;
}

function readAssertion(draft: Draft, chain: Chain): ReadAssertion {
  const written = { ...draft.keys };
  const capture = takeCapture(draft);
  const { place, alternative, within } = takePlace(draft, chain);
  const isOrAbsent = takeOrAbsent(draft);
  const checks = isOrAbsent ? [{ operator: "in", expected: [null, "", [], {}] }] : takeChecks(draft, place);
  const settings = takeSettings(draft);
  const unread = takeUnread(draft);
  const read = toCanonical({ draft, chain, place, checks, settings: isOrAbsent ? { ...settings, optional: true } : settings, capture });
  const holder = within === undefined || !read.some(holdsForNothing) ? [] : [{ ...within.keys, ...(within.source !== undefined && { source: within.source }), operator: "type", expected: "object" }];
  const assertions = withUnread([...read, ...holder], unread);
  if (isOrAbsent && holder.length === 0) return { assertions, choice: { draft, readings: ["not_exists", "is_null", "empty"].map((operator) => [besideUnread({ ...place.keys, operator }, unread)]), otherwise: assertions } };
  if (!isSameSpelling(written, assertions)) {
    draft.note("expectation-form", `read as ${JSON.stringify(assertions.length === 1 ? assertions[0] : assertions).slice(0, 200)}`);
  }
  const [first, ...more] = assertions;
  if (alternative === undefined || first === undefined || more.length > 0) return { assertions };
  return { assertions, choice: { draft, readings: [[first], [{ ...first, path: undefined, ...alternative.keys }]] } };
}

/** Whether an assertion holds where nothing is, so that something must be sure to be looked into. */
function holdsForNothing({ operator, optional }: Keys): boolean {
  return operator === "not_exists" || optional === true;
}

/** What nobody reads of an assertion, without comments and what checks nothing. */
function takeUnread(draft: Draft): Keys {
  const unread: Keys = {};
  for (const [key, value] of Object.entries(draft.keys)) {
    if (isCommentKey(key)) continue;
    const isLost = isHarmless("json_value_assert", key, value);
    if (!isLost) unread[key] = value;
    draft.note("unread-key", `nobody reads \`${key}\` of an assertion, ${isLost ? "and it is left out" : MAY_EXPECT}`, key);
  }
  return unread;
}

/** An assertion that is not understood as a whole does not hold: what is unread stays in it, and no value is one of such a form. */
function withUnread(assertions: Keys[], unread: Readonly<Keys>): Keys[] {
  if (Object.keys(unread).length === 0) return assertions;
  const [first = {}, ...more] = assertions;
  return [besideUnread(first, unread), ...more];
}

function besideUnread(assertion: Readonly<Keys>, unread: Readonly<Keys>): Keys {
  return { ...Object.fromEntries(Object.entries(unread).map(([key, value]) => [Object.hasOwn(assertion, key) ? `second ${key}` : key, value])), ...assertion };
}

/** Whether an assertion is as it was written, but for the order of its keys and for comments. */
function isSameSpelling(written: Readonly<Keys>, [first, ...more]: readonly Keys[]): boolean {
  if (first === undefined || more.length > 0) return false;
  const keys = Object.keys(written).filter((key) => !isCommentKey(key));
  const read = Object.keys(first).filter((key) => first[key] !== undefined);
  return keys.length === read.length && keys.every((key) => written[key] === first[key] || JSON.stringify(written[key]) === JSON.stringify(first[key]));
}

/** The variable, or variables, for the value that the assertion finds. */
function takeCapture(draft: Draft): unknown {
  const word = draft.get("operator") ?? draft.get("op");
  if (word === "store_as" || word === "save_as" || word === "capture") {
    const name = variableName(draft.get("key") ?? draft.get("expected") ?? draft.get("value") ?? draft.get("name"));
    for (const key of ["operator", "op", "key", "expected", "value", "name"]) draft.take(key);
    return name;
  }
  const field = draft.take("capture_field");
  for (const key of ["capture_as", "store_as", "save_as"]) {
    const value = draft.get(key);
    const name = isObject(value) ? value : variableName(value);
    if (name === undefined) continue;
    draft.take(key);
    return typeof name === "string" && typeof field === "string" ? { [name]: pathOf(field) } : name;
  }
  return undefined;
}

/** Words for "empty, null or not there at all". */
function takeOrAbsent(draft: Draft): boolean {
  const word = [draft.get("operator"), draft.get("op"), draft.get("expected")].find((value) => typeof value === "string" && OR_ABSENT.has(value));
  const key = [...OR_ABSENT].find((name) => draft.get(name) === true);
  if (word === undefined && key === undefined) return false;
  for (const name of [key, "operator", "op", "expected"]) if (name !== undefined) draft.take(name);
  draft.note("or-absent", "it also holds where nothing is there at all");
  return true;
}

const OR_ABSENT: ReadonlySet<string> = new Set(["empty_or_absent", "expected_absent_or_null", "absent_or_null", "eq_or_empty", "null_or_absent", "expected_empty_or_absent"]);

function takeSettings(draft: Draft): Keys {
  const settings: Keys = {};
  for (const key of ["tolerance", "each", "optional", "key", "order", "loose", "source"]) if (draft.has(key)) settings[key] = draft.take(key);
  for (const [key, nothing] of [["case_insensitive", false], ["has_exactly_keys", true]] as const) if (draft.get(key) === nothing) draft.take(key);
  return settings;
}
