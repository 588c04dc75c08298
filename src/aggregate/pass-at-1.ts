import { describeValue } from "../model/describe-value.js";
import { exactSum, meanOf } from "./exact-sum.js";
import { notAList, refuse } from "./refuse.js";

/**
 * ABC-Bench's average pass@1, from 0 to 1: the mean over tasks of the mean over each task's attempts (three in the paper,
 * appendix A). Throws `CONFIG_INVALID` without tasks, and for tasks without attempts.
 */
export function passAt1(attempts: readonly (readonly boolean[])[]): number {
  const means = taskMeans(attempts);
  return meanOf(means) ?? 0;
}

/**
 * The standard error of {@link passAt1} over tasks: the sample standard deviation of the task means / √tasks.
 * `null` for a single task, which tells nothing about the spread. Throws as `passAt1` does.
 */
export function passAt1Error(attempts: readonly (readonly boolean[])[]): number | null {
  const means = taskMeans(attempts);
  if (means.length < 2) return null;
  const mean = meanOf(means) ?? 0;
  const variance = exactSum(means.map((value) => (value - mean) ** 2)) / (means.length - 1);
  return Math.sqrt(variance / means.length);
}

function taskMeans(attempts: readonly (readonly boolean[])[]): number[] {
  refuse("these attempts have no pass@1", shapeProblems(attempts));
  refuse("these attempts have no pass@1", attemptProblems(attempts));
  return attempts.map((task) => task.filter(Boolean).length / task.length);
}

function* shapeProblems(attempts: unknown): Generator<string> {
  yield* notAList("the attempts", attempts);
  for (const [index, task] of Array.isArray(attempts) ? attempts.entries() : []) yield* notAList(`the attempts of task ${index + 1}`, task);
}

function* attemptProblems(attempts: readonly (readonly boolean[])[]): Generator<string> {
  if (attempts.length === 0) yield "expected the attempts of at least one task, got none";
  for (const [index, task] of attempts.entries()) {
    if (task.length === 0) yield `expected at least one attempt of task ${index + 1}, got none`;
    for (const attempt of task) {
      if (typeof attempt !== "boolean") yield `expected true or false for each attempt of task ${index + 1}, got ${describeValue(attempt)}`;
    }
  }
}
