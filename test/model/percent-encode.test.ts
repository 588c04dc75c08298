import { describe, expect, it } from "vitest";
import { percentEncode } from "../../src/model/percent-encode.js";

describe("percentEncode", () => {
  // UTF-8 by hand: U+00FC is C3 BC, U+1F600 is F0 9F 98 80, U+FFFD is EF BF BD
  it.each([
    ["", ""],
    ["a-b_c.d~e", "a-b_c.d~e"],
    ["a b/c?d#e&f=g", "a%20b%2Fc%3Fd%23e%26f%3Dg"],
    ["ü", "%C3%BC"],
    ["😀", "%F0%9F%98%80"],
    ["a\ud83d", "a%EF%BF%BD"],
    ["\ude00a", "%EF%BF%BDa"],
    ["\ude00\ud83d", "%EF%BF%BD%EF%BF%BD"],
  ])("%j -> %s", (text, expected) => {
    expect(percentEncode(text)).toBe(expected);
  });
});
