import { compareNumbers, isIntegral, type ExactNumber } from "../model/exact-number.js";

/**
 * The two doubles that enclose a number, equal when it is a double itself. A number with a fractional part among doubles
 * without one gets `NaN` as one of them, so that it is not taken for an integer.
 */
export function doublesAround(value: bigint | ExactNumber): readonly [number, number] {
  const nearest = Number(String(value));
  const order = compareNumbers(nearest, value);
  if (order === 0) return [nearest, nearest];
  const pair: [number, number] = order === -1 ? [nearest, neighbour(nearest, 1)] : [neighbour(nearest, -1), nearest];
  return pair.every(Number.isInteger) && !isIntegral(value) ? [pair[0], NaN] : pair;
}

/** The next double in a direction, by counting up or down the bits of its magnitude (IEEE 754). */
function neighbour(double: number, direction: 1 | -1): number {
  if (double === 0) return direction * Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, double);
  const away = double > 0 === direction > 0 ? 1n : -1n;
  bits.setBigInt64(0, bits.getBigInt64(0) + away);
  return bits.getFloat64(0);
}
