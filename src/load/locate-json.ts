import type { Locate } from "../document/diagnostics.js";
import { keysOf } from "../model/json-pointer.js";
import { COMMA, endOfString, endOfValue, isClosing, OPEN_LIST, OPEN_OBJECT, skipSpace } from "./json-scanning.js";
import { lineCounter } from "./line-counter.js";

/** Where a member of an object or list stands: its key (of a list: its value) and its value. */
interface Place {
  readonly key: number;
  readonly value: number;
}

/**
 * Finds JSON Pointers in a JSON text that is known to be valid. Nothing is scanned before the first question, and never
 * further than a question leads. A pointer to something missing finds the nearest thing around it.
 */
export function locateInJson(text: string): Locate {
  const positionOf = lineCounter(text);
  const latest: { readonly offset: number; readonly scan: Scan }[] = []; // by depth: questions come in document order
  const scanOf = (offset: number, depth: number): Scan => {
    const known = latest[depth];
    if (known?.offset === offset) return known.scan;
    const scan = new Scan(text, offset);
    latest[depth] = { offset, scan };
    return scan;
  };
  return (pointer, at) => {
    const start = skipSpace(text, 0);
    let place: Place = { key: start, value: start };
    for (const [depth, key] of keysOf(pointer).entries()) {
      const member = scanOf(place.value, depth).find(key);
      if (member === undefined) return positionOf(place.value);
      place = member;
    }
    return positionOf(place[at]);
  };
}

/** Goes through the members of one object or list, only as far as it is asked, and remembers those that it has seen. */
class Scan {
  readonly #text: string;
  readonly #seen = new Map<string, Place>();
  readonly #isList: boolean;
  /** Where the next member begins; `undefined` behind the last. */
  #at: number | undefined;
  /** The value that was found last; what it holds is skipped only when somebody asks further. */
  #latest: number | undefined;

  constructor(text: string, offset: number) {
    this.#text = text;
    const opening = text.charCodeAt(offset);
    this.#isList = opening === OPEN_LIST;
    this.#at = this.#isList || opening === OPEN_OBJECT ? skipSpace(text, offset + 1) : undefined;
  }

  find(key: string): Place | undefined {
    while (!this.#seen.has(key) && this.#advance());
    return this.#seen.get(key);
  }

  #advance(): boolean {
    const text = this.#text;
    if (this.#latest !== undefined) {
      const end = skipSpace(text, endOfValue(text, this.#latest));
      this.#at = text.charCodeAt(end) === COMMA ? skipSpace(text, end + 1) : undefined;
      this.#latest = undefined;
    }
    const key = this.#at;
    if (key === undefined || isClosing(text.charCodeAt(key))) return false;
    const end = this.#isList ? key : endOfString(text, key);
    const value = this.#isList ? key : skipSpace(text, skipSpace(text, end) + 1); // behind the colon
    this.#seen.set(this.#isList ? String(this.#seen.size) : (JSON.parse(text.slice(key, end)) as string), { key, value });
    this.#latest = value;
    return true;
  }
}
