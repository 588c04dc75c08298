import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";
import { isPrimitive, type Primitive } from "./define.js";

/** An immutable set of primitives, found by name or by code. */
export interface Registry extends Iterable<Primitive> {
  /** By name (`http_request`) or code (`P04`); `undefined` when there is none. */
  get(nameOrCode: string): Primitive | undefined;
  /** Every name, in order of registration. */
  readonly names: readonly string[];
  /** A new registry with more primitives; throws `CONFIG_INVALID` when a name or code is taken. */
  extend(...primitives: readonly Primitive[]): Registry;
}

/** Makes a registry. Throws `CONFIG_INVALID` naming everything that is no primitive and every name or code that is given twice. */
export function createRegistry(primitives: Iterable<Primitive>): Registry {
  const all = primitivesIn(primitives);
  const byName = new Map<string, Primitive>();
  const byKey = new Map<string, Primitive>();
  const taken = new Set<string>();
  for (const primitive of all) {
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

function primitivesIn(values: unknown): readonly Primitive[] {
  if (!isIterable(values)) throw new DagradeError("CONFIG_INVALID", `expected a list of primitives, got ${describeValue(values)}`);
  const all = [...values];
  const problems = all.flatMap((value) => (isPrimitive(value) ? [] : [`expected a primitive made by definePrimitive, got ${describeValue(value)}; ${adviceOn(value)}`]));
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", problems.join("\n"));
  return all as Primitive[];
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function adviceOn(value: unknown): string {
  return isIterable(value) ? "spread it: extend(...primitives)" : "pass its definition to definePrimitive of this copy of dagrade";
}
