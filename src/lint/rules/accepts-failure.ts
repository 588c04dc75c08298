import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { isMixed, statusClassesOf } from "../status-classes.js";
import { eachStatusSet } from "../status-sets.js";

/** A claim that holds whether the system does it or refuses it claims nothing. */
export const acceptsFailure: Rule = {
  code: "accepts-failure",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      eachStatusSet(step, (set, path) => {
        if (!isMixed(set)) return;
        const classes = statusClassesOf(set);
        if (classes.has(2) && classes.has(4)) report({ path: stepPointer(step, "inputs", ...path), message: "expected statuses of success or of refusal, got both; list only what the node claims" });
      });
    }
  },
};
