import type { Evaluation } from "../model/evaluation.js";
import { fidelityOf } from "./fidelity.js";
import { outOfRange, refuse } from "./refuse.js";

/**
 * AgentSWE's demonstration-delivery gap: the fidelity on the development cases minus that on the held-out cases, from -1
 * to 1; above 0 when less was delivered than demonstrated. Numbers are fidelities from 0 to 1; an evaluation stands for
 * its score / 100. Throws `CONFIG_INVALID` for other numbers, and for evaluations whose score is null.
 */
export function demonstrationDeliveryGap(
  development: Pick<Evaluation, "score" | "nodes"> | number,
  heldOut: Pick<Evaluation, "score" | "nodes"> | number,
): number {
  refuse("these results have no demonstration-delivery gap", [
    ...(typeof development === "number" ? outOfRange("the fidelity on the development cases", development, 0, 1) : []),
    ...(typeof heldOut === "number" ? outOfRange("the fidelity on the held-out cases", heldOut, 0, 1) : []),
  ]);
  return valueOf(development) - valueOf(heldOut);
}

function valueOf(result: Pick<Evaluation, "score" | "nodes"> | number): number {
  return typeof result === "number" ? result : fidelityOf(result);
}
