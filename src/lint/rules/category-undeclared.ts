import type { Rule } from "../../document/rule.js";
import { nodePointer } from "../../document/view.js";
import { pointerTo } from "../../model/json-pointer.js";
import { didYouMean, suggester } from "../../model/suggest.js";
import { areWhole, nodesByCategory, sumOfMaxima } from "../maxima.js";

/** A category beside the declared ones is often a slip of the pen. */
export const categoryUndeclared: Rule = {
  code: "category-undeclared",
  severity: "warning",
  check({ config, nodes }, report) {
    if (config?.categories === undefined) return;
    const suggest = suggester(Object.keys(config.categories));
    for (const [category, members] of nodesByCategory(nodes)) {
      const [first] = members;
      if (first === undefined || Object.hasOwn(config.categories, category)) continue;
      const path = nodePointer(first, "scoring", "category");
      const meant = suggest(category);
      const declared = { maxScore: sumOfMaxima(members), node_count: members.length };
      report({
        path,
        message: `expected a category that scoring_config lists, got ${JSON.stringify(category)}; list it there, or rename it`,
        ...didYouMean(meant),
        ...(meant === undefined && areWhole(nodes) && { fix: [{ kind: "add", path: pointerTo(["scoring_config", "categories", category]), value: declared }] }),
      });
    }
  },
};
