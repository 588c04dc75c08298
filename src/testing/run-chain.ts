import { evaluateDag } from "../evaluate.js";
import type { ScoringMethod, Step } from "../model/dag.js";
import type { NodeResult } from "../model/evaluation.js";
import type { EvaluateOptions } from "../options.js";

/** How a chain is run: the options of an evaluation, and the scoring of its one node. */
export interface ChainOptions extends Partial<Omit<EvaluateOptions, "select" | "dryRun" | "journal">> {
  /** Default: binary. */
  readonly method?: ScoringMethod | undefined;
  /** Default: 10. */
  readonly maxScore?: number | undefined;
}

/** Runs one node with this chain through the real executor, against a real target, and returns its result. */
export async function runChain(steps: readonly Step[], { method = "binary", maxScore = 10, target = {}, ...options }: ChainOptions = {}): Promise<NodeResult> {
  const dag = {
    dagrade: 1,
    nodes: [{ id: "CHAIN", prereqs: [], primitive_chain: steps, scoring: { method, maxScore, category: "API" } }],
  };
  const { nodes } = await evaluateDag(dag, { ...options, target });
  const [result] = nodes;
  if (result === undefined) throw new Error("expected one node result, got none");
  return result;
}
