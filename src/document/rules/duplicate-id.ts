import type { Rule } from "../rule.js";
import { nodePointer } from "../view.js";

/** Two nodes may not share an id: a prerequisite would be ambiguous. */
export const duplicateId: Rule = {
  code: "duplicate-id",
  severity: "error",
  check({ nodes, byId }, report) {
    for (const node of nodes) {
      const first = node.id === undefined ? undefined : byId.get(node.id);
      if (first === undefined || first === node) continue;
      report({ path: nodePointer(node, "id"), message: `expected an id of its own, got ${JSON.stringify(node.id)}, which node ${first.index + 1} of the document has already; rename one of them` });
    }
  },
};
