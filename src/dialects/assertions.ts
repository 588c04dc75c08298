import { isCommentKey } from "../primitives/common-keys.js";
import { numberOf, variableName } from "./aliases.js";
import { takeChecks } from "./assertion-expectations.js";
import { placeOf, type Place } from "./assertion-place.js";
import { pathOf } from "./capturing.js";
import type { Chain } from "./chain.js";
import { asList, isObject, type Draft, type Keys } from "./draft.js";
import { checksIn } from "./expected-words.js";
import { toCanonical } from "./canonical-assertion.js";

/** Assertions in their canonical form. */
export interface Assertions {
  /** All of them must hold. */
  readonly all: Keys[];
  /** One of them must hold as well. */
  readonly any: Keys[];
}

/** Reads the assertions of a published step; one that checks several things becomes several. */
export function canonicalAssertions(items: readonly Draft[], chain: Chain): Assertions {
  const result: Assertions = { all: [], any: [] };
  for (const item of items) {
    if (isCanonical(item, chain)) {
      result.all.push(item.keys);
      continue;
    }
    const isAlternative = item.has("or_path") || item.has("or_header");
    const hasPlace = item.has("path") || item.has("header");
    const previous = isAlternative && !hasPlace ? result.all.pop() : undefined;
    if (previous !== undefined) result.any.push(previous);
    const read = readAssertion(item, chain);
    if (read.isOrAbsent && result.any.length === 0) {
      result.any.push(...["not_exists", "is_null", "empty"].map((operator) => ({ ...read.place.keys, operator })));
      continue;
    }
    const list = read.assertions;
    if (isAlternative && !hasPlace) result.any.push(...list);
    else if (read.alternative !== undefined && list.length === 1) result.any.push(...list, { ...list[0], path: undefined, ...read.alternative.keys });
    else result.all.push(...list);
  }
  for (const assertion of [...result.all, ...result.any]) for (const key of Object.keys(assertion)) if (assertion[key] === undefined) delete assertion[key];
  return result;
}

/** Whether there is nothing to be read in another way; most assertions are so. */
function isCanonical({ keys }: Draft, chain: Chain): boolean {
  const { path, operator, expected } = keys;
  if (typeof path !== "string" || !Object.keys(keys).every((key) => PLAIN_KEYS.has(key))) return false;
  if (operator === undefined ? expected === undefined : typeof operator !== "string" || !PLAIN_OPERATORS.has(operator)) return false;
  if (expected === null || checksIn(expected) !== undefined) return false;
  const place = placeOf(path, chain);
  return place.keys["path"] === path && place.source === undefined && place.operator === undefined;
}

const PLAIN_KEYS: ReadonlySet<string> = new Set(["path", "operator", "expected", "tolerance", "each", "optional"]);
/** Those that documents mean as they are meant here, whatever stands beside them. */
const PLAIN_OPERATORS: ReadonlySet<string> = new Set(["equals", "not_equals", "gt", "gte", "lt", "lte", "in", "not_in", "starts_with", "ends_with"]);

interface ReadAssertion {
  readonly place: Place;
  readonly assertions: Keys[];
  readonly isOrAbsent: boolean;
  /** Another place of another kind where it may hold instead. */
  readonly alternative?: Place;
}

function readAssertion(draft: Draft, chain: Chain): ReadAssertion {
  const before = JSON.stringify(draft.keys);
  const capture = takeCapture(draft);
  const { place, alternative } = takePlace(draft, chain);
  const isOrAbsent = takeOrAbsent(draft);
  const checks = isOrAbsent ? [{ operator: "in", expected: [null, "", [], {}] }] : takeChecks(draft, place);
  const settings = takeSettings(draft);
  for (const key of Object.keys(draft.keys)) {
    if (!isCommentKey(key)) draft.note("unread-key", `nobody reads \`${key}\` of an assertion, and it is left out`, key);
  }
  const assertions = toCanonical({ draft, chain, place, checks, settings: isOrAbsent ? { ...settings, optional: true } : settings, capture });
  if (!isOrAbsent && before !== JSON.stringify(assertions.length === 1 ? assertions[0] : assertions) && !isSameSpelling(before, assertions)) {
    draft.note("expectation-form", `read as ${JSON.stringify(assertions.length === 1 ? assertions[0] : assertions).slice(0, 200)}`);
  }
  return { place, assertions, isOrAbsent, ...(alternative !== undefined && { alternative }) };
}

/** Whether only the order of keys or comments differ. */
function isSameSpelling(before: string, [first, ...more]: readonly Keys[]): boolean {
  const written = JSON.parse(before) as Keys;
  const keys = Object.keys(written).filter((key) => !isCommentKey(key));
  return more.length === 0 && first !== undefined && keys.length === Object.keys(first).length && keys.every((key) => JSON.stringify(written[key]) === JSON.stringify(first[key]));
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

const PATH_KEYS = ["path", "json_path", "jsonpath", "field", "column", "or_path"];

function takePlace(draft: Draft, chain: Chain): { place: Place; alternative?: Place } {
  const header = draft.take("header") ?? draft.take("or_header");
  if (typeof header === "string" && !draft.has("path")) return { place: { keys: { header } } };
  const part = draft.get("part");
  if (typeof part === "string") return { place: { keys: { part: draft.take("part") } } };
  const size = numberOf(draft.get("min_response_size"));
  if (size !== undefined && !draft.has("path")) {
    draft.take("min_response_size");
    draft.set("gte", size);
    return { place: { keys: { part: "bytes" } } };
  }
  const body = draft.get("body_contains");
  if (body !== undefined && !draft.has("path")) {
    draft.take("body_contains");
    draft.set("contains", body);
    return { place: { keys: { part: "text" } } };
  }
  const [left, right] = Array.isArray(draft.get("compare_query_fields")) ? (draft.take("compare_query_fields") as unknown[]) : [];
  if (typeof left === "string" && typeof right === "string") {
    draft.set("equals_path", `$.rows[0].${right}`);
    return { place: { keys: { path: `$.rows[0].${left}` } } };
  }
  const columns = draft.has("field") || draft.has("column");
  const texts = PATH_KEYS.flatMap((key) => (draft.has(key) ? asList(draft.take(key)) : []));
  for (const key of ["paths", "path_any_of", "alt_check", "alt_path", "alt_paths", "optional_aliases"]) {
    if (!draft.has(key)) continue;
    const more = asList(draft.take(key)).map((item) => (isObject(item) ? item["path"] : item));
    texts.push(...more.map((path) => (key === "optional_aliases" && typeof path === "string" ? pathOf(path) : path)));
  }
  const places = texts.filter((text) => typeof text === "string").map((text) => placeOf(columns && /^\w+$/.test(text) ? `$.rows[0].${text}` : text, chain));
  const [place = { keys: {} }, ...more] = places;
  if (more.length === 0) return { place, ...(typeof header === "string" && { alternative: { keys: { header } } }) };
  const paths = places.flatMap(({ keys }) => (typeof keys["path"] === "string" ? [keys["path"]] : []));
  return { place: { ...place, keys: paths.length > 1 ? { paths } : place.keys } };
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
