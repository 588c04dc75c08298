import { describe, expect, it } from "vitest";
import { toJavaScript } from "../../src/dialects/python-regex.js";
import { findRegex } from "../../src/match/regex.js";
import { codesOf } from "./support.js";

/** What Python's `re.search` finds; from its documentation. */
describe("toJavaScript", () => {
  it.each<[string, string, string | undefined]>([
    ["(?i)abc", "xABC", "ABC"],
    ["(?is)a.b", "A\nB", "A\nB"],
    ["(?P<y>\\d{4})-(?P=y)", "2024-2024", "2024-2024"],
    ["(?P<y>\\d{4})-(?P=y)", "2024-2025", undefined],
    ["\\Aab", "ab", "ab"],
    ["(?m)\\Ab", "a\nb", undefined],
    ["a\\Z", "ba", "a"],
    ["(?m)a\\Z", "a\nb", undefined],
    ["(?x) a b # a comment\n c", "abc", "abc"],
    ["(?x) [ ] \\ ", "  ", "  "],
    ["a++b", "aab", "aab"],
    ["a++ab", "aab", undefined],
    ["(?:ab)*+ab", "abab", undefined],
    ["\\d{2,3}+4", "1234", "1234"],
    ["(?>a+)ab", "aab", undefined],
    ["(?>a|ab)c", "abc", undefined],
    ["x(?#comment)y", "xy", "xy"],
    ["[]a]", "]", "]"],
    ["[^]a]", "b", "b"],
    ["\\++", "++", "++"],
    ["(?<!a)b", "cb", "b"],
    ["a{", "a{", "a{"],
  ])("%s in %j", (pattern, text, expected) => {
    const { pattern: translated, problem } = toJavaScript(pattern);
    expect(problem).toBeUndefined();
    expect(findRegex(translated, text)?.match).toBe(expected);
  });

  it.each(["^a+$", "[a-z]+", "(a|b)", "a\\d", "x{2,3}?"])("leaves %s alone", (pattern) => {
    expect(toJavaScript(pattern)).toEqual({ pattern });
  });

  it.each(["(a)?(?(1)b|c)", "a(?i:b)c", "x(?#y"])("says that %s has no counterpart", (pattern) => {
    expect(toJavaScript(pattern).problem).toBeDefined();
  });

  it("makes what has none an error of the document", () => {
    expect(codesOf("P02", { path: "a", match_type: "regex", pattern: "(a)?(?(1)b|c)" }, "error")).toEqual(["regex-untranslatable"]);
    expect(codesOf("P02", { path: "a", match_type: "regex", pattern: "(?P<a>b" }, "error")).toEqual(["regex-untranslatable"]);
    expect(codesOf("P02", { path: "a", match_type: "regex", pattern: "(?P<a>b)" }, "info")).toContain("regex-translated");
  });
});
