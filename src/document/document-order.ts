import { keysOf } from "../model/json-pointer.js";

/** Where JSON Pointers lead in a document, as places that can be compared: the index of each key among its siblings, from the top. */
export function documentOrder(document: unknown): (pointer: string) => readonly number[] {
  const indexes = new WeakMap<object, ReadonlyMap<string, number>>();
  const indexOf = (holder: object, key: string): number => {
    if (Array.isArray(holder)) return Number(key);
    const known = indexes.get(holder);
    if (known !== undefined) return known.get(key) ?? MISSING;
    const keys = Object.keys(holder);
    if (keys.length > FEW) indexes.set(holder, new Map(keys.map((name, index) => [name, index])));
    return keys.indexOf(key);
  };
  return (pointer) => {
    const place: number[] = [];
    let held = document;
    for (const key of keysOf(pointer)) {
      if (typeof held !== "object" || held === null) break;
      place.push(indexOf(held, key));
      held = Object.hasOwn(held, key) ? (held as Record<string, unknown>)[key] : undefined;
    }
    return place;
  };
}

/** So many keys are searched faster than a map of them is made. */
const FEW = 16;

/** What is missing stands where its holder begins. */
const MISSING = -1;

/** Compares two places: a holder comes before what it holds. */
export function comparePlaces(left: readonly number[], right: readonly number[]): number {
  const differing = left.findIndex((index, depth) => index !== right[depth]);
  if (differing === -1) return left.length - right.length;
  return (left[differing] ?? 0) - (right[differing] ?? -Infinity);
}
