import type { NodeResult, StepResult } from "../model/evaluation.js";
import { count } from "./figures.js";

/**
 * Why a node does not have its maximum: what blocked it, or its first step that did not pass. `undefined` when it has.
 * Raw text: the renderer escapes it.
 */
export function reasonOf(node: NodeResult): string | undefined {
  if (node.blockedBy !== undefined && node.blockedBy.length > 0) return `blocked by ${node.blockedBy.join(", ")}`;
  const first = decisiveStep(node);
  if (first !== undefined) {
    const others = node.steps.filter((step) => step.outcome !== "pass").length - 1;
    const more = others > 0 ? ` (and ${count(others, "more step")} that did not pass)` : "";
    return `step ${node.steps.indexOf(first) + 1}, ${stepTitle(first)}: ${first.message}${more}`;
  }
  if (node.status === "PASSED" && node.score >= node.maxScore) return undefined;
  return node.message === "" ? node.status : node.message;
}

/** The first step that did not pass. */
export function decisiveStep(node: NodeResult): StepResult | undefined {
  return node.steps.find((step) => step.outcome !== "pass");
}

/** A step's name and, when it did not pass, its code. */
export function stepTitle(step: StepResult): string {
  return step.code === undefined ? step.name : `${step.name} [${step.code}]`;
}
