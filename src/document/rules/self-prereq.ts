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
          report({ path: nodePointer(node, "prereqs", position), message: `expected other nodes as prerequisites, got ${JSON.stringify(prereq)} itself; remove it` });
        }
      });
    }
  },
};
