import { didYouMean, suggester } from "../../model/suggest.js";
import type { Rule } from "../rule.js";
import { nodePointer } from "../view.js";

/** A prerequisite that no node is: the node behind it is skipped in every run. */
export const unknownPrereq: Rule = {
  code: "unknown-prereq",
  severity: "error",
  check({ nodes, byId, isNative }, report) {
    const suggest = suggester(byId.keys());
    for (const node of nodes) {
      node.prereqs.forEach((prereq, position) => {
        if (prereq === undefined || byId.has(prereq)) return;
        const suggestion = suggest(prereq);
        report({
          path: nodePointer(node, "prereqs", position),
          severity: isNative ? "error" : "warning",
          message: `expected the id of a node, got ${JSON.stringify(prereq)}${isNative ? "" : "; the node will be skipped"}`,
          ...didYouMean(suggestion === node.id ? undefined : suggestion),
        });
      });
    }
  },
};
