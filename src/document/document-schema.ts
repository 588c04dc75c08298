import { z } from "zod";

/** The three formulas of SaaSBench appendix B.4. */
export const methodSchema = z.enum(["binary", "weighted", "llm-judge"]).describe(
  "How outcomes become points: `binary` all or nothing, `weighted` by the share of passed steps, `llm-judge` by a judge's score.",
);

const stepSchema = z.strictObject({
  type: z.string().min(1).describe("A primitive's name, such as `http_request`, or its code, such as `P04`."),
  inputs: z.custom<object>(isObject, "expected an object").optional().describe("The primitive's inputs."),
});

/** The most that a node can be worth, so that no sum of maxima overflows or loses its digits. */
export const MAX_SCORE = 1_000_000_000;

/** The least that a node can be worth: sums of maxima are kept to six decimals. */
export const LEAST_SCORE = 0.000_001;

/** Whether a node can be worth so much. */
export function isMaxScore(value: number): boolean {
  return value >= LEAST_SCORE && value <= MAX_SCORE;
}

const scoringSchema = z.strictObject({
  method: methodSchema,
  maxScore: z.number().positive().refine((value) => !(value > 0 && value < LEAST_SCORE), `expected at least ${LEAST_SCORE.toFixed(6)}`).max(MAX_SCORE, `expected at most ${MAX_SCORE.toLocaleString("en")}`).describe("Points of the node, above 0."),
  category: z.string().min(1).describe("What the points count for."),
  subcategory: z.string().optional().describe("A finer grouping, for reports."),
});

/** Findings that somebody accepts for now. What is missing from an entry is a finding of its own. */
const waiverList = z.array(
  z.looseObject({
    code: z.string().optional().describe("Required: the code of the finding, such as `hard-coded-id`. Errors can not be waived."),
    reason: z.string().optional().describe("Required: why the finding is acceptable."),
    until: z.string().optional().describe("Required: the last day on which the waiver holds, such as 2026-01-31."),
  }),
);

/** A node; it may hold further keys. */
export const nodeSchema = z.looseObject({
  id: z.string().min(1).describe("Unique in the document."),
  description: z.string().optional().describe("The claim that the node checks, in one sentence."),
  prereqs: z.array(z.string().min(1)).optional().describe("Ids of the nodes that must pass before this one runs."),
  primitive_chain: z.array(stepSchema).min(1).describe("The steps, run in order."),
  scoring: scoringSchema.describe("What the node is worth."),
  complexity_tier: z.string().optional().describe("A grouping by difficulty, for reports."),
  run_last: z.boolean().optional().describe("Runs after every other node that is ready."),
  harvest: z.literal("none").optional().describe("No value of this node's responses becomes a variable by itself."),
  waive: waiverList.optional().describe("Findings of lint about this node that are accepted for now."),
});

/** What a category adds up to. */
export const categorySchema = z.looseObject({ maxScore: z.number().optional(), node_count: z.number().optional() });

/** A user journey. */
export const trajectorySchema = z.looseObject({
  description: z.string().optional(),
  node_ids: z.array(z.string()).describe("The nodes of the journey."),
  maxScore: z.number().optional().describe("Sum of their maxScore; compared with the nodes."),
});

/** What a benchmark declares beside its nodes. */
export const scoringConfigSchema = z.looseObject({
  total_maxScore: z.number().optional().describe("Sum of all maxScore; compared with the nodes."),
  categories: z.record(z.string(), categorySchema).optional().describe("What each category adds up to; compared with the nodes."),
  trajectories: z.record(z.string(), trajectorySchema).optional().describe("User journeys: sets of nodes that are scored on their own."),
});

/** A DAG document in its canonical form, without the inputs of its steps: these are the primitives' own. */
export const documentSchema = z.strictObject({
  $schema: z.string().optional().describe("For editors; not read."),
  dagrade: z.literal(1).optional().describe("Version of the format. With it the document is checked strictly."),
  meta: z.looseObject({ task_id: z.string().optional().describe("Name of the task, for reports.") }).optional().describe("About the document; other keys are kept."),
  nodes: z.array(nodeSchema).describe("The nodes, in the order in which ready ones run."),
  scoring_config: scoringConfigSchema.optional().describe("What the benchmark declares beside its nodes."),
  waive: waiverList.optional().describe("Findings of lint, wherever they are, that are accepted for now."),
});

/** A document without a look at its nodes, which are many and best checked one by one: no copy of one outlives its check. */
export const envelopeSchema = documentSchema.extend({ nodes: z.array(z.unknown()) });

/** Not `z.record`: that would copy what the primitives' own schemas read anyway. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
