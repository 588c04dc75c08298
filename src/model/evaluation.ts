import type { Diagnostic } from "./dag.js";
import type { Outcome } from "./outcome.js";

/** The six statuses of SaaSBench appendix B.4; every node ends in exactly one. */
export const NODE_STATUSES = ["PASSED", "FAILED", "ERROR", "SKIPPED_DEPENDENCY", "SKIPPED_LLM", "DRY_RUN"] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

/** The six backbones of SaaSBench appendix B.6, and `Unmapped` for a category that no rule knows. */
export const BACKBONES = ["Deploy", "Data", "API", "Logic", "AuthZ", "Quality"] as const;
export type Backbone = (typeof BACKBONES)[number];

/** The outcome of one step, with bounded and masked evidence. */
export interface StepResult {
  readonly type: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly code?: string;
  readonly message: string;
  readonly evidence?: unknown;
  /** Only of a judge's step: its score on the node's scale. */
  readonly score?: number;
  readonly durationMs: number;
}

/** The outcome of one node. */
export interface NodeResult {
  readonly id: string;
  readonly status: NodeStatus;
  readonly score: number;
  readonly maxScore: number;
  readonly method: string;
  readonly category: string;
  readonly subcategory?: string;
  readonly complexityTier?: string;
  readonly message: string;
  /** Of a skipped node: the nearest prerequisites that ran and did not pass, in plan order. */
  readonly blockedBy?: readonly string[];
  readonly steps: readonly StepResult[];
  readonly durationMs: number;
}

/** The same formula over a part of the nodes. `percent` is null when nothing is in the denominator. */
export interface Breakdown {
  readonly earned: number;
  readonly max: number;
  readonly percent: number | null;
  readonly nodes: number;
  readonly passed: number;
  readonly failed: number;
  readonly error: number;
  readonly skipped: number;
}

/** The score of a task, with every denominator spelled out (scoring of SaaSBench appendix B.4). */
export interface TaskScore {
  readonly percent: number | null;
  readonly earned: number;
  readonly max: number;
  readonly deterministicPercent: number | null;
  readonly deterministicEarned: number;
  readonly deterministicMax: number;
  /** As `percent`, but the maxima of SKIPPED_LLM nodes stay in the denominator. */
  readonly strictPercent: number | null;
  /** The maxima that `percent` leaves out because their nodes are SKIPPED_LLM. */
  readonly excludedMax: number;
}

/** A node that ran and did not pass, and all that could not run because of it. */
export interface RootCause {
  readonly nodeId: string;
  readonly blocks: readonly string[];
  readonly blockedMax: number;
}

/** The figures that follow from a list of node results alone. */
export interface TaskAggregate {
  readonly score: TaskScore;
  /** PASSED nodes / all nodes; 0 when there are none. */
  readonly nodeCoverage: number;
  readonly counts: Readonly<Record<NodeStatus, number>>;
  readonly byCategory: Readonly<Record<string, Breakdown>>;
  readonly byBackbone: Readonly<Record<Backbone, Breakdown> & { readonly Unmapped?: Breakdown }>;
  readonly byComplexity: Readonly<Record<string, Breakdown>>;
  readonly byTrajectory: Readonly<Record<string, Breakdown>>;
  readonly rootCauses: readonly RootCause[];
}

/** Everything that one run observed and what it adds up to. Plain data, safe to serialize. */
export interface Evaluation extends TaskAggregate {
  readonly taskId?: string;
  /** `aborted`: the signal or the run's time limit ended it; nodes that did not run are ERROR. */
  readonly status: "completed" | "aborted";
  readonly startedAt: string;
  readonly durationMs: number;
  /** In plan order. */
  readonly nodes: readonly NodeResult[];
  /** What loading and linting said about the document, and what the run noticed about its set-up. */
  readonly diagnostics: readonly Diagnostic[];
  readonly judge?: { readonly name: string; readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
}

/** What `onEvent` is told, in the order in which it happens. */
export type EvaluationEvent =
  | { readonly type: "run-start"; readonly taskId?: string; readonly nodes: number }
  | { readonly type: "node-start"; readonly nodeId: string; readonly description?: string }
  | { readonly type: "step-end"; readonly nodeId: string; readonly index: number; readonly step: StepResult }
  | { readonly type: "node-end"; readonly node: NodeResult; readonly done: number; readonly nodes: number }
  | { readonly type: "run-end"; readonly evaluation: Evaluation };
