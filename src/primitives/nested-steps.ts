import { z } from "zod";
import type { Step } from "../model/dag.js";
import type { NestedStep } from "./define.js";
import { Late, type Lately } from "./late.js";
import type { Registry } from "./registry.js";
import { readWrittenInputs, type WrittenInputs } from "./written-inputs.js";

/** A step within the inputs of another one; its own inputs are checked by the primitive that it names. */
export const nestedStep = z.strictObject({
  type: z.string().min(1).describe("The primitive, by name or code."),
  inputs: z.record(z.string(), z.unknown()).default({}).describe("Its inputs."),
});

/** The steps of a `late` list as the document has them, for `ctx.runChain`, which gives placeholders their values step by step. */
export function writtenSteps(list: Lately<readonly Step[]>): readonly Step[] {
  if (!(list instanceof Late)) return list;
  const { written } = list.unresolved;
  return z.array(nestedStep).parse(written);
}

/** The steps of a list under this key, as far as they can be read. */
export function nestedSteps(list: unknown, ...at: readonly (string | number)[]): readonly NestedStep[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) => {
    const step = nestedStep.safeParse(item);
    return step.success ? [{ step: step.data, path: [...at, index] }] : [];
  });
}

/** What is wrong with the steps within a step, by their own primitives; placed within the inputs of the outer one. */
export function nestedIssues(nested: readonly NestedStep[], registry: Registry): Pick<WrittenInputs, "problems" | "findings"> {
  const issues = nested.map(({ step, path }) => {
    const primitive = registry.get(step.type);
    if (primitive === undefined) {
      const message = `expected a primitive of the registry, got ${JSON.stringify(step.type)}`;
      return { problems: [{ code: "invalid-input" as const, path: [...path, "type"], message }], findings: [] };
    }
    const { problems, findings } = readWrittenInputs(primitive, step.inputs);
    const deeper = nestedIssues(primitive.nested?.(step.inputs) ?? [], registry);
    const within = [...path, "inputs"];
    return {
      problems: [...problems, ...deeper.problems].map((problem) => ({ ...problem, path: [...within, ...problem.path] })),
      findings: [...findings, ...deeper.findings].map((finding) => ({ ...finding, path: [...within, ...(finding.path ?? [])] })),
    };
  });
  return { problems: issues.flatMap(({ problems }) => problems), findings: issues.flatMap(({ findings }) => findings) };
}
