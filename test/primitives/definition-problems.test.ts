import { describe, expect, it } from "vitest";
import { z } from "zod";
import { definePrimitive } from "../../src/primitives/define.js";

const sound = {
  name: "mine",
  family: "mine",
  summary: "Passes.",
  effects: "none",
  inputs: z.strictObject({}),
  run: (_inputs: unknown, ctx: { pass(): unknown }) => ctx.pass(),
};

const define = (members: object): unknown => definePrimitive({ ...sound, ...members } as never);

describe("the definition of a primitive", () => {
  it("may have every member that there is", () => {
    const whole = { code: "X1", produces: ["response"], reads: ["last", "page"], writes: () => ["a"], harvest: false, readsVariables: false, check: () => [], early: () => undefined, nested: () => [] };
    expect(define(whole)).toMatchObject(whole);
    expect(define({ effects: () => "read", readsVariables: () => true, code: undefined, check: undefined })).toBeDefined();
  });

  it.each<[string, object, RegExp]>([
    ["a member that nobody knows", { bogus: 1 }, /unknown key "bogus"/],
    ["a misspelt member", { chek: () => [] }, /unknown key "chek" \(did you mean "check"\?\)/],
    ["a slot that there is not", { produces: ["res"] }, /`produces\[0\]`: expected "response", "query", "exec" or "page", got "res"/],
    ["a text for a list of slots", { reads: "response" }, /`reads`: expected a list, got "response"/],
    ["a number for writes", { writes: 5 }, /`writes`: expected a function .*, got 5/],
    ["a text for check", { check: "x" }, /`check`: expected a function .*, got "x"/],
    ["a list for nested", { nested: [] }, /`nested`: expected a function/],
    ["an object for early", { early: {} }, /`early`: expected a function/],
    ["harvest true, which is no choice", { harvest: true }, /`harvest`: expected false, got true/],
    ["a text for readsVariables", { readsVariables: "no" }, /`readsVariables`: expected true, false or a function/],
    ["another effect", { effects: "rw" }, /`effects`: expected "none", "read", "write" or a function of the inputs, got "rw"/],
    ["a name in two words", { name: "two words" }, /`name`: expected a name in snake_case, got "two words"/],
    ["no name", { name: undefined }, /`name`: expected a string, got nothing/],
    ["a code in small letters", { code: "low" }, /`code`: expected a code in capitals/],
    ["a summary that says nothing", { summary: " " }, /`summary`: expected a summary/],
    ["no family", { family: "" }, /`family`: expected a family such as files/],
    ["no run", { run: undefined }, /`run`: expected a function run\(inputs, ctx\)/],
    ["inputs that are no schema", { inputs: {} }, /`inputs`: expected z\.strictObject/],
    ["no inputs", { inputs: undefined }, /`inputs`: expected z\.strictObject/],
    ["inputs that take unknown keys", { inputs: z.object({}) }, /`inputs`: expected a strict object/],
  ])("is refused with %s", (_what, members, message) => {
    expect(() => define(members)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string }));
  });

  it("is refused with every problem at once", () => {
    expect(() => define({ bogus: 1, produces: ["res"], writes: 5 })).toThrow(/"mine" is not usable: .*`produces\[0\]`.*`writes`.*"bogus"/);
  });
});
