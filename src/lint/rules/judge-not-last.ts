import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** A judge sees the evidence that steps before it took, so a step behind it could not count. */
export const judgeNotLast: Rule = {
  code: "judge-not-last",
  severity: "error",
  summary: "A node of method llm-judge has steps behind its llm_judge step.",
  check({ nodes }, report) {
    for (const node of nodes) {
      const judge = node.method === "llm-judge" ? node.steps.find(isJudge) : undefined;
      if (judge === undefined || judge === node.steps.findLast((step) => !isJudge(step) || step === judge)) continue;
      report({ path: stepPointer(judge), message: "expected the llm_judge step at the end of its chain, got steps behind it; move them before it" });
    }
  },
};
