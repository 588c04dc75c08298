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
  const found = idsOf(body);
  return isJsonObject(data) ? { ...found, ...idsOf(data) } : found;
}

function idsOf(entity: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name in entity) {
    const value = entity[name];
    if (isValue(value)) {
      if (NAME.test(name)) found[name] = value;
    } else if (name !== "data" && isJsonObject(value)) {
      const id = isValue(value["id"]) ? value["id"] : isValue(value["_id"]) ? value["_id"] : value["uuid"];
      if (isValue(id)) found[`${name}_id`] = id;
    }
  }
  return found;
}

/** `token` and `key` as a word of their own: `api_key` and `accessToken`, yet not `monkey`. */
const NAME = /^(?:id|uuid)$|_id$|(?:^|[_-])(?:[Tt][Oo][Kk][Ee][Nn]|[Kk][Ee][Yy])$|[a-z0-9](?:Token|Key)$/;

function isValue(value: unknown): boolean {
  return isNumeric(value) || (typeof value === "string" && value !== "");
}
