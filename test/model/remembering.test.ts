import { expect, it } from "vitest";
import { remembering } from "../../src/model/remembering.js";

it("asks once a word, also about words with a meaning of their own, and is right about many", () => {
  const asked: string[] = [];
  const isLong = remembering((word) => {
    asked.push(word);
    return word.length > 3;
  });
  const words = ["a", "abcd", "a", "abcd", "__proto__", "constructor", "__proto__", ""];
  expect(words.map(isLong)).toEqual([false, true, false, true, true, true, true, false]);
  expect(asked).toEqual(["a", "abcd", "__proto__", "constructor", ""]);
  for (let round = 0; round < 2; round++) for (let index = 0; index < 3_000; index++) expect(isLong(`${index}`)).toBe(index > 999);
});

it("shares its answers, but keeps no long text", () => {
  const partsOf = remembering((text) => text.split(","));
  expect(partsOf("a,b")).toBe(partsOf("a,b"));
  const long = "a,".repeat(1_000);
  expect(partsOf(long)).toEqual(partsOf(long));
  expect(partsOf(long)).not.toBe(partsOf(long));
});
