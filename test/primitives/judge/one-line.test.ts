import { expect, it } from "vitest";
import { oneLine } from "../../../src/primitives/judge/one-line.js";

it.each([
  ["src/[id].tsx", "src/[id].tsx"],
  ["a\nb", "a\\u{a}b"],
  ["\u001b[2J", "\\u{1b}[2J"],
  ["a\u2028b\u2029c\u0085d", "a\\u{2028}b\\u{2029}c\\u{85}d"],
  ["日本 😀", "日本 😀"],
])("writes %j on one line", (text, line) => {
  expect(oneLine(text)).toBe(line);
});
