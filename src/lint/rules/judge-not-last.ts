import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** A judge sees the evidence that steps before it took, so a step behind it could not count. */
export const judgeNotLast: Rule = {
  code: "judge-not-last",
  severity: "error",
  check({ nodes }, report) {
    for (const { method, steps } of nodes) {
      const place = method === "llm-judge" ? steps.findIndex(isJudge) : -1;
      const judge = steps[place];
      if (judge === undefined || steps.slice(place).every(isJudge)) continue;
      report({ path: stepPointer(judge), message: "expected the llm_judge step at the end of its chain, got steps behind it; move them before it" });
    }
  },
};
