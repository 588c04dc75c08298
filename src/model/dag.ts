import type { DocumentEdit } from "./document-edit.js";

/** A DAG document in its one canonical form, deeply frozen. */
export interface Dag {
  readonly dagrade?: 1;
  readonly meta?: { readonly task_id?: string; readonly [key: string]: unknown };
  readonly nodes: readonly DagNode[];
  readonly scoring_config?: ScoringConfig;
}

/** One claim about the system under test. Keys that dagrade does not know survive loading. */
export interface DagNode {
  readonly id: string;
  readonly description?: string;
  readonly prereqs: readonly string[];
  readonly primitive_chain: readonly Step[];
  readonly scoring: Scoring;
  readonly complexity_tier?: string;
  /** `"none"`: no value of this node's responses becomes a variable by itself. */
  readonly harvest?: "none";
  /** It runs after every other node that is ready. */
  readonly run_last?: boolean;
  readonly [key: string]: unknown;
}

/** One primitive and its inputs. `type` is a primitive's name or its code. */
export interface Step {
  readonly type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** How a chain's outcomes become points (SaaSBench appendix B.4). */
export type ScoringMethod = "binary" | "weighted" | "llm-judge";

export interface Scoring {
  readonly method: ScoringMethod;
  /** Points, above 0. */
  readonly maxScore: number;
  readonly category: string;
  readonly subcategory?: string;
}

/** What a benchmark declares beside its nodes; compared with them, never used in place of them. */
export interface ScoringConfig {
  readonly total_maxScore?: number;
  readonly categories?: Readonly<Record<string, { readonly maxScore?: number; readonly node_count?: number }>>;
  readonly trajectories?: Readonly<Record<string, Trajectory>>;
  readonly [key: string]: unknown;
}

/** A named user journey: a set of nodes that is scored on its own. */
export interface Trajectory {
  readonly description?: string;
  readonly node_ids: readonly string[];
  readonly maxScore?: number;
}

/**
 * One finding about a document. `path` is a JSON Pointer; `line` and `column` count from 1. `fix` mends it without a guess,
 * see `applyFixes`; its edits belong together.
 */
export interface Diagnostic {
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly nodeId?: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly fix?: readonly DocumentEdit[];
}
