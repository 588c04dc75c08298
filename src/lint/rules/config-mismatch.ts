import type { Rule } from "../../document/rule.js";
import { pointerTo } from "../../model/json-pointer.js";
import { differs, nodesByCategory, sumOfMaxima } from "../maxima.js";

/** What a configuration declares is compared with the nodes and not used. */
export const configMismatch: Rule = {
  code: "config-mismatch",
  severity: "warning",
  check({ config, nodes }, report) {
    if (config === undefined) return;
    const compare = (path: readonly string[], declared: number | undefined, actual: number, what: string): void => {
      if (declared === undefined || !differs(declared, actual)) return;
      report({ path: pointerTo(["scoring_config", ...path]), message: `expected ${actual}, ${what}, got ${declared}; the nodes count` });
    };
    compare(["total_maxScore"], config.total_maxScore, sumOfMaxima(nodes), "the sum of all nodes");
    const byCategory = nodesByCategory(nodes);
    for (const [name, { maxScore, node_count: count }] of Object.entries(config.categories ?? {})) {
      const members = byCategory.get(name) ?? [];
      compare(["categories", name, "maxScore"], maxScore, sumOfMaxima(members), "the sum of its nodes");
      compare(["categories", name, "node_count"], count, members.length, "the number of its nodes");
    }
  },
};
