import { z } from "zod";
import { DagradeError } from "../errors.js";
import { BACKBONES, NODE_STATUSES, type Evaluation } from "../model/evaluation.js";
import { schemaProblems } from "../model/schema-problems.js";
import { parsedFile } from "./load-value.js";

/**
 * The evaluations of a JSON report: one, or those of a merged report. Throws `CONFIG_INVALID` that lists every place where
 * the file is none.
 */
export async function readReport(path: string): Promise<Evaluation[]> {
  const value = await parsedFile(path);
  const isMerged = typeof value === "object" && value !== null && "benchmark" in value;
  const schema = isMerged ? mergedReport : evaluation;
  const parsed = schema.safeParse(value);
  if (parsed.success) return isMerged ? (parsed.data as { tasks: Evaluation[] }).tasks : [parsed.data as Evaluation];
  const problems = schemaProblems(schema, parsed.error.issues, value).slice(0, SHOWN).map(({ message }) => message);
  const rest = parsed.error.issues.length - problems.length;
  throw new DagradeError("CONFIG_INVALID", `${path} is no JSON report: ${problems.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`);
}

const SHOWN = 5;

const number = z.number();
const percent = number.nullable();
const breakdown = z.looseObject({ earned: number, max: number, percent, nodes: number, passed: number, failed: number, error: number, skipped: number });
const breakdowns = z.record(z.string(), breakdown);
const eachOf = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  z.looseObject(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>);

const step = z.looseObject({
  type: z.string(),
  name: z.string(),
  outcome: z.enum(["pass", "fail", "error", "unscored"]),
  code: z.string().optional(),
  message: z.string(),
  durationMs: number,
});

const node = z.looseObject({
  id: z.string(),
  status: z.enum(NODE_STATUSES),
  score: number,
  maxScore: number,
  method: z.string(),
  category: z.string(),
  message: z.string(),
  blockedBy: z.array(z.string()).optional(),
  steps: z.array(step),
  durationMs: number,
});

/** What the renderers and the benchmark formulas read; the rest is taken as it is. */
const evaluation = z.looseObject({
  taskId: z.string().optional(),
  status: z.enum(["completed", "aborted"]),
  startedAt: z.string(),
  durationMs: number,
  score: z.looseObject({
    percent,
    earned: number,
    max: number,
    deterministicPercent: percent,
    deterministicEarned: number,
    deterministicMax: number,
    strictPercent: percent,
    excludedMax: number,
  }),
  nodeCoverage: number,
  counts: eachOf(NODE_STATUSES, number),
  byCategory: breakdowns,
  byBackbone: eachOf(BACKBONES, breakdown),
  byComplexity: breakdowns,
  byTrajectory: breakdowns,
  rootCauses: z.array(z.looseObject({ nodeId: z.string(), blocks: z.array(z.string()), blockedMax: number })),
  nodes: z.array(node),
  diagnostics: z.array(z.looseObject({ severity: z.enum(["error", "warning", "info"]), code: z.string(), message: z.string(), path: z.string() })),
  judge: z.looseObject({ name: z.string(), calls: number, inputTokens: number, outputTokens: number }).optional(),
});

const mergedReport = z.looseObject({ tasks: z.array(evaluation).min(1) });
