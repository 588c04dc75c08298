import { notAnObject, outOfRange, refuse } from "./refuse.js";

/**
 * AgentSWE's gap closure (equation 3): `min(1, (J - J0) / (J* - J0))`, the share of the way from the start to the target
 * that the delivery went; negative when it fell behind the start. Also for measures where less is better.
 * Throws `CONFIG_INVALID` when the target equals the start, and for values that are no numbers.
 */
export function gapClosure(result: { readonly delivered: number; readonly start: number; readonly target: number }): number {
  refuse("this result has no gap closure", notAnObject("the result", result));
  refuse("this result has no gap closure", resultProblems(result));
  const { delivered, start, target } = result;
  return Math.min(1, (delivered - start) / (target - start)) + 0; // + 0 turns -0 into 0
}

function* resultProblems(result: { delivered: number; start: number; target: number }): Generator<string> {
  for (const name of ["delivered", "start", "target"] as const) yield* outOfRange(name, result[name]);
  if (result.target === result.start) yield `expected a target other than the start, got ${result.target} for both`;
}
