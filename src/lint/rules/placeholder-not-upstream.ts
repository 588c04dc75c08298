import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { Reach } from "../reach.js";
import { variablesOf } from "../variables.js";

/** A value that only happens to be there, because of the order of unrelated nodes, is lost when one of them is skipped or not selected. */
export const placeholderNotUpstream: Rule = {
  code: "placeholder-not-upstream",
  severity: "warning",
  check(view, report) {
    const { writers, uses, mayBeHarvested, mayBeSeed } = variablesOf(view);
    const reach = new Reach(view);
    for (const [step, used] of uses) {
      for (const use of used) {
        const written = writers.get(use.name);
        if (written === undefined || mayBeHarvested(step, use.name) || mayBeSeed(use.name) || reach.nodeServing(step, written, use.isOwn) !== undefined) continue;
        const ids = [...new Set(written.map((writer) => view.nodes[writer.nodeIndex]?.id ?? ""))].slice(0, 3);
        report({
          path: stepPointer(step, "inputs", ...use.path),
          message: `expected ${use.text} to be written by a prerequisite, got it only from ${ids.join(", ")}; make that a prerequisite of this node`,
        });
      }
    }
  },
};
