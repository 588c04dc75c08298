import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { holdsStatus, isMixed, statusClassesOf } from "../status-classes.js";
import { eachStatusSet } from "../status-sets.js";

/** Success, a denial and a route that is not there all meet it: there is hardly a system that does not. */
export const acceptsEverything: Rule = {
  code: "accepts-everything",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      eachStatusSet(step, (set, path) => {
        if (!isMixed(set) || !statusClassesOf(set).has(2) || !holdsStatus(set, 401, 403) || !holdsStatus(set, 404, 410)) return;
        report({
          path: stepPointer(step, "inputs", ...path),
          message: "expected statuses that some system would not meet, got success, denial and absence at once; list only what the node claims",
        });
      });
    }
  },
};
