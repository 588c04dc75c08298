/**
 * Rounds to one decimal place as Python's `round(x, 1)` does: by the exact binary value of the double, ties to the even
 * tenth (SaaSBench appendix B.4 is implemented with it). `0.35` gives `0.3`, since its double lies below the tie.
 */
export function roundHalfEven(value: number): number {
  const magnitude = Math.abs(value);
  // A double can lie exactly between two tenths only at .25 and .75. toFixed works on the exact value and breaks ties
  // upwards, which is the even tenth at .75 and the odd one at .25.
  const rounded = magnitude % 1 === 0.25 ? Number(`${Math.floor(magnitude)}.2`) : Number(magnitude.toFixed(1));
  return value < 0 ? -rounded : rounded;
}
