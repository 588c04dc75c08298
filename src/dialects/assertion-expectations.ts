import { numberOf } from "./aliases.js";
import { checkAt, checkNamed } from "./assertion-checks.js";
import type { Place } from "./assertion-place.js";
import { looksLikeComparison } from "./comparisons.js";
import { isObject, type Draft } from "./draft.js";
import { checksIn, OPERATOR_WORDS, type Check } from "./expected-words.js";

const WORD_KEYS = ["operator", "op", "match_type", "predicate", "assertion", "match", "check"];

/** Takes everything out of an assertion that is a check, whichever way it is said. */
export function takeChecks(draft: Draft, place: Place): readonly Check[] {
  const checks: Check[] = [];
  const wordKey = WORD_KEYS.find((key) => typeof draft.get(key) === "string" && (key !== "match" || isWord(draft.get(key))));
  const word = wordKey === undefined ? undefined : String(draft.take(wordKey));
  const valueKey = ["expected", "value", "values", "pattern", "substring"].find((key) => draft.has(key) && (key !== "pattern" || word !== undefined));
  const isArrayFind = word === "array_find" || word === "find";
  if (isArrayFind) checks.push(...arrayFind(draft));
  else if (word !== undefined) {
    const operandKey = valueKey ?? ["acceptable", "keys"].find((key) => draft.has(key));
    const given = operandKey === undefined ? undefined : draft.take(operandKey);
    const stay = (): void => draft.set(`${operandKey ?? ""} beside ${word}`, given); // it can not be judged, and no assertion has such a key
    if (word === "jwt_decode" || word === "jwt") {
      if (draft.has("claims") && given !== undefined) stay();
      checks.push({ operator: "jwt", claims: claimsOf(draft.take("claims") ?? given) });
    } else if (word === "sorted_by") {
      if (!["string", "undefined"].includes(typeof given) && given !== true) stay();
      checks.push({ operator: "sorted_by", ...(typeof given === "string" && { key: given }) });
    } else {
      const check = checkNamed(word, given);
      const alone = check ?? checkNamed(word, undefined);
      if (check === undefined && alone !== undefined) stay();
      if (alone === undefined) draft.note("unknown-operator", `expected an operator such as equals or not_null, got ${JSON.stringify(word)}; the step will fail`, wordKey);
      checks.push(...[alone ?? { operator: word, expected: given }].flat());
    }
  } else if (valueKey !== undefined) checks.push(...checksOfExpected(draft.take(valueKey), place, draft));

  const sorting = draft.get("expected_sorted_by");
  if (typeof sorting === "string" || sorting === true) {
    draft.take("expected_sorted_by");
    checks.push({ operator: "sorted_by", ...(typeof sorting === "string" && { key: sorting }), ...(draft.has("order") && { order: draft.take("order") }) });
  }
  if (draft.has("claims")) checks.push({ operator: "jwt", claims: claimsOf(draft.take("claims")) });
  for (const key of Object.keys(draft.keys)) {
    const check = checkAt(key, draft.get(key));
    if (check === undefined) continue;
    draft.take(key);
    checks.push(...[check].flat());
  }
  return checks;
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && OPERATOR_WORDS.has(value);
}

/** What `expected` alone says: a word, an object of checks, or a value. */
function checksOfExpected(value: unknown, place: Place, draft: Draft): readonly Check[] {
  if (value === null) return [{ operator: "is_null" }];
  const read = checksIn(value);
  if (read !== undefined) {
    draft.note("expected-word", `${JSON.stringify(value)} is read as ${JSON.stringify(read)}`, "expected");
    return read;
  }
  if (place.operator === "length" && numberOf(value) !== undefined) return [{ operator: "length", expected: numberOf(value) }];
  if (typeof value === "string" && place.operator === undefined && looksLikeComparison(value)) {
    draft.note("unknown-operator", `${JSON.stringify(value)} is no check that can be read, so it is compared as a text; say it with \`operator\` and \`expected\` where it is one`, "expected");
  }
  if (place.operator === undefined || place.operator === "length") return [{ operator: "equals", expected: value }];
  return [checkNamed(place.operator, value) ?? { operator: "equals", expected: value }].flat();
}

/** The member of a list that is like `match`; keys that end in `_contains` ask for a part of a text. */
function arrayFind(draft: Draft): readonly Check[] {
  const match = draft.take("match") ?? draft.take("expected") ?? draft.take("value");
  if (!isObject(match)) return [{ operator: "contains", expected: match }];
  const member = Object.entries(match).map(([key, value]) => {
    const [, name] = /^(.+)_contains$/.exec(key) ?? [];
    return name === undefined ? [key, value] : [name, { operator: "contains", expected: value }];
  });
  return [{ operator: "contains", expected: Object.fromEntries(member) }];
}

function claimsOf(claims: unknown): unknown {
  if (!isObject(claims)) return Array.isArray(claims) ? Object.fromEntries(claims.map((name) => [String(name), { operator: "not_null" }])) : claims;
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimOf(value)]));
}

function claimOf(value: unknown): unknown {
  if (value === "uuid_format") return { operator: "regex", expected: "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" };
  const [, amount, unit] = typeof value === "string" ? (/^future_timestamp(?:_(\d+)([smhd]))?$/.exec(value) ?? []) : [];
  if (typeof value === "string" && value.startsWith("future_timestamp")) {
    const seconds = Number(amount ?? 0) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[unit ?? "s"] ?? 1);
    return { operator: "time_from_now", expected: seconds === 0 ? [0, 10 * 365 * 86_400] : [seconds - 300, seconds + 300] };
  }
  const [check, ...more] = checksIn(value) ?? [];
  return check === undefined || more.length > 0 ? value : { operator: check.operator, ...(check.expected !== undefined && { expected: check.expected }) };
}
