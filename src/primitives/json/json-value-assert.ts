import { z } from "zod";
import { assertionsCheck, assertionSchema, evaluateAssertions } from "../../match/assertions.js";
import { sourceOf, type AssertionSource } from "../../match/assertion-subject.js";
import type { ChainRecord } from "../../model/records.js";
import { definePrimitive } from "../define.js";

const assertion = assertionSchema.safeExtend({
  source: z.string().min(1).optional().describe("What this assertion is about, where that is not the `source` of the step: a slot, `step:N` or a saved name."),
}).meta({ placeholders: "rule" });

const inputs = z.strictObject({
  assertions: z.array(assertion).optional().describe("All of them must hold.").meta({ placeholders: "rule" }),
  assertions_any_of: z.array(assertion).optional().describe("At least one of them must hold, in addition.").meta({ placeholders: "rule" }),
  min_passing: z.int().min(0).optional().describe("How many of `assertions` must hold; default: all.").meta({ placeholders: "rule" }),
});

/** P07: asserts on values of an earlier result of the chain. */
export const jsonValueAssert = definePrimitive({
  name: "json_value_assert",
  code: "P07",
  family: "json",
  effects: "none",
  readsVariables: false,
  summary: "Passes when every assertion about values of an earlier result holds, and one of the alternatives if there are any.",
  inputs,
  reads: ["last"],
  writes: ({ assertions, assertions_any_of: any }) => [assertions, any].flatMap((list) => (Array.isArray(list) ? list.flatMap(variablesOf) : [])),
  check: assertionsCheck,
  run({ assertions = [], assertions_any_of: any, min_passing: minPassing }, ctx) {
    const record = ctx.read(ctx.step.source);
    const now = ctx.clock.now();
    const sourceFor = ({ source }: { readonly source?: string | undefined }): AssertionSource => sourceOf(source === undefined ? record : ctx.read(source), now);
    const result = evaluateAssertions(sourceOf(record, now), assertions, { any, minPassing, sourceFor });
    const isProven = isSuccess(record);
    for (const [name, value] of Object.entries(result.captures)) ctx.vars.set(name, value, { isProven });
    const evidence = { assertions: result.results };
    if (result.ok || (result.code === "vacuous" && ctx.step.allowVacuous)) return ctx.pass(evidence);
    return ctx.fail(result.code ?? "not-equal", result.message, evidence);
  },
});

/** The variables that an assertion as written captures. */
export function variablesOf(assertion: unknown): string[] {
  const names = typeof assertion === "object" && assertion !== null && "capture_as" in assertion ? assertion.capture_as : undefined;
  if (typeof names === "string") return [names];
  return typeof names === "object" && names !== null ? Object.keys(names) : [];
}

function isSuccess(record: ChainRecord): boolean {
  return record.slot !== "response" || (record.status >= 200 && record.status < 300);
}
