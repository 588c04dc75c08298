import { describe, expect, it } from "vitest";
import { z } from "zod";
import { definePrimitive } from "../../src/primitives/define.js";
import { readWrittenInputs } from "../../src/primitives/written-inputs.js";

let checks = 0;
const primitive = definePrimitive({
  name: "sample",
  family: "mine",
  summary: "Passes.",
  effects: "none",
  inputs: z.strictObject({
    list: z.array(z.unknown()).default([]),
    since: z.string().transform((text) => new Date(text)).optional(), // prettier-ignore
  }),
  check: ({ list }) => {
    checks++;
    return list.length === 0 ? [{ code: "vacuous", message: "nothing to look at" }] : [];
  },
  run: (_inputs, ctx) => ctx.pass(),
});

describe("readWrittenInputs", () => {
  it("reads and checks the inputs of a step once", () => {
    const before = checks;
    const written = readWrittenInputs(primitive, { list: [{ a: 1 }] });
    const { ready } = written;
    expect(ready).toMatchObject({ inputs: { list: [{ a: 1 }] } });
    expect(written.ready).toBe(ready);
    expect(written.findings).toEqual([]);
    expect(checks).toBe(before + 1);
  });

  it("freezes what every run is given", () => {
    const list = readWrittenInputs(primitive, { list: [{ a: 1 }] }).ready?.inputs["list"];
    expect(Object.isFrozen(list)).toBe(true);
    expect(Object.isFrozen((list as unknown[])[0])).toBe(true);
  });

  it.each([
    ["a placeholder", { list: ["{{name}}"] }],
    ["a schema that makes something else than plain data", { since: "2020-01-01" }],
    ["a problem", { list: 1 }],
  ])("leaves it to the run with %s", (_what, inputs) => {
    expect(readWrittenInputs(primitive, inputs).ready).toBeUndefined();
  });

  it("takes braces for text where the step says so, and a vacuous expectation where it is allowed", () => {
    expect(readWrittenInputs(primitive, { list: ["{{name}}"], literal_braces: true }).ready).toBeDefined();
    expect(readWrittenInputs(primitive, {}).findings).toHaveLength(1);
    expect(readWrittenInputs(primitive, { allow_vacuous: true }).findings).toEqual([]);
  });
});
