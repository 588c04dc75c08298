import type { Rule } from "../../document/rule.js";
import { stepPointer, type DocumentView, type StepView } from "../../document/view.js";
import { variablesOf } from "../variables.js";

/** How many nodes are visited at most, so that a large document stays linear; beyond it nothing more is reported. */
const MAX_VISITS = 2_000_000;

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
        if (written === undefined || mayBeHarvested(step, use.name) || mayBeSeed(use.name) || reach.isServed(step, written, use.isLate)) continue;
        const ids = [...new Set(written.map((writer) => view.nodes[writer.nodeIndex]?.id ?? ""))].slice(0, 3);
        report({
          path: stepPointer(step, "inputs", ...use.path),
          message: `expected ${use.text} to be written by a prerequisite, got it only from ${ids.join(", ")}; make that a prerequisite of this node`,
        });
      }
    }
  },
};

/** Walks up the prerequisites. */
class Reach {
  readonly #view: DocumentView;
  #visits = 0;

  constructor(view: DocumentView) {
    this.#view = view;
  }

  /**
   * True when a writer runs before the step: earlier in its chain, or in a node that its node needs; the step itself for what is
   * late in it. Also true when the bound is used up.
   */
  isServed(step: StepView, writers: readonly StepView[], isLate: boolean): boolean {
    const targets = new Set(writers.map(({ nodeIndex }) => nodeIndex));
    if (writers.some(({ nodeIndex, index }) => nodeIndex === step.nodeIndex && (index < step.index || (isLate && index === step.index)))) return true;
    const seen = new Set([step.nodeIndex]);
    for (const place of seen) {
      if (this.#visits++ > MAX_VISITS) return true;
      for (const prereq of this.#view.nodes[place]?.prereqs ?? []) {
        const next = prereq === undefined ? undefined : this.#view.byId.get(prereq)?.index;
        if (next === undefined || next === step.nodeIndex) continue;
        if (targets.has(next)) return true;
        seen.add(next);
      }
    }
    return false;
  }
}
