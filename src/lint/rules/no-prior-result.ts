import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { readsOf } from "../../primitives/define.js";
import { isJudge } from "../step-kinds.js";

/** A step that reads what no step of its node has produced before it: it fails in every run. */
export const noPriorResult: Rule = {
  code: "no-prior-result",
  severity: "warning",
  check({ nodes, registry }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      const before = new Results();
      for (const step of steps) {
        const complaint = complaintAbout(step, before);
        if (complaint !== undefined) {
          const path = typeof step.inputs["source"] === "string" ? stepPointer(step, "inputs", "source") : stepPointer(step);
          report({ path, message: complaint });
        }
        before.add(step);
      }
    }
  },
};

/** What the steps so far may have produced. */
class Results {
  readonly #slots = new Set<string>();
  readonly #places = new Set<number>();

  /** A step that nobody knows may produce anything. */
  add({ primitive, index }: StepView): void {
    const produced: readonly string[] = primitive === undefined ? [...SLOTS] : (primitive.produces ?? []);
    if (produced.length === 0) return;
    for (const slot of ["last", ...produced]) this.#slots.add(slot);
    this.#places.add(index);
  }

  hasSlot(slot: string): boolean {
    return this.#slots.has(slot);
  }

  /** By its place in the chain, from 0. */
  hasStep(index: number): boolean {
    return this.#places.has(index);
  }
}

function complaintAbout(step: StepView, before: Results): string | undefined {
  const { source } = step.inputs;
  const place = typeof source === "string" ? /^step:(\d+)$/.exec(source)?.[1] : undefined;
  if (place !== undefined) return before.hasStep(Number(place) - 1) ? undefined : `expected a step before this one that produces a result, got ${JSON.stringify(source)}; count the steps from 1`;
  const reads = neededBy(step);
  if (reads.length === 0 || reads.some((slot) => before.hasSlot(slot))) return undefined;
  return `expected a step before this one that produces a result (${reads.join(", ")}), got none; add the step whose result ${step.name} is to read`;
}

/** What the step can not do without; any of them will do. A saved record may come from another node. */
function neededBy(step: StepView): readonly string[] {
  const { primitive, inputs } = step;
  if (primitive === undefined || isJudge(step)) return []; // a judge says itself what it lacks
  const reads = readsOf(primitive, inputs);
  const { source } = inputs;
  if (reads.length === 0 || typeof source !== "string") return reads;
  const slot = source.split(".", 1)[0] ?? "";
  return SLOTS.has(slot) ? [slot] : [];
}

const SLOTS: ReadonlySet<string> = new Set(["last", "response", "query", "exec", "page"]);
