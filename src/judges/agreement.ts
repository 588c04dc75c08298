/** A score that a judge gave beside the one that the evidence was labelled with. */
export interface ScorePair {
  readonly judged: number;
  readonly expected: number;
  readonly maxScore: number;
}

/** How far a judge agrees with labels; every figure is `null` when there is nothing to compute it from. */
export interface Agreement {
  /** Share of equal scores. */
  readonly exact: number | null;
  /** Share of scores at most one point beside the label. */
  readonly withinOne: number | null;
  /**
   * Quadratic-weighted kappa (Cohen 1968) of the scores as shares of their maxima: 1 for equal scores, 0 for what chance
   * gives. Also `null` when all scores and labels are one and the same, since chance then agrees as well.
   */
  readonly kappa: number | null;
  /** Mean of judged minus expected, in points: above 0 for a lenient judge. */
  readonly bias: number | null;
}

/** Compares scores with labels. */
export function agreementOf(pairs: readonly ScorePair[]): Agreement {
  if (pairs.length === 0) return { exact: null, withinOne: null, kappa: null, bias: null };
  const differences = pairs.map(({ judged, expected }) => judged - expected);
  return {
    exact: mean(differences.map((difference) => Number(difference === 0))),
    withinOne: mean(differences.map((difference) => Number(Math.abs(difference) <= 1))),
    kappa: quadraticKappa(
      pairs.map(({ judged, maxScore }) => judged / maxScore),
      pairs.map(({ expected, maxScore }) => expected / maxScore),
    ),
    bias: mean(differences),
  };
}

/**
 * 1 − Σ w·O / Σ w·E with w = (i − j)²: the mean squared difference of the pairs over that of all combinations, which is the
 * sum of both variances and the squared difference of the means. So scores need not fall into classes.
 */
function quadraticKappa(judged: readonly number[], expected: readonly number[]): number | null {
  const observed = mean(judged.map((score, index) => (score - (expected[index] ?? NaN)) ** 2));
  const byChance = variance(judged) + variance(expected) + (mean(judged) - mean(expected)) ** 2;
  return byChance === 0 ? null : 1 - observed / byChance;
}

function variance(values: readonly number[]): number {
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** 2));
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
