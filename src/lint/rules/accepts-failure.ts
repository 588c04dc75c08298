import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { statusClassesOf } from "../status-classes.js";

const STATUS_KEYS: Readonly<Record<string, string>> = { status_code_assert: "acceptable_statuses", http_request: "expected_status" };

/** A claim that holds whether the system does it or refuses it claims nothing. */
export const acceptsFailure: Rule = {
  code: "accepts-failure",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      const key = STATUS_KEYS[step.name];
      if (key === undefined) continue;
      const classes = statusClassesOf(step.inputs[key]);
      if (!classes.has(2) || !classes.has(4)) continue;
      report({ path: stepPointer(step, "inputs", key), message: "expected statuses of success or of refusal, got both; list only what the node claims" });
    }
  },
};
