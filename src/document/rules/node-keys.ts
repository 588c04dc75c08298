import { didYouMean, suggester, type Suggester } from "../../model/suggest.js";
import { isCommentKey } from "../../primitives/common-keys.js";
import { nodeSchema } from "../document-schema.js";
import { renamedKey, respelledKey } from "../fixes.js";
import type { Rule } from "../rule.js";
import { nodePointer } from "../view.js";

/** A node keeps keys of its author's own, but a slip in one of the format's would silently drop a prerequisite or a whole chain. */
export const nodeKeys: Rule = {
  code: "unknown-key",
  severity: "error",
  alsoReports: ["unread-key"],
  check({ nodes, isNative }, report) {
    const meant = keyMeant();
    for (const node of nodes) {
      for (const key of Object.keys(node.raw)) {
        const suggestion = KNOWN.has(key) || isCommentKey(key) ? undefined : meant(key);
        if (suggestion === undefined) continue;
        report({
          path: nodePointer(node, key),
          ...(!isNative && { code: "unread-key", severity: "warning" }),
          message: `expected a key of the format, got ${JSON.stringify(key)}, which nobody reads; rename it`,
          ...didYouMean(suggestion),
          ...(OTHER_SPELLINGS.has(key) ? respelledKey(nodePointer(node, key), suggestion, node.raw) : renamedKey(nodePointer(node, key), key, suggestion, node.raw)),
        });
      }
    }
  },
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(nodeSchema.shape));

/** What other formats call these keys. */
const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...["depends_on", "dependencies", "prerequisites", "requires"].map((key) => [key, "prereqs"] as const),
  ...["steps", "chain", "primitives"].map((key) => [key, "primitive_chain"] as const),
]);

/** The key that an unknown one was probably meant to be. Each key is looked up once, however many nodes have it. */
function keyMeant(): Suggester {
  const near = suggester(KNOWN);
  const known = new Map<string, string | undefined>(OTHER_SPELLINGS);
  return (key) => {
    if (!known.has(key)) known.set(key, key.length < LEAST_LENGTH ? undefined : near(key));
    return known.get(key);
  };
}

/** Shorter keys are near to everything. */
const LEAST_LENGTH = 3;
