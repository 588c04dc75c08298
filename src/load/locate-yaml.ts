import { isAlias, isMap, isNode, isScalar, isSeq, type Alias, type Document, type Node, type Pair, type YAMLMap } from "yaml";
import type { Locate, Position } from "../document/diagnostics.js";
import { keysOf } from "../model/json-pointer.js";

/** Finds JSON Pointers in a parsed YAML document. A pointer to something missing finds the nearest thing around it. */
export function locateInYaml(document: Document, targets: ReadonlyMap<Alias, Node | undefined>, positionOf: (offset: number) => Position): Locate {
  const membersOf = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  const memberOf = (node: unknown, key: string): { key: unknown; value: unknown } | undefined => {
    if (isMap(node)) {
      const members = membersOf.get(node) ?? byKey(node);
      membersOf.set(node, members);
      return members.get(key);
    }
    const value: unknown = isSeq(node) ? node.items[Number(key)] : undefined;
    return value === undefined ? undefined : { key: value, value };
  };
  return (pointer, at) => {
    let held: unknown = document.contents;
    let offset = offsetOf(held) ?? 0;
    for (const key of keysOf(pointer)) {
      const member = memberOf(isAlias(held) ? targets.get(held) : held, key);
      if (member === undefined) break;
      offset = (at === "key" ? offsetOf(member.key) : undefined) ?? offsetOf(member.value) ?? offsetOf(member.key) ?? offset;
      held = member.value;
    }
    return positionOf(offset);
  };
}

function byKey({ items }: YAMLMap): ReadonlyMap<string, Pair> {
  return new Map(items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
