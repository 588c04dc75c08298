import { isAlias, isMap, isNode, isScalar, isSeq, type Alias, type Document, type LineCounter, type Node } from "yaml";
import type { Locate } from "../document/diagnostics.js";
import { keysOf } from "../model/json-pointer.js";

/** Finds JSON Pointers in a parsed YAML document. A pointer to something missing finds the nearest thing around it. */
export function locateInYaml(document: Document, targets: ReadonlyMap<Alias, Node | undefined>, lines: LineCounter): Locate {
  return (pointer, at) => {
    let held: unknown = document.contents;
    let offset = offsetOf(held) ?? 0;
    for (const key of keysOf(pointer)) {
      const member = memberOf(isAlias(held) ? targets.get(held) : held, key);
      if (member === undefined) break;
      offset = (at === "key" ? offsetOf(member.key) : undefined) ?? offsetOf(member.value) ?? offsetOf(member.key) ?? offset;
      held = member.value;
    }
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}

function memberOf(node: unknown, key: string): { key: unknown; value: unknown } | undefined {
  if (isMap(node)) return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  if (!isSeq(node)) return undefined;
  const value: unknown = node.items[Number(key)];
  return value === undefined ? undefined : { key: value, value };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
