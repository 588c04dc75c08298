import { describe, expect, it } from "vitest";
import { defined } from "../../src/model/defined.js";

describe("defined", () => {
  it("leaves out what is undefined, and nothing else", () => {
    const members = defined({ b: 0, a: undefined as string | undefined, d: null, c: "", e: false });
    expect(Object.entries(members)).toEqual([["b", 0], ["d", null], ["c", ""], ["e", false]]); // prettier-ignore
  });
});
