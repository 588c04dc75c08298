import { ExactNumber } from "./exact-number.js";

/** A parsed text, or the reason why it is not JSON. */
export type JsonReading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Nesting beyond this is refused, so that no later walk over the value can exhaust the stack. */
export const MAX_JSON_DEPTH = 512;

/**
 * Reads JSON without losing digits: numbers that a double can not hold become {@link ExactNumber}.
 * Never throws; a key named `__proto__` is an ordinary key. A byte order mark at the start is tolerated.
 */
export function readJson(text: string): JsonReading {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (depthOf(source) > MAX_JSON_DEPTH) return { ok: false, reason: `nested deeper than ${MAX_JSON_DEPTH} levels` };
  try {
    return { ok: true, value: LONG_NUMBER.test(source) ? parseExact(source) : (JSON.parse(source) as unknown) };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}

/** Writes JSON; {@link ExactNumber} and `bigint` become bare numbers with all their digits. `undefined` for a value JSON has no form for. */
export function writeJson(value: unknown, indent?: number): string | undefined {
  const numbers: string[] = [];
  const mark = unusedMark(() => JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? "" : item)) ?? "");
  const marked = JSON.stringify(
    value,
    function (this: unknown, key: string, item: unknown) {
      const raw = (this as Record<string, unknown>)[key];
      const exact = raw instanceof ExactNumber ? raw : item;
      if (!(exact instanceof ExactNumber) && typeof exact !== "bigint") return item;
      return mark() + String(numbers.push(toLiteral(String(exact))) - 1);
    },
    indent,
  ) as string | undefined;
  if (marked === undefined || numbers.length === 0) return marked;
  return marked.replace(new RegExp(`"${mark()}(\\d+)"`, "g"), (_all, index: string) => numbers[Number(index)] ?? "null");
}

/** A run of digits that a double may not hold, or an exponent; cheap to test and wrong only on the safe side. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function parseExact(source: string): unknown {
  JSON.parse(source); // refuses what is not JSON before any token is rewritten
  const exact: ExactNumber[] = [];
  const mark = unusedMark(() => decodeEscapes(source));
  const marked = replaceNumbers(source, (token) => {
    const value = ExactNumber.read(token);
    return typeof value === "number" ? token : `"${mark()}${exact.push(value) - 1}"`;
  });
  if (exact.length === 0) return JSON.parse(source);
  const start = mark();
  return JSON.parse(marked, (_key, item: unknown) =>
    typeof item === "string" && item.startsWith(start) ? exact[Number(item.slice(start.length))] : item,
  );
}

/** Replaces every number outside of strings. A loop, since one pattern for strings and numbers runs out of stack on long strings. */
function replaceNumbers(source: string, replace: (token: string) => string): string {
  const pieces: string[] = [];
  let copied = 0;
  let index = 0;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === 34) index = endOfString(source, index);
    else if (code === 45 || (code >= 48 && code <= 57)) {
      NUMBER.lastIndex = index;
      const token = NUMBER.exec(source)?.[0] ?? "-";
      pieces.push(source.slice(copied, index), replace(token));
      copied = index += token.length;
    } else index++;
  }
  return pieces.join("") + source.slice(copied);
}

function endOfString(source: string, start: number): number {
  let index = start + 1;
  while (index < source.length && source.charCodeAt(index) !== 34) index += source.charCodeAt(index) === 92 ? 2 : 1;
  return index + 1;
}

/** The texts that strings of the source may hold: an escape can spell any word. */
function decodeEscapes(source: string): string {
  return source.replace(/\\u([0-9a-fA-F]{4})/g, (_escape, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** A decimal as JSON writes it: SQL and YAML also know `+1`, `.5`, `5.` and `007`. */
function toLiteral(number: string): string {
  return number
    .replace(/^\+/, "")
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=[eE]|$)/, "");
}

/** A word that does not occur in the text, found only when it is first needed. */
function unusedMark(text: () => string): () => string {
  let mark: string | undefined;
  return () => {
    if (mark !== undefined) return mark;
    const haystack = text();
    mark = "exact:";
    while (haystack.includes(mark)) mark = `x${mark}`;
    return mark;
  };
}

function depthOf(source: string): number {
  if (source.length <= MAX_JSON_DEPTH) return 0;
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (isInString) {
      if (code === 92) index++;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 91 || code === 123) {
      if (++depth > deepest && (deepest = depth) > MAX_JSON_DEPTH) return deepest;
    } else if (code === 93 || code === 125) depth--;
  }
  return deepest;
}
