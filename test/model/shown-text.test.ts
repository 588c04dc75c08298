import { describe, expect, it } from "vitest";
import { hasLineWith, shownText, showsText } from "../../src/model/shown-text.js";

describe("text as it looks", () => {
  it.each([
    [" a \n b\t", "a b"],
    ["For\u200cbid\u2060den\u00ad", "Forbidden"],
    ["a\u00a0b", "a b"],
    ["\u200b", ""],
  ])("%j is %j", (text, shown) => expect(shownText(text)).toBe(shown));

  it.each([
    ["Please SAVE now", "save", true],
    ["H\nello", "Hello", true],
    ["STRASSE", "Straße", true],
    ["For", "Forbidden", false],
  ])("%j shows %j: %s", (text, wanted, expected) => expect(showsText(text, wanted)).toBe(expected));

  it.each([
    ["One\nAccess for\u200cbidden here", "Forbidden", true],
    ["not\nfound", "not found", false],
    ["not\tfound", "not found", false],
    ["not  found", "Not found", true],
  ])("%j has a line with %j: %s", (text, wanted, expected) => expect(hasLineWith(text, wanted)).toBe(expected));
});
