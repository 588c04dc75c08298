import type { Rule } from "../../document/rule.js";
import { pointerTo } from "../../model/json-pointer.js";
import { areWhole, differs, sumOfMaxima } from "../maxima.js";

/** A trajectory's own maximum is compared with its nodes and not used. */
export const trajectoryMaxMismatch: Rule = {
  code: "trajectory-max-mismatch",
  severity: "warning",
  check({ config, byId, nodes }, report) {
    for (const [name, { node_ids: ids, maxScore }] of Object.entries(config?.trajectories ?? {})) {
      const sum = sumOfMaxima([...new Set(ids)].flatMap((id) => byId.get(id) ?? []));
      if (maxScore === undefined || !differs(maxScore, sum)) continue;
      const path = pointerTo(["scoring_config", "trajectories", name, "maxScore"]);
      report({ path, message: `expected ${sum}, the sum of its nodes, got ${maxScore}; the nodes count`, ...(areWhole(nodes) && ids.every((id) => byId.has(id)) && { fix: [{ kind: "replace", path, value: sum }] }) });
    }
  },
};
