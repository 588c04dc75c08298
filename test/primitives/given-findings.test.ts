import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { lintDag } from "../../src/documents.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { runChain } from "../../src/testing/run-chain.js";

const rejections: unknown[] = [];
const noteRejection = (reason: unknown): void => void rejections.push(reason);
process.on("unhandledRejection", noteRejection);
afterAll(() => {
  process.off("unhandledRejection", noteRejection);
});

const registryWith = (members: object) =>
  builtinRegistry.extend(
    definePrimitive({ name: "mine", family: "mine", summary: "Passes.", effects: "none", inputs: z.strictObject({ size: z.string().optional() }), run: (_inputs: unknown, ctx: { pass(): never }) => ctx.pass(), ...members } as never),
  );

const dagOf = (inputs: object = {}) => ({
  dagrade: 1,
  nodes: [{ id: "A", description: "a", prereqs: [], primitive_chain: [{ type: "mine", inputs }], scoring: { method: "binary", maxScore: 1, category: "API" } }],
});

/** What stands in the place of findings, and how it is told. */
const unreadable: readonly [string, () => unknown, RegExp][] = [
  ["a promise", () => Promise.resolve([]), /got a promise/],
  ["a promise that rejects", () => Promise.reject(new Error("late")), /got a promise/],
  ["an object", () => ({}), /expected the check of mine to give a list of findings, got an empty object/],
  ["a text", () => "x", /got "x"/],
  ["false", () => false, /got false/],
  ["null", () => null, /got null/],
  ["a list with null and a number", () => [null, 5], /`\[0\]`: expected an object, got null; `\[1\]`: expected an object, got 5/],
  ["a finding without a code", () => [{ message: "m" }], /`\[0\]\.code`: expected a string, got nothing/],
  ["a finding without a message", () => [{ code: "c" }], /`\[0\]\.message`: expected a string, got nothing/],
  ["a path that is a text", () => [{ code: "c", message: "m", path: "a.b", severity: "warning" }], /`\[0\]\.path`: expected a list of keys .*, got "a\.b"/],
  ["a severity that there is not", () => [{ code: "c", message: "m", severity: "fatal" }], /`\[0\]\.severity`: expected "error", "warning" or "info", got "fatal"/],
];

describe("what a primitive's check gives", () => {
  it.each(unreadable)("is an error of the document when it is %s", (_what, check, message) => {
    const diagnostics = lintDag(dagOf(), { registry: registryWith({ check }) });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([expect.objectContaining({ code: "invalid-input", message: expect.stringMatching(message) as string })]);
  });

  it.each(unreadable)("ends a step with an error when it is %s only with values", async (_what, check, message) => {
    const late = ({ size }: { size?: string }) => (size === "7" ? check() : []);
    const { status, steps } = await runChain([{ type: "mine", inputs: { size: "{{n}}" } }], { registry: registryWith({ check: late }), variables: { n: "7" } });
    expect(status).toBe("ERROR");
    expect(steps[0]).toMatchObject({ outcome: "error", code: "bad-finding", message: expect.stringMatching(message) as string });
  });

  it("is nothing when it returns nothing", () => {
    expect(lintDag(dagOf(), { registry: registryWith({ check: () => undefined }) })).toEqual([]);
  });

  it("leaves no rejection that nobody handles", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejections).toEqual([]);
  });
});

describe("what a primitive's nested gives", () => {
  it.each<[string, () => unknown, RegExp]>([
    ["throws", () => { throw new Error("bug"); }, /`nested` of mine threw: Error: bug/],
    ["gives a number", () => 5, /expected `nested` of mine to give a list .*, got 5/],
    ["gives a promise", () => Promise.reject(new Error("late")), /expected `nested` of mine to give a list/],
    ["gives steps without places", () => [{ type: "http_request" }], /expected `nested` of mine to give a list/],
  ])("is an error of the document when it %s", (_what, nested, message) => {
    const diagnostics = lintDag(dagOf(), { registry: registryWith({ nested }) });
    expect(diagnostics).toContainEqual(expect.objectContaining({ severity: "error", code: "invalid-input", message: expect.stringMatching(message) as string }));
  });
});
