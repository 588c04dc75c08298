import { describeValue } from "../model/describe-value.js";
import type { Evaluation } from "../model/evaluation.js";
import { meanOf } from "./exact-sum.js";
import { notAList, notAnObject, notObjects, outOfRange, refuse } from "./refuse.js";

/**
 * AgentSWE's fidelity (equation 1), from 0 to 1: the mean satisfaction over the cases, and 0 when a gate failed.
 * `satisfaction` holds one value from 0 to 1 a case. Throws `CONFIG_INVALID` for other values and without cases.
 */
export function fidelity(delivery: { readonly valid: boolean; readonly satisfaction: readonly number[] }): number {
  refuse("this delivery has no fidelity", notAnObject("the delivery", delivery));
  refuse("this delivery has no fidelity", notAList("satisfaction", delivery.satisfaction));
  refuse("this delivery has no fidelity", deliveryProblems(delivery));
  return delivery.valid ? (meanOf(delivery.satisfaction) ?? 0) : 0;
}

/**
 * The fidelity of an evaluation that stands for one case: its score / 100, and 0 unless every gate node is PASSED.
 * Throws `CONFIG_INVALID` for gates that the evaluation does not know, and when its score is null.
 */
export function fidelityOf(evaluation: Pick<Evaluation, "score" | "nodes">, gateNodeIds: readonly string[] = []): number {
  refuse("this evaluation has no fidelity", notAnObject("the evaluation", evaluation));
  refuse("this evaluation has no fidelity", [
    ...notObjects("nodes", "node", evaluation.nodes),
    ...notAnObject("score", evaluation.score),
    ...notAList("the gates", gateNodeIds),
  ]);
  const statuses = new Map(evaluation.nodes.map((node) => [node.id, node.status]));
  const { percent } = evaluation.score;
  refuse("this evaluation has no fidelity", [
    ...(percent === null ? ["expected a score, got null: nothing was in the denominator"] : outOfRange("the score", percent, 0)),
    ...gateNodeIds.filter((id) => !statuses.has(id)).map((id) => `expected a node of the evaluation as a gate, got ${JSON.stringify(id)}`),
  ]);
  const satisfaction = Math.min(1, (percent ?? 0) / 100);
  return fidelity({ valid: gateNodeIds.every((id) => statuses.get(id) === "PASSED"), satisfaction: [satisfaction] });
}

function* deliveryProblems({ valid, satisfaction }: { valid: boolean; satisfaction: readonly number[] }): Generator<string> {
  if (typeof valid !== "boolean") yield `expected valid to be true or false, got ${describeValue(valid)}`;
  if (satisfaction.length === 0) yield "expected the satisfaction of at least one case, got none";
  for (const [index, value] of satisfaction.entries()) yield* outOfRange(`the satisfaction of case ${index + 1}`, value, 0, 1);
}
