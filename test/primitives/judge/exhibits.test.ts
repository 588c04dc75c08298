import { describe, expect, it } from "vitest";
import { packExhibits, type Exhibit } from "../../../src/primitives/judge/exhibits.js";

function exhibit(title: string, text: string): Exhibit {
  return { title, text, size: text.length };
}

function charactersOf(kinds: Exhibit[][], limit: number): Record<string, number> {
  return Object.fromEntries(packExhibits(kinds, limit).shown.map(({ title, characters }) => [title, characters]));
}

describe("packExhibits", () => {
  it("shows everything that fits, in order", () => {
    expect(packExhibits([[exhibit("a", "one")], [exhibit("b", "two")]], 100)).toEqual({
      text: "### a\none\n\n### b\ntwo",
      shown: [
        { title: "a", size: 3, characters: 3 },
        { title: "b", size: 3, characters: 3 },
      ],
      leftOut: [],
    });
  });

  it("cuts where the room ends and says so", () => {
    expect(packExhibits([[exhibit("a", "0123456789"), exhibit("b", "x")]], 4)).toEqual({
      text: "### a (start only)\n0123\n\n(1 more left out for length: b)",
      shown: [{ title: "a", size: 10, characters: 4 }],
      leftOut: ["b"],
    });
  });

  it("keeps the end of what matters at its end", () => {
    expect(packExhibits([[{ ...exhibit("log", "0123456789"), kept: "end" }]], 4).text).toBe("### log (end only)\n6789");
  });

  it("shares the room evenly among kinds", () => {
    const long = "x".repeat(100);
    expect(charactersOf([[exhibit("a", long)], [exhibit("b", long)]], 60)).toEqual({ a: 30, b: 30 });
  });

  it("gives what a kind does not need to those behind it", () => {
    const long = "x".repeat(100);
    expect(charactersOf([[exhibit("a", "1234567890")], [exhibit("b", long)]], 60)).toEqual({ a: 10, b: 50 });
  });

  it("serves the first of a kind first", () => {
    const long = "x".repeat(50);
    expect(charactersOf([[exhibit("a", long), exhibit("b", long), exhibit("c", long)]], 80)).toEqual({ a: 50, b: 30 });
  });
});
