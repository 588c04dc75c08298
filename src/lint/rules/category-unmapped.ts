import { backboneOf } from "../../aggregate/backbone-of.js";
import type { Rule } from "../../document/rule.js";
import { nodePointer } from "../../document/view.js";
import { nodesByCategory } from "../maxima.js";

/** A category that belongs to no backbone is missing from every comparison of backbones. */
export const categoryUnmapped: Rule = {
  code: "category-unmapped",
  severity: "info",
  check({ nodes }, report) {
    for (const [category, [first]] of nodesByCategory(nodes)) {
      if (first === undefined || backboneOf(category) !== "Unmapped") continue;
      report({
        path: nodePointer(first, "scoring", "category"),
        message: `expected a category that belongs to a backbone, got ${JSON.stringify(category)}, which reports list as Unmapped; name it like one of theirs: Deployment, Datasource, CRUD, Workflow, RBAC or ErrorHandling, for example`,
      });
    }
  },
};
