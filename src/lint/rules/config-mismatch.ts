import type { Rule } from "../../document/rule.js";
import { pointerTo } from "../../model/json-pointer.js";
import { areWhole, differs, nodesByCategory, sumOfMaxima } from "../maxima.js";

/**
 * What a configuration declares of its categories is compared with the nodes and not used. Nothing is mended while a category
 * of the nodes is not declared, nor one that has no nodes: either may be the misspelled name of the other.
 */
export const configMismatch: Rule = {
  code: "config-mismatch",
  severity: "warning",
  check({ config, nodes }, report) {
    if (config?.categories === undefined) return;
    const { categories } = config;
    const isWhole = areWhole(nodes) && nodes.every(({ category = "" }) => Object.hasOwn(categories, category)); // else the nodes may be what has to be mended
    const byCategory = nodesByCategory(nodes);
    const compare = (keys: readonly [string, string], declared: number | undefined, actual: number, what: string): void => {
      if (declared === undefined || !differs(declared, actual)) return;
      const path = pointerTo(["scoring_config", "categories", ...keys]);
      report({ path, message: `expected ${actual}, ${what}, got ${declared}; the nodes count`, ...(isWhole && byCategory.has(keys[0]) && { fix: [{ kind: "replace", path, value: actual }] }) });
    };
    for (const [name, { maxScore, node_count: count }] of Object.entries(categories)) {
      const members = byCategory.get(name) ?? [];
      compare([name, "maxScore"], maxScore, sumOfMaxima(members), "the sum of its nodes");
      compare([name, "node_count"], count, members.length, "the number of its nodes");
    }
  },
};
