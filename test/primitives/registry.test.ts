import { describe, expect, it } from "vitest";
import { z } from "zod";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { createRegistry } from "../../src/primitives/registry.js";

const mine = definePrimitive({ name: "mine", family: "mine", summary: "Passes.", effects: "none", inputs: z.strictObject({}), run: (_inputs, ctx) => ctx.pass() });

const refusal = (message: RegExp): unknown => expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string });

describe("a registry", () => {
  it("takes what definePrimitive made", () => {
    expect(builtinRegistry.extend(mine).get("mine")).toBe(mine);
    expect(createRegistry(new Set([mine])).names).toEqual(["mine"]);
  });

  it.each([
    ["a list", [mine], /spread it/],
    ["an object", { name: "mine" }, /got \{"name":"mine"\}; pass its definition to definePrimitive/],
    ["a copy", { ...mine }, /definePrimitive/],
    ["nothing", undefined, /got nothing/],
  ])("refuses %s in the place of a primitive", (_name, value, message) => {
    expect(() => builtinRegistry.extend(value as never)).toThrow(refusal(message));
    expect(() => createRegistry([value as never])).toThrow(refusal(message));
  });

  it("refuses what is no list", () => {
    expect(() => createRegistry(undefined as never)).toThrow(refusal(/expected a list of primitives, got nothing/));
  });
});

describe("definePrimitive", () => {
  it.each([[undefined], [null], ["mine"], [[mine]]])("refuses %s in the place of a definition", (value) => {
    expect(() => definePrimitive(value as never)).toThrow(refusal(/./));
  });
});
