// @ts-check

/**
 * A copy of a JSON value in which other values stand at some places.
 * Throws when a place does not exist or holds that value already: then the mutation would mutate nothing.
 * @template T
 * @param {T} original
 * @param {Readonly<Record<string, unknown>>} replacements JSON Pointer (RFC 6901) -> value
 * @returns {T}
 */
export function mutated(original, replacements) {
  const copy = structuredClone(original);
  for (const [pointer, value] of Object.entries(replacements)) {
    const keys = keysOf(pointer);
    const last = String(keys.pop());
    const holder = keys.reduce((inner, key) => asObject(inner)?.[key], /** @type {unknown} */ (copy));
    const place = asObject(holder);
    if (place === undefined || !Object.hasOwn(place, last)) throw new Error(`expected a value at ${pointer}, found none`);
    if (JSON.stringify(place[last]) === JSON.stringify(value))
      throw new Error(`expected another value for ${pointer}, got the one that stands there`);
    place[last] = value;
  }
  return copy;
}

/**
 * @param {string} pointer
 * @returns {string[]}
 */
export function keysOf(pointer) {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown> | undefined}
 */
function asObject(value) {
  return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : undefined;
}
