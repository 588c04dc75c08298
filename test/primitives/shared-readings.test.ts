import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { ExactNumber } from "../../src/model/exact-number.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { readShared } from "../../src/primitives/shared-readings.js";

const anything = definePrimitive({
  name: "anything",
  family: "json",
  summary: "Passes.",
  inputs: z.strictObject({ value: z.unknown() }),
  effects: "none",
  run: (_inputs, ctx) => ctx.pass(),
});
const alike = definePrimitive({ ...anything, name: "alike" });

it("reads equal inputs once", () => {
  expect(readShared(anything, { value: [1, { a: "x" }] })).toBe(readShared(anything, { value: [1, { a: "x" }] }));
  expect(readShared(anything, { value: 1 })).not.toBe(readShared(alike, { value: 1 }));
});

it("goes on with what another document has said, until that is too much", () => {
  const reading = readShared(anything, { value: "said before" });
  expect(readShared(anything, { value: "said before" })).toBe(reading);
  expect(readShared(definePrimitive({ ...anything }), { value: "said before" })).not.toBe(reading);
  const long = readShared(anything, { value: "x".repeat(1_500) });
  expect(readShared(anything, { value: "x".repeat(1_500) })).toBe(long);
  for (let index = 0; index < 5_000; index++) readShared(anything, { value: `said later ${index}` });
  expect(readShared(anything, { value: "said before" })).not.toBe(reading);
  expect(readShared(anything, { value: "said later 0" })).toBe(readShared(anything, { value: "said later 0" }));
});

it.each<[unknown, unknown]>([
  [1, "1"],
  [0, -0],
  [null, "null"],
  [true, "true"],
  [[], {}],
  [["a"], { 0: "a" }],
  [[[1], 2], [[1, 2]]],
  [{ a: 1, b: 2 }, { a: "1,1:b2" }],
  [{ "1:a": 1 }, { 1: "a1" }],
  [["a", "b"], ["a,1:b"]],
  [ExactNumber.read("9007199254740993"), "9007199254740993"],
  [ExactNumber.read("9007199254740993"), ExactNumber.read("9007199254740995")],
  [ExactNumber.read("9007199254740993"), "16=9007199254740993"],
])("tells %j from %j", (one, other) => {
  expect(readShared(anything, { value: one })).not.toBe(readShared(anything, { value: other }));
});

it("gives every step what it says itself", () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.constantFrom("", "a", "1:a", ",", "{", "}", "[", 1, -0, null, true)));
  fc.assert(
    fc.property(value, (given) => {
      expect(readShared(anything, { value: given }).parsed?.inputs["value"]).toStrictEqual(given);
    }),
    { numRuns: 2_000 },
  );
});

it("reads long inputs for themselves", () => {
  const long = { value: "x".repeat(10_000) };
  expect(readShared(anything, long)).not.toBe(readShared(anything, { ...long }));
  expect(readShared(anything, long).parsed?.inputs).toEqual(long);
});
