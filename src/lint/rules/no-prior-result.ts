import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { isJudge } from "../step-kinds.js";

/** A step that reads what no step of its node has produced before it: it fails in every run. */
export const noPriorResult: Rule = {
  code: "no-prior-result",
  severity: "error",
  check({ nodes, registry, isNative }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      steps.forEach((step, position) => {
        const complaint = complaintAbout(step, steps.slice(0, position));
        if (complaint === undefined) return;
        const hasSource = typeof step.inputs["source"] === "string";
        report({ path: hasSource ? stepPointer(step, "inputs", "source") : stepPointer(step), severity: isNative ? "error" : "warning", message: complaint });
      });
    }
  },
};

function complaintAbout(step: StepView, before: readonly StepView[]): string | undefined {
  const { source } = step.inputs;
  const place = typeof source === "string" ? /^step:(\d+)$/.exec(source)?.[1] : undefined;
  if (place !== undefined) return mayProduce(before.find(({ index }) => index === Number(place) - 1)) ? undefined : `expected a step before this one that produces a result, got ${JSON.stringify(source)}`;
  const reads = readsOf(step);
  const isServed = reads.length === 0 || before.some((earlier) => reads.some((slot) => mayProduce(earlier, slot)));
  return isServed ? undefined : `expected a step before this one that produces a result (${reads.join(", ")}), got none; add the step whose result ${step.name} is to read`;
}

/** What the step can not do without; any of them will do. A saved record may come from another node. */
function readsOf(step: StepView): readonly string[] {
  const { primitive, inputs } = step;
  if (primitive?.reads === undefined || isJudge(step)) return []; // a judge says itself what it lacks
  const { source } = inputs;
  if (typeof source !== "string") return primitive.reads;
  const slot = source.split(".", 1)[0] ?? "";
  return SLOTS.has(slot) ? [slot] : [];
}

const SLOTS: ReadonlySet<string> = new Set(["last", "response", "query", "exec", "page"]);

/** What nobody knows may produce anything. */
function mayProduce(step: StepView | undefined, slot = "last"): boolean {
  if (step === undefined) return false;
  if (step.primitive === undefined) return true;
  const { produces = [] } = step.primitive;
  return slot === "last" ? produces.length > 0 : produces.some((name) => name === slot);
}
