import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Grams } from "../../src/model/grams.js";

function gramsOf(...grams: readonly string[]): Grams {
  const set = new Grams();
  for (const gram of grams) set.add(gram);
  return set;
}

function placesIn(grams: Grams, text: string): number[] {
  const places: number[] = [];
  for (let at = grams.indexIn(text, 0); at >= 0; at = grams.indexIn(text, at + 1)) places.push(at);
  return places;
}

describe("a set of sequences of four characters", () => {
  it("never misses one, wherever it stands and whatever surrounds it", () => {
    const gram = fc.string({ unit: "binary", minLength: 4, maxLength: 4 }).map((text) => text.slice(0, 4));
    fc.assert(
      fc.property(fc.array(gram, { minLength: 1, maxLength: 20 }), fc.nat(), fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (grams, place, before, behind) => {
        const held = grams[place % grams.length] ?? "";
        expect(placesIn(gramsOf(...grams), before + held + behind)).toContain(before.length);
      }),
    );
  });

  it.each([
    ["an empty text", ""],
    ["a shorter one", "abc"],
    ["another order", "dcba"],
    ["one that is torn", "ab cd"],
    ["parts at both ends", "cd ... ab"],
  ])("says no to %s", (_what, text) => {
    expect(placesIn(gramsOf("abcd"), text)).toEqual([]);
  });

  it("holds nothing at first", () => {
    expect(placesIn(gramsOf(), "whatever there is")).toEqual([]);
  });

  it("finds each place, also of those that share characters", () => {
    expect(placesIn(gramsOf("abab", "wxyz"), "ababab wxyz abab")).toEqual([0, 2, 7, 12]);
  });

  it("says no to nearly every text that holds none, even when it holds a thousand", () => {
    const set = gramsOf(...Array.from({ length: 1_000 }, (_, index) => `${(index * 7_919 + 46_656 * 3).toString(36).slice(-4)}`));
    const texts = Array.from({ length: 1_000 }, (_, index) => `GET /ITEMS/${index} ANSWERED`);
    expect(texts.filter((text) => set.indexIn(text, 0) >= 0).length).toBeLessThan(20);
  });
});
