import { conditionOf, isSoft, namesFollowers, namesPrerequisites } from "../document/node-key-meanings.js";
import { isHolder, mentions } from "../document/order-keys.js";
import { remembering } from "../model/remembering.js";
import { suggester } from "../model/suggest.js";
import { isObject, type Draft } from "./draft.js";

/**
 * The prerequisites of a node, under every key that plainly names some: without one of them the node would run ungated. An id
 * that no node has stays one, so that the node is skipped. Returns the keys that can not be read.
 */
export function canonicalPrereqs(draft: Draft, ids: ReadonlySet<string>): readonly string[] {
  moveFromHolders(draft, ids);
  const own = draft.get("prereqs");
  if (own === null) draft.take("prereqs");
  else if (typeof own === "string") draft.set("prereqs", idsIn(own, ids));
  const unread = Object.keys(draft.keys).filter((key) => key !== "prereqs" && mayName(key, draft.get(key), ids) && !takeUnder(key, draft, ids));
  const prereqs = draft.get("prereqs");
  if (prereqs === undefined && own === null) draft.set("prereqs", []);
  if (Array.isArray(prereqs)) {
    const once = [...new Set<unknown>(prereqs)];
    if (once.length < prereqs.length) draft.note("duplicate-prereq", "a prerequisite is named twice; once counts", "prereqs");
    draft.set("prereqs", once);
  }
  return unread;
}

/** Keys about the order that stand in what a node says about itself are keys of the node. */
function moveFromHolders(draft: Draft, ids: ReadonlySet<string>): void {
  for (const holder of Object.keys(draft.keys)) {
    const inner = isHolder(holder) ? draft.inner(holder) : undefined;
    for (const [key, value] of Object.entries(inner?.keys ?? {})) {
      if (!(namesPrerequisites(key) || namesFollowers(key) || conditionOf(key) !== "none") || !mentions(value, ids)) continue;
      const moved = draft.has(key) ? `${key} of the ${holder}` : key;
      draft.set(moved, inner?.take(key));
      draft.locate([moved], holder);
    }
  }
}

/** A word that is only near to one for prerequisites, or a condition, is one where it names a node. */
function mayName(written: string, value: unknown, ids: ReadonlySet<string>): boolean {
  const key = wordOf(written);
  if (namesPrerequisites(key)) return true;
  if (conditionOf(key) !== "none") return mentions(value, ids);
  return isNearWord(key) && !namesFollowers(key) && [value].flat().some((item) => typeof item === "string" && ids.has(item));
}

const isNearWord = remembering((key) => suggester(WORDS)(key) !== undefined);
const WORDS = ["prereqs", "prerequisites", "preconditions", "depends_on", "dependencies", "requires"];

/** A key as it was where it stood before. */
function wordOf(key: string): string {
  return key.replace(/ of the \w+$/, "");
}

/** Whether the value of a key could be read, beside what stands in `prereqs`. */
function takeUnder(key: string, draft: Draft, ids: ReadonlySet<string>): boolean {
  const named = idsIn(draft.get(key), ids);
  const word = wordOf(key);
  if (named === undefined || (isSoft(word) && named.length > 0) || conditionOf(word) === "other") return false;
  if (conditionOf(word) === "gate" && !named.every((id) => ids.has(id))) return false; // it says more than the id
  const prereqs = draft.get("prereqs") ?? [];
  if (!Array.isArray(prereqs)) return true; // the document does not load
  if (draft.rename(key, "prereqs", named)) return true;
  draft.take(key);
  draft.set("prereqs", [...new Set<unknown>([...(prereqs as unknown[]), ...named])]);
  draft.note("alias-key", `\`${key}\` is read as further \`prereqs\``, key);
  return true;
}

/** The ids in `"A"`, `"A, B"`, `["A"]`, `[{id: "A"}]` and `{all: ["A"]}`; `undefined` for what may mean something else. */
export function idsIn(value: unknown, ids: ReadonlySet<string>): string[] | undefined {
  if (value === null || value === undefined || value === false || value === "") return [];
  if (typeof value === "string") {
    const parts = value.split(/[\s,;]+/).filter((part) => part !== "");
    return !ids.has(value) && parts.every((part) => ids.has(part)) ? parts : [value];
  }
  if (Array.isArray(value)) {
    const each = value.map((item) => (typeof item === "string" || isObject(item) ? idsIn(item, ids) : undefined));
    return each.every((item) => item !== undefined) ? each.flat() : undefined;
  }
  if (!isObject(value)) return undefined;
  const named = [...ID_KEYS, ...LIST_KEYS].filter((key) => Object.hasOwn(value, key));
  const [key, ...more] = named;
  if (key === undefined) return Object.keys(value).length === 0 ? [] : undefined;
  const isPlain = more.length === 0 && (ID_KEYS.includes(key) || Object.keys(value).length === 1);
  return isPlain ? idsIn(value[key], ids) : undefined;
}

const ID_KEYS = ["id", "node", "node_id"];
const LIST_KEYS = ["all", "all_of", "nodes", "ids", "node_ids"];
