import type { Rule } from "../rule.js";
import { stepPointer } from "../view.js";

/** Inputs that their primitive does not take, as far as they are known before placeholders have values. */
export const stepInputs: Rule = {
  code: "invalid-input",
  severity: "error",
  alsoReports: ["unknown-key"],
  check({ steps }, report) {
    for (const step of steps) {
      for (const { code, path, message, hint } of [...step.written.problems, ...step.nested.problems]) {
        report({ code, path: stepPointer(step, "inputs", ...path), message, ...(hint !== undefined && { hint }) });
      }
    }
  },
};
