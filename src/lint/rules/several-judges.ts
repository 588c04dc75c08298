import type { Rule } from "../../document/rule.js";
import { nodePointer, stepPointer } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** The score of an llm-judge node is the score of its one judge. */
export const severalJudges: Rule = {
  code: "several-judges",
  severity: "error",
  alsoReports: ["judge-missing"],
  check({ nodes, registry }, report) {
    for (const node of nodes) {
      if (node.method !== "llm-judge" || node.steps.length === 0) continue;
      const [first, second] = node.steps.filter(isJudge);
      if (second !== undefined) report({ path: stepPointer(second), message: "expected one llm_judge step in a node of method llm-judge, got a further one; put it into a node of its own" });
      const isKnown = registry !== undefined && node.steps.every(({ primitive }) => primitive !== undefined);
      if (first === undefined && isKnown) {
        report({ code: "judge-missing", path: nodePointer(node, "primitive_chain"), message: "expected an llm_judge step in a node of method llm-judge, got none; add one, or use the method binary or weighted" });
      }
    }
  },
};
