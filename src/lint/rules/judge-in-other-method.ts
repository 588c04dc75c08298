import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** A judge's score counts only in nodes of its own method; elsewhere it is one step that passes or not. */
export const judgeInOtherMethod: Rule = {
  code: "judge-in-other-method",
  severity: "info",
  check({ nodes }, report) {
    for (const { method, steps } of nodes) {
      if (method === undefined || method === "llm-judge") continue;
      for (const step of steps.filter(isJudge)) {
        report({ path: stepPointer(step), message: `the judge's score counts only as passed or not in a node of method ${method}; use the method llm-judge to earn it` });
      }
    }
  },
};
