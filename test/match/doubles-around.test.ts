import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doublesAround } from "../../src/match/doubles-around.js";
import { compareNumbers, ExactNumber } from "../../src/model/exact-number.js";

fc.configureGlobal({ seed: 9535 });

describe("doublesAround", () => {
  it.each<[string, number, number]>([
    ["9007199254740993", 9007199254740992, 9007199254740994],
    ["-9007199254740993", -9007199254740994, -9007199254740992],
    ["1e400", Number.MAX_VALUE, Infinity],
    ["-1e400", -Infinity, -Number.MAX_VALUE],
    ["1e-400", 0, Number.MIN_VALUE],
    ["-1e-400", -Number.MIN_VALUE, -0],
    ["1.0000000000000000001", 1, 1 + Number.EPSILON],
    ["9007199254740993.5", 9007199254740992, NaN],
  ])("%s lies between %s and %s", (text, low, high) => expect(doublesAround(ExactNumber.read(text) as ExactNumber)).toEqual([low, high]));
  it("is the number itself where it is a double", () => expect(doublesAround(5n)).toEqual([5, 5]));
  it("encloses every integer, with no double in between", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (integer) => {
        const [low, high] = doublesAround(integer);
        expect(compareNumbers(low, integer)).not.toBe(1);
        expect(compareNumbers(high, integer)).not.toBe(-1);
        // the middle of two neighbours rounds to one of them
        expect([low, high]).toContain(low / 2 + high / 2);
      }),
    );
  });
});
