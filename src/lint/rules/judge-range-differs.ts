import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** A judge that is offered another range than the node's maximum has its score rescaled. */
export const judgeRangeDiffers: Rule = {
  code: "judge-range-differs",
  severity: "warning",
  check({ nodes }, report) {
    for (const { steps, maxScore, method } of nodes) {
      if (maxScore === undefined || method !== "llm-judge") continue;
      for (const step of steps.filter(isJudge)) {
        const range = step.inputs["score_range"];
        const highest: unknown = Array.isArray(range) ? range[1] : undefined;
        if (typeof highest !== "number" || highest === maxScore) continue;
        report({
          path: stepPointer(step, "inputs", "score_range"),
          message: `expected a range up to the node's maxScore ${maxScore}, got ${highest}; the score will be rescaled`,
        });
      }
    }
  },
};
