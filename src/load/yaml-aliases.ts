import { visit, type Alias, type Document, type Node } from "yaml";

/** What every alias of a YAML document stands for: the nearest node before it with that anchor; `undefined` when there is none. */
export function aliasTargets(document: Document): ReadonlyMap<Alias, Node | undefined> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(document, {
    Alias: (_key, alias) => void targets.set(alias, anchors.get(alias.source)),
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}
