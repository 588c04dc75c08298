import { mended } from "../fixes.js";
import { OF_THE_NODE } from "../node-key-meanings.js";
import { notedSteps } from "../noted.js";
import type { Rule } from "../rule.js";
import { stepPointer } from "../view.js";

/** Inputs that their primitive does not take, as far as they are known before placeholders have values. */
export const stepInputs: Rule = {
  code: "invalid-input",
  severity: "error",
  alsoReports: ["unknown-key"],
  check(view, report) {
    const { steps, isNative } = view;
    const isNoted = notedSteps(view, "unread-key");
    for (const step of steps) {
      for (const problem of step.problems) {
        const { code, path, message, hint } = problem;
        if (code === "unknown-key" && (isNoted(step) || (!isNative && String(path.at(-1)).endsWith(OF_THE_NODE)))) continue; // it is said at the node
        report({
          code,
          severity: isNative ? "error" : "warning",
          path: stepPointer(step, "inputs", ...path),
          message: isNative ? message : `${message}; the step will fail`,
          ...(hint !== undefined && { hint }),
          ...mended(stepPointer(step, "inputs", ...path), problem, step.inputs),
        });
      }
    }
  },
};
