import { describeValue } from "../model/describe-value.js";
import { notObjects, refuse } from "./refuse.js";

/** One attempt: did the environment build and start, and did the functional tests pass in it. */
export interface EnvironmentRun {
  readonly built: boolean;
  readonly passed: boolean;
}

/**
 * ABC-Bench's two stages (appendix B), each from 0 to 1: `s1` is built / all, `s2` is passed / built and 0 when none was
 * built. A run that was not built can not have passed and is not counted as passed. Throws `CONFIG_INVALID` without runs.
 */
export function environmentSuccess(runs: readonly EnvironmentRun[]): { readonly s1: number; readonly s2: number } {
  refuse("these runs have no success rates", notObjects("the runs", "run", runs));
  refuse("these runs have no success rates", runProblems(runs));
  const built = runs.filter((run) => run.built);
  const passed = built.filter((run) => run.passed);
  return { s1: built.length / runs.length, s2: built.length === 0 ? 0 : passed.length / built.length };
}

function* runProblems(runs: readonly EnvironmentRun[]): Generator<string> {
  if (runs.length === 0) yield "expected at least one run, got none";
  for (const [index, run] of runs.entries()) {
    for (const stage of ["built", "passed"] as const) {
      if (typeof run[stage] !== "boolean") yield `expected ${stage} of run ${index + 1} to be true or false, got ${describeValue(run[stage])}`;
    }
  }
}
