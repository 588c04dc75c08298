import type { Step } from "../../src/model/dag.js";

/** A node of a test document with nothing but what a test names. */
export interface NodeParts {
  readonly prereqs?: readonly string[];
  readonly method?: "binary" | "weighted" | "llm-judge";
  readonly maxScore?: number;
  readonly category?: string;
  readonly [key: string]: unknown;
}

/** Writes one node. */
export function node(id: string, steps: readonly Step[], { prereqs = [], method = "binary", maxScore = 1, category = "API", ...more }: NodeParts = {}) {
  return { id, description: `claim of ${id}`, prereqs, primitive_chain: steps, scoring: { method, maxScore, category }, ...more };
}

/** Writes a native document. */
export function documentOf(...nodes: readonly object[]) {
  return { dagrade: 1, meta: { task_id: "test" }, nodes };
}

/** A request and its expected status. */
export function get(path: string, status = 200, more: Record<string, unknown> = {}): Step[] {
  return [
    { type: "http_request", inputs: { path, ...more } },
    { type: "status_code_assert", inputs: { acceptable_statuses: [status] } },
  ];
}
