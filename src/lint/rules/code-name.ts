import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";

/** A code (`P04`) says less than the name of its primitive. */
export const codeName: Rule = {
  code: "code-name",
  severity: "info",
  check({ steps, notes }, report) {
    for (const note of notes) if (note.code === "code-name") report(note);
    for (const step of steps) {
      if (step.primitive === undefined || step.type === step.name) continue;
      const path = stepPointer(step, "type");
      report({ path, message: `${step.type} is the code of ${step.name}; the name says what the step does`, fix: [{ kind: "replace", path, value: step.name }] });
    }
  },
};
