/**
 * Sums points so that neither their order nor binary fractions show: in ascending order with Neumaier's compensation,
 * and tenths as integers.
 */
export function exactSum(values: readonly number[]): number {
  return values.every(isTenth) ? compensatedSum(values.map(tenthsOf)) / 10 : compensatedSum(values);
}

/** 100 × part / whole; exact for points in tenths. `null` when the whole is not above 0. */
export function percentOf(part: number, whole: number): number | null {
  if (!(whole > 0)) return null;
  return isTenth(part) && isTenth(whole) ? (100 * tenthsOf(part)) / tenthsOf(whole) : (part / whole) * 100;
}

/** The unweighted mean; `null` of nothing. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : exactSum(values) / values.length;
}

const TOLERANCE = 1e-9;

function isTenth(value: number): boolean {
  return Math.abs(tenthsOf(value) / 10 - value) < TOLERANCE;
}

function tenthsOf(value: number): number {
  return Math.round(value * 10);
}

function compensatedSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of [...values].sort((left, right) => left - right)) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
