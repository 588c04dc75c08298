/**
 * How several scores become one. `median`: the middle one, or the mean of the two in the middle. `mean`: their mean.
 * `majority`: the highest score that more than half of them reach, which is the score of the majority wherever one agrees.
 */
export type Combination = "median" | "mean" | "majority";

export const COMBINATIONS = ["median", "mean", "majority"] as const satisfies readonly Combination[];

/** What several scores come to. */
export interface CombinedScore {
  readonly score: number;
  /** The highest minus the lowest. */
  readonly spread: number;
  /**
   * 1 minus the mean difference of two scores, as a share of the range: 1 when all are equal, 0 when two stand at its ends.
   * `null` for a single score, which agrees with nobody.
   */
  readonly agreement: number | null;
}

/** Combines at least one score of a range that is this wide. */
export function combineScores(scores: readonly number[], combination: Combination, width: number): CombinedScore {
  const sorted = scores.toSorted((left, right) => left - right);
  const lowest = sorted[0] ?? NaN;
  const highest = sorted.at(-1) ?? NaN;
  const lowerMiddle = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  const upperMiddle = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const combined = { median: (lowerMiddle + upperMiddle) / 2, mean: sum(sorted) / sorted.length, majority: lowerMiddle }[combination];
  // a mean of equal fractions may come out a hair beside them
  const score = Math.min(Math.max(combined, lowest), highest);
  return { score, spread: rounded(highest - lowest), agreement: sorted.length < 2 ? null : rounded(1 - meanDifference(sorted) / width) };
}

/** Over all pairs of ascending scores. */
function meanDifference(sorted: readonly number[]): number {
  const count = sorted.length;
  // each score is the higher one of as many pairs as stand before it, and the lower one of the others
  const differences = sum(sorted.map((score, index) => score * (2 * index - count + 1)));
  return differences / ((count * (count - 1)) / 2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
