import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRegex, isFoundEverywhere, regexProblem } from "../../src/match/regex.js";
import { StepFailure } from "../../src/model/outcome.js";
import { shortLimits } from "../support/short-limits.js";

fc.configureGlobal({ seed: 9535 });

describe("findRegex", () => {
  it("searches, and gives groups by number and name", () => {
    expect(findRegex("(\\d+)-(?<word>[a-z]+)(x)?", "id 42-abc!")).toEqual({ match: "42-abc", groups: ["42", "abc", undefined], named: { word: "abc" } });
    expect(findRegex("(?<word>x)?", "abc")).toEqual({ match: "", groups: [undefined], named: {} });
    expect(findRegex("z", "abc")).toBeUndefined();
  });
  it.each<[string, string, object, boolean]>([
    ["^b", "a\nb", {}, false],
    ["^b", "a\nb", { multiline: true }, true],
    ["(?m)^b", "a\nb", {}, true],
    ["ABC", "abc", {}, false],
    ["ABC", "abc", { ignoreCase: true }, true],
    ["(?i)ABC", "abc", {}, true],
    ["(?is)A.C", "a\nc", {}, true],
    ["^\\p{L}+$", "äß", {}, true],
    ["^.$", "😀", {}, false],
    ["^.$", "😀", { isUnicode: true }, true],
    ["\\-\\_", "-_", {}, true],
  ])("%s in %j with %j: %s", (pattern, text, options, isFound) => expect(findRegex(pattern, text, options) !== undefined).toBe(isFound));

  it("gives up on catastrophic backtracking within its limit", () => {
    const limits = shortLimits();
    expect(() => findRegex("^(a+)+$", `${"a".repeat(60)}b`)).toThrow(expect.objectContaining({ code: "regex-timeout" }));
    expect(limits.at(-1)).toBe(1_000);
  });
  it("refuses what is no pattern", () => {
    expect(() => findRegex("(", "x")).toThrow(StepFailure);
    expect(() => findRegex("(?P<name>x)", "x")).toThrow(expect.objectContaining({ code: "invalid-regex" }));
  });
  it("throws nothing but a StepFailure", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, text) => {
        try {
          findRegex(pattern, text);
        } catch (error) {
          expect(error).toBeInstanceOf(StepFailure);
        }
      }),
    );
  });
});

describe("regexProblem", () => {
  it.each(["a|b", "(?i)x", "\\d{3}", ""])("finds nothing wrong with %j", (pattern) => expect(regexProblem(pattern)).toBeUndefined());
  it.each(["(", "[b-a]", "*", "(?P<a>b)", "a{2,1}"])("names what is wrong with %j", (pattern) => expect(regexProblem(pattern)).toContain("expected a regular expression"));
});

describe("isFoundEverywhere", () => {
  it.each(["", ".*", "a*", "^", "$", "a?b*", "(?i)x*", "[^]*", "|x", "(a|)", "\\b|"])("%j is in every text", (pattern) => expect(isFoundEverywhere(pattern)).toBe(true));
  it.each([".", ".+", "^$", "\\w", "a", "^a*$", "\\S+", "[^]"])("%j is not", (pattern) => expect(isFoundEverywhere(pattern)).toBe(false));
});
