import { remembering } from "../model/remembering.js";
import type { Draft } from "./draft.js";
import { statusesIn, statusesThat, testNamed } from "./status-words.js";

/** The statuses under a key as numbers and classes; `undefined` when there are none, or something else. */
export function statusesOf(value: unknown): readonly (number | string)[] | undefined {
  return value === undefined || value === null ? undefined : statusesIn(value);
}

/** Unites the statuses under several keys in `to`; `isAlone` for a step of which everything is about the status. */
export function uniteStatuses(draft: Draft, to: string, aliases: readonly string[], isAlone = false): void {
  if (![to, ...aliases].some((key) => draft.has(key))) readBounds(draft, to, isAlone ? isBareBound : isBound);
  const given = [to, ...aliases].filter((key) => statusesOf(draft.get(key)) !== undefined);
  const united = [...new Set(given.flatMap((key) => statusesOf(draft.get(key)) ?? []))];
  if (given.length === 0) return;
  const [first] = given;
  const isPlain = given.length === 1 && first === to;
  for (const key of given) if (key !== to) draft.take(key);
  if (!isPlain || JSON.stringify(draft.get(to)) !== JSON.stringify(united)) {
    if (first !== undefined && isWord(draft.get(to))) draft.note("expected-word", `${JSON.stringify(draft.get(to))} is read as a list of statuses`, first);
    draft.set(to, isPlain && !Array.isArray(draft.get(to)) && united.length === 1 ? united[0] : united);
  }
  if (given.length > 1) draft.note("status-union", `${given.map((key) => `\`${key}\``).join(" and ")} are united`, first);
  else if (first !== undefined && first !== to) draft.note("alias-key", `\`${first}\` is read as \`${to}\``, first);
}

/** Keys that say which statuses are right without listing them. Beside a list they say something else, and stay. */
function readBounds(draft: Draft, to: string, isBound: (key: string) => boolean): void {
  const keys = Object.keys(draft.keys).filter(isBound);
  if (keys.length === 0) return;
  const statuses = statusesThat(keys.map((key) => testNamed(key, draft.get(key))));
  if (statuses === undefined) return;
  for (const key of keys) {
    draft.take(key);
    draft.note("expectation-form", `\`${key}\` is read as a list of \`${to}\``, key);
  }
  draft.set(to, statuses);
}

const RELATION = "(?:not_in|in|lte?|gte?|min|max|less_than|greater_than|below|above|at_least|at_most|not|ne|eq|equals|not_equals|one_of|any_of|none_of|range|between|class)";
const BOUND = new RegExp(`^(?:expect(?:ed)?_)?status(?:_code)?_${RELATION}$`);
const BARE_BOUND = new RegExp(`^(?:(?:expect(?:ed)?_)?(?:status(?:_code)?_)?)${RELATION}$`);
const isBound = remembering((key) => BOUND.test(key));
const isBareBound = remembering((key) => BARE_BOUND.test(key));

function isWord(value: unknown): boolean {
  return typeof value === "object" ? !Array.isArray(value) : typeof value === "string" && !/^\s*\d{3}\s*$/.test(value);
}
