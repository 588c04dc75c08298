import type { Rule } from "../rule.js";
import { nodePointer } from "../view.js";

/** A node that waits for itself never runs. */
export const selfPrereq: Rule = {
  code: "self-prereq",
  severity: "error",
  check({ nodes }, report) {
    for (const node of nodes) {
      node.prereqs.forEach((prereq, position) => {
        if (prereq !== undefined && prereq === node.id) {
          const path = nodePointer(node, "prereqs", position);
          report({ path, message: `expected other nodes as prerequisites, got ${JSON.stringify(prereq)} itself; remove it`, fix: [{ kind: "remove", path }] });
        }
      });
    }
  },
};
