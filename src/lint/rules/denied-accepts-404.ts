import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { notedSteps } from "../../document/noted.js";
import { holdsStatus } from "../status-classes.js";

/** A route that nobody has built is answered with 404 for everyone: that denies nothing, unless the step shows it allowed for another role. */
export const deniedAccepts404: Rule = {
  code: "denied-accepts-404",
  severity: "warning",
  check(view, report) {
    const isNoted = notedSteps(view, "denied-accepts-404");
    for (const step of view.steps) {
      if (step.name !== "permission_check" || step.inputs["expected_result"] !== "denied" || step.inputs["control_role"] !== undefined) continue;
      const key = step.inputs["acceptable_statuses"] === undefined ? "denied_codes_extend" : "acceptable_statuses";
      if (!holdsStatus(step.inputs[key], 404) || isNoted(step)) continue;
      report({
        path: stepPointer(step, "inputs", key),
        message: "expected a denial to be told from a route that is not there, got 404 among its statuses; leave 404 out, or name a control_role that is allowed",
      });
    }
  },
};
