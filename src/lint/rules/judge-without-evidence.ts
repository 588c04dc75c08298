import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** The slot that each type of evidence is taken from; the others come from the workspace. */
const SLOT_OF: Readonly<Record<string, string>> = { response: "response", responses: "response", headers: "response", rendered_dom: "page", screenshot: "page", exec: "exec", logs: "exec", query: "query" };

/** A judge is shown what its own node has produced: where no step before it does, it fails in every run. */
export const judgeWithoutEvidence: Rule = {
  code: "judge-without-evidence",
  severity: "warning",
  check({ nodes, registry }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      steps.forEach((step, place) => {
        if (!isJudge(step)) return;
        const lacking = typesOf(step).filter((type) => isLacking(type, step, steps.slice(0, place)));
        if (lacking.length === 0) return;
        report({ path: stepPointer(step), message: `expected a step before the judge that produces evidence of the type ${lacking.join(" and ")}, got none; add it, or ask for other evidence` });
      });
    }
  },
};

function typesOf({ inputs }: StepView): readonly string[] {
  return [inputs["evidence_type"]].flat().filter((type) => typeof type === "string");
}

function isLacking(type: string, { inputs }: StepView, before: readonly StepView[]): boolean {
  const slot = Object.hasOwn(SLOT_OF, type) ? SLOT_OF[type] : undefined;
  if (slot === undefined || (slot === "page" && inputs["urls"] !== undefined)) return false; // it renders these pages itself
  return !before.some(({ primitive }) => primitive === undefined || primitive.produces?.some((produced) => produced === slot) === true);
}
