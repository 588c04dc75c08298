import { isAlias, isMap, isScalar, isSeq, type Alias, type Document, type Node, type Scalar } from "yaml";

/** What the nodes of a YAML document say about each other, found in one walk. */
export interface YamlSurvey {
  /** What every alias stands for: the nearest node before it with that anchor; `undefined` when there is none. */
  readonly targets: ReadonlyMap<Alias, Node | undefined>;
  /** Keys that stand in their object for the second time, or more often. */
  readonly repeated: readonly Scalar[];
  /** The keys `<<`. */
  readonly merges: readonly Scalar[];
}

/** Walks a document in the order of its text, in time by its size: the parser compares every key with all others of its object. */
export function surveyYaml(document: Document): YamlSurvey {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  const repeated: Scalar[] = [];
  const merges: Scalar[] = [];

  const walk = (node: unknown): void => {
    if (isAlias(node)) return void targets.set(node, anchors.get(node.source));
    if (isScalar(node)) return remember(node);
    if (isSeq(node)) {
      remember(node);
      for (const item of node.items) walk(item);
    } else if (isMap(node)) {
      remember(node);
      const keys = new Set<unknown>();
      for (const { key, value } of node.items) {
        walk(key);
        walk(value);
        if (!isScalar(key)) continue; // refused by the parser
        if (keys.has(key.value)) repeated.push(key);
        else if (key.value === "<<") merges.push(key);
        keys.add(key.value);
      }
    }
  };
  const remember = (node: Node & { readonly anchor?: string }): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
  };
  walk(document.contents);
  return { targets, repeated, merges };
}
