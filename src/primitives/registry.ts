import { DagradeError } from "../errors.js";
import type { Primitive } from "./define.js";

/** An immutable set of primitives, found by name or by code. */
export interface Registry extends Iterable<Primitive> {
  /** By name (`http_request`) or code (`P04`); `undefined` when there is none. */
  get(nameOrCode: string): Primitive | undefined;
  /** Every name, in order of registration. */
  readonly names: readonly string[];
  /** A new registry with more primitives; throws `CONFIG_INVALID` when a name or code is taken. */
  extend(...primitives: readonly Primitive[]): Registry;
}

/** Makes a registry. Throws `CONFIG_INVALID` naming every name or code that is given twice. */
export function createRegistry(primitives: Iterable<Primitive>): Registry {
  const byName = new Map<string, Primitive>();
  const byKey = new Map<string, Primitive>();
  const taken = new Set<string>();
  for (const primitive of primitives) {
    for (const key of [primitive.name, primitive.code]) {
      if (key === undefined) continue;
      if (byKey.has(key)) taken.add(key);
      byKey.set(key, primitive);
    }
    byName.set(primitive.name, primitive);
  }
  if (taken.size > 0) {
    throw new DagradeError("CONFIG_INVALID", `two primitives are called ${[...taken].map((key) => JSON.stringify(key)).join(", ")}`, {
      hint: "give your primitive another name or code",
    });
  }
  const names = Object.freeze([...byName.keys()]);
  return Object.freeze({
    names,
    get: (nameOrCode: string) => byKey.get(nameOrCode),
    extend: (...more: readonly Primitive[]) => createRegistry([...byName.values(), ...more]),
    [Symbol.iterator]: () => byName.values(),
  });
}
