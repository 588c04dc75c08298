import type { DocumentView, StepView } from "../document/view.js";

/** How many nodes are visited at most, so that a large document stays linear; beyond it nothing is found to be missing. */
const MAX_VISITS = 2_000_000;

/** Walks up the prerequisites of a document. */
export class Reach {
  readonly #view: DocumentView;
  readonly #firstOf = new WeakMap<readonly StepView[], ReadonlyMap<number, number>>();
  #visits = 0;

  constructor(view: DocumentView) {
    this.#view = view;
  }

  /**
   * The place of a node in which one of the writers runs before the step: its own, when that is earlier in its chain (for what is
   * late in it, also the step itself), else one that its node needs. Its own, too, when the bound is used up: nobody knows.
   */
  nodeServing(step: StepView, writers: readonly StepView[], isLate: boolean): number | undefined {
    const first = this.#firstIn(writers);
    const own = first.get(step.nodeIndex) ?? Infinity;
    if (own < step.index || (isLate && own === step.index)) return step.nodeIndex;
    const seen = new Set([step.nodeIndex]);
    for (const place of seen) {
      if (this.#visits++ > MAX_VISITS) return step.nodeIndex;
      for (const prereq of this.#view.nodes[place]?.prereqs ?? []) {
        const next = prereq === undefined ? undefined : this.#view.byId.get(prereq)?.index;
        if (next === undefined || next === step.nodeIndex) continue;
        if (first.has(next)) return next;
        seen.add(next);
      }
    }
    return undefined;
  }

  /** By node, the first of the writers in its chain. */
  #firstIn(writers: readonly StepView[]): ReadonlyMap<number, number> {
    const known = this.#firstOf.get(writers);
    if (known !== undefined) return known;
    const first = new Map<number, number>();
    for (const { nodeIndex, index } of writers) first.set(nodeIndex, Math.min(index, first.get(nodeIndex) ?? Infinity));
    this.#firstOf.set(writers, first);
    return first;
  }
}
