import type { Rule } from "../../document/rule.js";
import { nodePointer } from "../../document/view.js";
import { isSetupStep } from "../step-kinds.js";

/** In a weighted node every step earns its share, also one that only prepares and passes on almost any system. */
export const setupEarnsPoints: Rule = {
  code: "setup-earns-points",
  severity: "warning",
  check({ nodes }, report) {
    for (const node of nodes) {
      if (node.method !== "weighted") continue;
      const prepared = node.steps.filter(isSetupStep).length;
      if (prepared === 0) continue;
      report({
        path: nodePointer(node, "primitive_chain"),
        message: `expected every step of a weighted node to verify something, got ${prepared} of ${node.steps.length} that only prepare; use the method binary, or let them assert`,
      });
    }
  },
};
