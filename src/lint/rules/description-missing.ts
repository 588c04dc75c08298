import type { Rule } from "../../document/rule.js";
import { nodePointer } from "../../document/view.js";

/** The description is the claim; without it nobody can tell whether the chain checks it. */
export const descriptionMissing: Rule = {
  code: "description-missing",
  severity: "info",
  check({ nodes }, report) {
    for (const node of nodes) {
      const { description } = node.raw;
      if (description === undefined || (typeof description === "string" && description.trim() === "")) {
        report({ path: nodePointer(node), message: "expected a description of what the node claims, got none" });
      }
    }
  },
};
