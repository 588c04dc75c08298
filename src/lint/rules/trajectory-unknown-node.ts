import type { Rule } from "../../document/rule.js";
import { pointerTo } from "../../model/json-pointer.js";
import { didYouMean, suggester } from "../../model/suggest.js";

/** An id that no node has counts nothing in its trajectory. */
export const trajectoryUnknownNode: Rule = {
  code: "trajectory-unknown-node",
  severity: "warning",
  check({ config, byId }, report) {
    const suggest = suggester(byId.keys());
    for (const [name, { node_ids: ids }] of Object.entries(config?.trajectories ?? {})) {
      ids.forEach((id, position) => {
        if (byId.has(id)) return;
        const path = pointerTo(["scoring_config", "trajectories", name, "node_ids", position]);
        report({ path, message: `expected the id of a node, got ${JSON.stringify(id)}, which counts nothing`, ...didYouMean(suggest(id)) });
      });
    }
  },
};
