import { expect, it } from "vitest";
import { partsJoined } from "../../src/dialects/joined.js";

it.each<[string, string[]]>([
  ["a > 1", ["a > 1"]],
  ["a > 1 and b < 2", ["a > 1", "b < 2"]],
  ["a > 1 AND b < 2 && c", ["a > 1", "b < 2", "c"]],
  ["a&&b", ["a", "b"]],
  ["a = 'x and y' and b = \"p && q\"", ["a = 'x and y'", 'b = "p && q"']],
  ["name = O'Neil and b", ["name = O'Neil", "b"]],
  ["band of android", ["band of android"]],
  ["and so on", ["and so on"]],
  [`${"x".repeat(2_000)} and y`, [`${"x".repeat(2_000)} and y`]],
])("takes %j apart", (text, parts) => {
  expect(partsJoined(text)).toEqual(parts);
});

it("takes long texts apart in no time", () => {
  const started = performance.now();
  for (const text of [" ".repeat(900) + " and ", "'".repeat(999) + "&&", "& ".repeat(499), " and".repeat(249)]) partsJoined(text);
  expect(performance.now() - started).toBeLessThan(5_000);
});
