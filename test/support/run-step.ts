import type { StepResult } from "../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../src/testing/run-chain.js";

/** Runs a chain of one step through the real executor and gives its result. */
export async function runStep(type: string, inputs: Record<string, unknown>, options: ChainOptions = {}): Promise<StepResult> {
  const { steps } = await runChain([{ type, inputs }], options);
  const [step] = steps;
  if (step === undefined) throw new Error("expected the result of a step, got none");
  return step;
}
