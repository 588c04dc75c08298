import { isObject } from "./draft.js";

/** The ids of the nodes of a document, as far as they can be read. */
export function idsOf(nodes: unknown): ReadonlySet<string> {
  const list: readonly unknown[] = Array.isArray(nodes) ? nodes : [];
  return new Set(list.flatMap((node) => (isObject(node) && typeof node["id"] === "string" ? [node["id"]] : [])));
}
