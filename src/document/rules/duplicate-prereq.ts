import type { Rule } from "../rule.js";
import { nodePointer } from "../view.js";

/** Naming a prerequisite twice changes nothing. */
export const duplicatePrereq: Rule = {
  code: "duplicate-prereq",
  severity: "info",
  check({ nodes }, report) {
    for (const node of nodes) {
      if (node.prereqs.length < 2) continue;
      const seen = new Set<string>();
      node.prereqs.forEach((prereq, position) => {
        if (prereq === undefined) return;
        if (seen.has(prereq)) {
          const path = nodePointer(node, "prereqs", position);
          report({ path, message: `${JSON.stringify(prereq)} is named twice; once counts`, fix: [{ kind: "remove", path }] });
        }
        seen.add(prereq);
      });
    }
  },
};
