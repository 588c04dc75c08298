import { placeOf } from "./assertion-place.js";
import type { Chain } from "./chain.js";
import type { Draft } from "./draft.js";

/** The path of an assertion, and the path of what it stands in where a field of that is meant. */
export interface OwnPath {
  readonly path?: string;
  readonly within?: string;
}

/** Takes the path of an assertion; a field, or a column, beside it stands within it. What contradicts it stays, to be reported. */
export function takeOwnPath(draft: Draft, chain: Chain): OwnPath {
  const path = takeSame(draft, ["path", "json_path", "jsonpath"]);
  const isRow = chain.lastSlot() !== "response" && !draft.has("source");
  if (path === undefined) {
    const field = takeSame(draft, ["field", "column"]);
    return field === undefined ? {} : { path: /^\w+$/.test(field) ? `${isRow ? "$.rows[0]" : "$"}.${field}` : field };
  }
  const { keys, operator } = placeOf(path, chain);
  const isPath = typeof keys["path"] === "string" && operator === undefined;
  const field = isPath ? takeSame(draft, ["field", "column"], MEMBER) : undefined; // no status and no length has fields
  if (field === undefined) return { path };
  const within = isRow && ["$", "$.rows"].includes(path.trim()) ? "$.rows[0]" : path.trim();
  return { path: `${within}.${field}`, within };
}

/** A member, or one within it, by names that need no quotes. */
const MEMBER = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*$/;

/** The one text that stands under some of the keys. */
function takeSame(draft: Draft, keys: readonly string[], form = /^/): string | undefined {
  let same: string | undefined;
  for (const key of keys) {
    const value = draft.get(key);
    const [text, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    if (typeof text !== "string" || more.length > 0 || !form.test(text) || (same !== undefined && same !== text)) continue;
    same = text;
    draft.take(key);
  }
  return same;
}
