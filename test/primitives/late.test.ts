import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "../../src/schema/json-schema-of.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { late, lateKeys, presentKeys, resolveKeys } from "../../src/primitives/late.js";
import { sqlText, urlPath } from "../../src/primitives/placeholder.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { BoundText } from "../../src/model/template.js";
import { lintDag } from "../../src/documents.js";
import { runStep } from "../support/run-step.js";

const call = z.strictObject({ path: urlPath().optional(), amount: z.number().default(1), text: z.string().optional(), sql: sqlText().optional(), capture: z.record(z.string(), z.string()).optional() });

/** Notes what its late inputs come to; each call may set variables for the calls behind it. */
let seen: unknown[] = [];
const chatter = definePrimitive({
  name: "chatter",
  family: "http",
  summary: "Passes when every call could be resolved.",
  inputs: z.strictObject({ early: z.string().optional(), calls: z.array(late(call)).default([]), rest: late(z.record(z.string(), z.unknown())).optional(), ...lateKeys({ raw: z.string().optional().meta({ placeholders: ({ kind }) => (kind === "form" ? "query" : "text") }), kind: z.string().optional() }) }),
  effects: "none",
  writes: ({ calls }) => (calls as { capture?: object }[]).flatMap(({ capture }) => Object.keys(capture ?? {})),
  check: (given) => (presentKeys(given).rest?.["bad"] === true ? [{ code: "bad-rest", message: "bad" }] : []),
  run(given, ctx) {
    seen = [];
    for (const written of given.calls) {
      const { capture, ...one } = ctx.resolve(written);
      seen.push(one);
      for (const [name, value] of Object.entries(capture ?? {})) ctx.vars.set(name, value);
    }
    const { rest, raw } = resolveKeys(ctx, { rest: given.rest, raw: given.raw });
    if (rest !== undefined) seen.push(rest);
    if (raw !== undefined) seen.push(raw);
    return ctx.pass(seen);
  },
});
const registry = builtinRegistry.extend(chatter);
const run = (inputs: Record<string, unknown>, variables: Record<string, unknown> = {}) => {
  seen = [];
  return runStep("chatter", inputs, { registry, variables });
};

describe("late inputs", () => {
  it("see what the step has captured, each in the context of its own place", async () => {
    const step = await run({
      calls: [
        { path: "/a/{{seed}}", capture: { x: "a/b" } },
        { path: "/b/{{x}}", capture: { y: "{{x}}!" } },
        { text: "{{y}}", sql: "select {{x}}" },
      ],
      rest: { inner: ["{{y}}"] },
    }, { seed: "s" });
    expect(step).toMatchObject({ outcome: "pass" });
    expect(seen).toEqual([{ path: "/a/s", amount: 1 }, { path: "/b/a%2Fb", amount: 1 }, { text: "a/b!", sql: new BoundText(["select ", ""], ["a/b"]), amount: 1 }, { inner: ["a/b!"] }]);
  });

  it("keep the type of a whole value and check it against the schema", async () => {
    await run({ calls: [{ amount: "{{n}}" }] }, { n: 7 });
    expect(seen).toEqual([{ amount: 7 }]);
    expect(await run({ calls: [{ path: "/" }, { amount: "{{n}}" }] }, { n: "many" })).toMatchObject({ outcome: "fail", code: "invalid-input", message: '`calls[1].amount`: expected a number, got "many"' });
    expect(seen).toEqual([{ path: "/", amount: 1 }]);
  });

  it("that nothing sets fail when their turn comes, not before", async () => {
    expect(await run({ calls: [{ text: "first" }, { text: "{{nobody}}" }, { text: "third" }] })).toMatchObject({ outcome: "fail", code: "unresolved-placeholder" });
    expect(seen).toEqual([{ text: "first", amount: 1 }]);
  });

  it("beside an early one that nothing sets never start", async () => {
    expect(await run({ early: "{{nobody}}", calls: [{ text: "first" }] })).toMatchObject({ outcome: "fail", code: "unresolved-placeholder" });
    expect(seen).toEqual([]);
  });

  it("are never scanned again", async () => {
    await run({ calls: [{ text: "{{evil}}" }, { text: "<{{evil}}>" }] }, { evil: "{{seed}}", seed: "leak" });
    expect(seen).toEqual([{ text: "{{seed}}", amount: 1 }, { text: "<{{seed}}>", amount: 1 }]);
  });

  it("know the neighbours of their place", async () => {
    await run({ kind: "form", raw: "a={{v}}" }, { v: "1&b=2" });
    expect(seen).toEqual(["a=1%26b%3D2"]);
    await run({ kind: "text", raw: "a={{v}}" }, { v: "1&b=2" });
    expect(seen).toEqual(["a=1&b=2"]);
  });

  it("stay as they are with literal braces, and without placeholders", async () => {
    await run({ literal_braces: true, calls: [{ text: "{{x}}" }] });
    expect(seen).toEqual([{ text: "{{x}}", amount: 1 }]);
    await run({ early: "{{s}}", calls: [{ text: "plain" }] }, { s: "s" });
    expect(seen).toEqual([{ text: "plain", amount: 1 }]);
  });
});

describe("a document with late inputs", () => {
  const lint = (inputs: unknown) => {
    const nodes = [{ id: "A", description: "a", prereqs: [], primitive_chain: [{ type: "chatter", inputs }], scoring: { method: "binary", maxScore: 1, category: "API" } }];
    return lintDag({ dagrade: 1, nodes }, { registry }).map(({ code, path }) => `${code} ${path.replace("/nodes/0/primitive_chain/0/inputs", "")}`);
  };
  it.each<[string, unknown, string[]]>([
    ["is sound when the step sets what it uses later", { calls: [{ capture: { x: "1" } }, { text: "{{x}}" }] }, []],
    ["names what nothing sets", { calls: [{ text: "{{nobody}}" }] }, ["placeholder-never-written /calls/0/text"]],
    ["names what only the step itself sets, too late for an early input", { early: "{{x}}", calls: [{ text: "{{x}}", capture: { x: "1" } }] }, ["placeholder-not-upstream /early"]],
    ["names slips within", { calls: [{ txt: "{{x|default('a')}}" }, { amount: "many" }, { amount: "{{n|default('1')}}" }] }, ["unknown-key /calls/0/txt", "invalid-input /calls/1/amount"]],
    ["is looked at by the primitive's own check", { rest: { bad: true } }, ["bad-rest "]],
  ])("%s", (_name, inputs, findings) => {
    expect(lint(inputs)).toEqual(findings);
  });

  it("has the JSON Schema of what it is made of", () => {
    expect(jsonSchemaOf(z.strictObject({ a: late(z.string().describe("An a.")), b: late(z.int().optional()) }))).toMatchObject({
      properties: { a: { description: "An a.", type: "string" }, b: { type: "integer" } },
      required: ["a"],
    });
  });
});
