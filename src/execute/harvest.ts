import { isJsonObject } from "../match/equality.js";
import { isNumeric } from "../model/exact-number.js";

/**
 * The default `ids` policy: which values of a JSON answer become variables by themselves. From the top level, then from the
 * object under `data`: `id`, `_id`, `uuid`, whatever ends in `_id`, tokens and keys, and of every nested object its id as
 * `<name>_id`. Of two values with one name the later wins. Only texts and numbers count, with their type kept.
 */
export function harvestIds(body: unknown): Record<string, unknown> {
  if (!isJsonObject(body)) return {};
  const { data } = body;
  return { ...idsOf(body), ...(isJsonObject(data) ? idsOf(data) : {}) };
}

function idsOf(entity: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(entity)) {
    if (isValue(value) && NAMES.some((pattern) => pattern.test(name))) found.set(name, value);
    const id = isJsonObject(value) && name !== "data" ? ID_KEYS.map((key) => value[key]).find(isValue) : undefined;
    if (id !== undefined) found.set(`${name}_id`, id);
  }
  return Object.fromEntries(found);
}

const ID_KEYS = ["id", "_id", "uuid"] as const;

/** `token` and `key` as a word of their own: `api_key` and `accessToken`, yet not `monkey`. */
const NAMES = [/^(?:id|uuid)$/, /_id$/, /(?:^|[_-])(?:token|key)$/i, /[a-z0-9](?:Token|Key)$/];

function isValue(value: unknown): boolean {
  return isNumeric(value) || (typeof value === "string" && value !== "");
}
