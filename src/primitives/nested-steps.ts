import { z } from "zod";
import type { Step } from "../model/dag.js";
import { describeValue } from "../model/describe-value.js";
import { SetupError } from "../model/outcome.js";
import { isPromised } from "../model/promised.js";
import type { NestedStep, Primitive } from "./define.js";
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

/** The steps within a step, as its primitive gives them. Throws a `SetupError` with code `bad-nested-steps` when it gives anything else, and what it throws. */
export function stepsWithin(primitive: Primitive | undefined, inputs: Readonly<Record<string, unknown>>): readonly NestedStep[] {
  const given: unknown = primitive?.nested?.(inputs) ?? [];
  if (!isPromised(given) && nestedList.safeParse(given).success) return given as readonly NestedStep[];
  throw new SetupError("bad-nested-steps", `expected \`nested\` of ${primitive?.name} to give a list of { step: { type, inputs }, path }, got ${describeValue(given)}`);
}

const nestedList = z.array(z.object({ step: z.object({ type: z.string(), inputs: z.record(z.string(), z.unknown()) }), path: z.array(z.union([z.string(), z.number()])) }));

/** What is wrong with the steps within a step, by their own primitives; placed within the inputs of the outer one. Never throws. */
export function nestedIssues(outer: Primitive | undefined, inputs: Readonly<Record<string, unknown>>, registry: Registry): Pick<WrittenInputs, "problems" | "findings"> {
  let nested: readonly NestedStep[];
  try {
    nested = stepsWithin(outer, inputs);
  } catch (error) {
    const message = error instanceof SetupError ? error.message : `\`nested\` of ${outer?.name} threw: ${String(error)}`;
    return { problems: [], findings: [{ code: "invalid-input", message }] };
  }
  const issues = nested.map(({ step, path }) => {
    const primitive = registry.get(step.type);
    if (primitive === undefined) {
      const message = `expected a primitive of the registry, got ${JSON.stringify(step.type)}`;
      return { problems: [{ code: "invalid-input" as const, path: [...path, "type"], message }], findings: [] };
    }
    const { problems, findings } = readWrittenInputs(primitive, step.inputs);
    const deeper = nestedIssues(primitive, step.inputs, registry);
    const within = [...path, "inputs"];
    return {
      problems: [...problems, ...deeper.problems].map((problem) => ({ ...problem, path: [...within, ...problem.path] })),
      findings: [...findings, ...deeper.findings].map((finding) => ({ ...finding, path: [...within, ...(finding.path ?? [])] })),
    };
  });
  return { problems: issues.flatMap(({ problems }) => problems), findings: issues.flatMap(({ findings }) => findings) };
}
