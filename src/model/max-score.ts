/** A node's maximum as it counts in sums: what is no finite number above 0 counts 0, since nothing can be earned there. */
export function countedMax(maxScore: number): number {
  return Number.isFinite(maxScore) && maxScore > 0 ? maxScore : 0;
}
