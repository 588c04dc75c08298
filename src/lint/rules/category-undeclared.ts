import type { Rule } from "../../document/rule.js";
import { nodePointer } from "../../document/view.js";
import { nodesByCategory } from "../maxima.js";

/** A category beside the declared ones is often a slip of the pen. */
export const categoryUndeclared: Rule = {
  code: "category-undeclared",
  severity: "warning",
  check({ config, nodes }, report) {
    if (config?.categories === undefined) return;
    for (const [category, [first]] of nodesByCategory(nodes)) {
      if (first === undefined || Object.hasOwn(config.categories, category)) continue;
      report({ path: nodePointer(first, "scoring", "category"), message: `expected a category that scoring_config lists, got ${JSON.stringify(category)}` });
    }
  },
};
