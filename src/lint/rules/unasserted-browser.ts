import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { isReadLater } from "../../primitives/chain-reads.js";
import { isJudge } from "../step-kinds.js";

/** A page on which things were clicked, and at which nobody looked, passes on every system that shows such elements. */
export const unassertedBrowser: Rule = {
  code: "unasserted-browser",
  severity: "warning",
  check({ nodes, registry }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      steps.forEach((step, place) => {
        if (step.name !== "browser_interaction" || step.inputs["setup"] === true || asserts(step)) return;
        if (isReadLater(steps, place) || steps.slice(place + 1).some(isJudge)) return;
        report({ path: stepPointer(step), message: "expected an assertion on the page, got none: add an assert_* or wait_for action, or a dom_assertion behind it" });
      });
    }
  },
};

function asserts({ inputs }: StepView): boolean {
  const actions: readonly unknown[] = Array.isArray(inputs["steps"]) ? inputs["steps"] : [];
  return actions.some((given) => {
    const { action } = (given ?? {}) as { readonly action?: unknown };
    return typeof action === "string" && /^(?:assert_|wait_for$|get_cookie$)/.test(action);
  });
}
