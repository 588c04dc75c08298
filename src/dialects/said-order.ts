import { isListOfGates, isSequence } from "../document/order-keys.js";
import { isObject, type Keys } from "./draft.js";
import { idsIn } from "./node-prereqs.js";

/**
 * What an order of nodes that can not be read as gates adds to their `prereqs`: `nothing` when these say all of it, `order` when
 * it may well be a mere order, or a list of what these make gates; `undefined` when gates may be missing.
 */
export function addedBy(key: string, value: unknown, nodes: readonly unknown[], ids: ReadonlySet<string>): "nothing" | "order" | undefined {
  const known = new KnownOrder(nodes);
  if (isListOfGates(key)) {
    const gates = idsIn(value, ids);
    return gates?.every((id) => known.isGate(id)) === true ? "order" : undefined;
  }
  if (isSequence(key)) {
    const groups = groupsIn(value, ids);
    return groups === undefined ? undefined : known.addedBy(groups);
  }
  const pairs = pairsIn(value, ids);
  return pairs?.every(([one, other]) => known.needs(one, other) || known.needs(other, one)) === true ? "nothing" : undefined;
}

type Pair = readonly [string, string];

/** The nodes that are joined by `{A: ["B"]}`, `[["A", "B"]]` or `[{type: "blocks", from: "A", to: "B"}]`, whichever way. */
function pairsIn(value: unknown, ids: ReadonlySet<string>): readonly Pair[] | undefined {
  const lists = Array.isArray(value)
    ? value.map((item: unknown) => {
        const ends = (Array.isArray(item) ? (item as readonly unknown[]) : isObject(item) ? Object.values(item) : []).filter((end): end is string => typeof end === "string" && ids.has(end));
        const [one, other, ...more] = ends;
        return one !== undefined && other !== undefined && more.length === 0 ? [[one, other] as const] : undefined;
      })
    : isObject(value)
      ? Object.entries(value).map(([key, item]) => {
          const others = ids.has(key) ? idsIn(item, ids) : undefined;
          return others?.every((id) => ids.has(id)) === true ? others.map((other): Pair => [key, other]) : undefined;
        })
      : [undefined];
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** Nodes one behind the other, or groups of them: `["A", "B"]`, `[["A", "B"], ["C"]]`, `[{name: "first", nodes: ["A"]}]`. */
function groupsIn(value: unknown, ids: ReadonlySet<string>): readonly (readonly string[])[] | undefined {
  const groups = (Array.isArray(value) ? (value as readonly unknown[]) : isObject(value) ? Object.values(value) : []).map((group) => {
    const named = idsIn(isObject(group) && Array.isArray(group["nodes"]) ? group["nodes"] : group, ids);
    return named?.every((id) => ids.has(id)) === true ? named : undefined;
  });
  return groups.length > 0 && groups.every((group) => group !== undefined) ? groups : undefined;
}

/** What the nodes need by their `prereqs`, directly or not. */
class KnownOrder {
  readonly #prereqs = new Map<string, readonly string[]>();
  readonly #needed = new Map<string, ReadonlySet<string>>();

  constructor(nodes: readonly unknown[]) {
    for (const node of nodes as readonly Keys[]) {
      if (!isObject(node) || typeof node["id"] !== "string") continue;
      const prereqs: readonly unknown[] = Array.isArray(node["prereqs"]) ? node["prereqs"] : [];
      this.#prereqs.set(node["id"], prereqs.filter((id) => typeof id === "string"));
    }
  }

  needs(node: string, other: string): boolean {
    const known = this.#needed.get(node) ?? this.#neededBy(node);
    this.#needed.set(node, known);
    return known.has(other);
  }

  isGate(id: string): boolean {
    return [...this.#prereqs.values()].some((prereqs) => prereqs.includes(id));
  }

  addedBy(groups: readonly (readonly string[])[]): "nothing" | "order" | undefined {
    const place = new Map(groups.flatMap((group, index) => group.map((id) => [id, index] as const)));
    const listed = [...this.#prereqs].flatMap(([node, prereqs]) => prereqs.map((id) => [place.get(node), place.get(id)] as const));
    const own = listed.filter((pair): pair is readonly [number, number] => pair[0] !== undefined && pair[1] !== undefined);
    if (own.some(([node, needed]) => needed >= node)) return undefined; // it is not the order in which these run
    const isNothing = groups.every((group, index) => index === 0 || group.every((id) => groups[index - 1]?.every((before) => this.needs(id, before))));
    return isNothing ? "nothing" : own.length > 0 ? "order" : undefined;
  }

  #neededBy(node: string): ReadonlySet<string> {
    const found = new Set<string>();
    const open = [node];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const needed of this.#prereqs.get(id) ?? []) {
        if (found.has(needed)) continue;
        found.add(needed);
        open.push(needed);
      }
    }
    return found;
  }
}
