import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { narrowedSchema } from "../../src/primitives/narrowed-schema.js";

type Schema = z.ZodType<Record<string, unknown>>;

/** The narrowed schema of inputs, once their keys have come often enough. */
function narrowed(schema: Schema, inputs: Record<string, unknown>): Schema {
  for (let time = 0; time < 50; time++) narrowedSchema(schema, inputs);
  return narrowedSchema(schema, inputs);
}

function readBy(schema: Schema, inputs: unknown): unknown {
  const { success, data, error } = schema.safeParse(inputs);
  return success ? { data } : { issues: error.issues };
}

const primitives = builtinRegistry.names.flatMap((name) => builtinRegistry.get(name) ?? []);

it("leaves out what is not there", () => {
  const schema = z.strictObject({ path: z.string(), query: z.string().optional(), limit: z.number().default(3) });
  const small = narrowed(schema, { path: "/" });
  expect(small).not.toBe(schema);
  expect(Object.keys((small as unknown as typeof schema).shape)).toEqual(["path", "limit"]);
  expect(readBy(small, { path: "/" })).toEqual({ data: { path: "/", limit: 3 } });
  expect(readBy(small, {})).toEqual(readBy(schema, {}));
  expect(narrowed(schema, { path: "/", query: "a" })).not.toBe(small);
});

it.each([
  ["a check of the whole", z.strictObject({ a: z.string().optional(), b: z.string().optional() }).refine(({ a, b }) => a !== b, "expected two that differ")],
  ["nothing optional", z.strictObject({ a: z.string() })],
])("keeps a schema with %s", (_what, schema) => {
  expect(narrowed(schema, {})).toBe(schema);
});

it("keeps an optional field whose absence means something", () => {
  const schema = z.strictObject({ a: z.string().default("made up").optional(), b: z.string().optional() });
  expect(readBy(narrowed(schema, {}), {})).toEqual(readBy(schema, {}));
});

describe("says the same as the whole schema", () => {
  it.each(primitives.map((primitive) => [primitive.name, primitive] as const))("of any inputs of %s", (_name, { inputs: schema }) => {
    const keys = [...Object.keys((schema as unknown as z.ZodObject).shape), "unknown"];
    const inputs = fc.subarray(keys).chain((some) => fc.record(Object.fromEntries(some.map((key) => [key, fc.jsonValue({ maxDepth: 1 })]))));
    fc.assert(
      fc.property(inputs, (given) => {
        const value = { ...given } as Record<string, unknown>;
        expect(readBy(narrowed(schema, value), value)).toEqual(readBy(schema, value));
      }),
      { numRuns: 20 },
    );
  });

  it("of the inputs that examples are made of", async () => {
    const text = await readFile(new URL("../../examples/helpdesk/dag.json", import.meta.url), "utf8");
    const { nodes } = JSON.parse(text) as { nodes: { primitive_chain: { type: string; inputs: Record<string, unknown> }[] }[] };
    const steps = nodes.flatMap(({ primitive_chain: chain }) => chain);
    expect(steps.length).toBeGreaterThan(150);
    for (const { type, inputs } of steps) {
      const schema = builtinRegistry.get(type)?.inputs ?? z.never();
      expect(readBy(narrowed(schema, inputs), inputs)).toEqual(readBy(schema, inputs));
    }
  });
});
