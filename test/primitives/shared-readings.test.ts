import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { ExactNumber } from "../../src/model/exact-number.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { sharedReadings } from "../../src/primitives/shared-readings.js";

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
  const read = sharedReadings();
  expect(read(anything, { value: [1, { a: "x" }] })).toBe(read(anything, { value: [1, { a: "x" }] }));
  expect(read(anything, { value: 1 })).not.toBe(read(alike, { value: 1 }));
});

it("goes on with what another document has said, until that is too much", () => {
  const reading = sharedReadings()(anything, { value: "said before" });
  expect(sharedReadings()(anything, { value: "said before" })).toBe(reading);
  expect(sharedReadings()(definePrimitive({ ...anything }), { value: "said before" })).not.toBe(reading);
  const long = sharedReadings()(anything, { value: "x".repeat(1_500) });
  expect(sharedReadings()(anything, { value: "x".repeat(1_500) })).toBe(long);
  const another = sharedReadings();
  for (let index = 0; index < 5_000; index++) another(anything, { value: `said later ${index}` });
  expect(sharedReadings()(anything, { value: "said before" })).not.toBe(reading);
  expect(another(anything, { value: "said later 0" })).toBe(another(anything, { value: "said later 0" }));
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
  const read = sharedReadings();
  expect(read(anything, { value: one })).not.toBe(read(anything, { value: other }));
});

it("gives every step what it says itself", () => {
  const read = sharedReadings();
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.constantFrom("", "a", "1:a", ",", "{", "}", "[", 1, -0, null, true)));
  fc.assert(
    fc.property(value, (given) => {
      expect(read(anything, { value: given }).parsed?.inputs["value"]).toStrictEqual(given);
    }),
    { numRuns: 2_000 },
  );
});

it("reads long inputs for themselves", () => {
  const read = sharedReadings();
  const long = { value: "x".repeat(10_000) };
  expect(read(anything, long)).not.toBe(read(anything, { ...long }));
  expect(read(anything, long).parsed?.inputs).toEqual(long);
});
