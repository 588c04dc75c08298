import { keysOf, pointerTo } from "../model/json-pointer.js";

/** By the pointer of a canonical key: the key that stands in its place in the published document; `undefined` where what it holds stands beside it. */
export type Renamed = ReadonlyMap<string, string | undefined>;

/** Where something of the canonical document stands in the published one, as far as keys were only given another name. */
export function writtenPointer(pointer: string, renamed: Renamed): string {
  if (renamed.size === 0) return pointer;
  let canonical = "";
  const written: string[] = [];
  for (const key of keysOf(pointer)) {
    canonical += pointerTo([key]);
    const name = renamed.has(canonical) ? renamed.get(canonical) : key;
    if (name !== undefined) written.push(name);
  }
  return pointerTo(written);
}
