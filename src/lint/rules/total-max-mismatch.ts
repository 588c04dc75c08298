import type { Rule } from "../../document/rule.js";
import { areWhole, differs, sumOfMaxima } from "../maxima.js";

/** The declared total is compared with the nodes and not used. */
export const totalMaxMismatch: Rule = {
  code: "total-max-mismatch",
  severity: "warning",
  check({ config, nodes }, report) {
    const declared = config?.total_maxScore;
    if (declared === undefined) return;
    const sum = sumOfMaxima(nodes);
    const path = "/scoring_config/total_maxScore";
    if (differs(declared, sum)) report({ path, message: `expected ${sum}, the sum of all nodes, got ${declared}; the nodes count`, ...(areWhole(nodes) && { fix: [{ kind: "replace", path, value: sum }] }) });
  },
};
