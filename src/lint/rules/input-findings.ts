import type { Finding, Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { placeholdersOf } from "../../model/placeholder-syntax.js";
import type { InputFinding } from "../../primitives/define.js";

/** What the primitives themselves say about inputs that fit their schema, each finding under its own code. */
export const inputFindings: Rule = {
  code: "input-finding",
  severity: "error",
  alsoReports: ["vacuous-expectation"],
  check({ steps, isNative }, report) {
    for (const step of steps) {
      for (const finding of [...step.written.findings, ...step.nested.findings]) {
        if (isOpen(step, finding)) continue;
        const isVacuous = finding.code === "vacuous";
        report(isVacuous ? { ...located(step, finding), code: "vacuous-expectation", severity: isNative ? "error" : "warning" } : located(step, finding));
      }
    }
  },
};

/** About text that a placeholder may still change. */
function isOpen({ inputs }: StepView, { path = [] }: InputFinding): boolean {
  const value = path.reduce<unknown>((held, key) => (held as Record<string | number, unknown> | null | undefined)?.[key], inputs);
  return typeof value === "string" && inputs["literal_braces"] !== true && placeholdersOf(value).length > 0;
}

function located(step: StepView, { code, severity = "error", message, hint, path = [] }: InputFinding): Finding {
  return { code, severity, message, path: stepPointer(step, "inputs", ...path), ...(hint !== undefined && { hint }) };
}
