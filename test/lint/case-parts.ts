import type { Step } from "../../src/model/dag.js";
import { documentOf, get, node } from "../support/documents.js";

/** A document, and the places where its rule reports something. */
export interface Case {
  readonly name: string;
  readonly document: object;
  readonly at: readonly string[];
}

export const step = (type: string, inputs: Record<string, unknown> = {}): Step => ({ type, inputs });
export const request = (path: string, inputs: Record<string, unknown> = {}): Step => step("http_request", { path, ...inputs });
export const status = (...acceptable_statuses: unknown[]): Step => step("status_code_assert", { acceptable_statuses });
export const query = (sql: string, inputs: Record<string, unknown> = { expected_row_count: 1 }): Step => step("db_query", { sql, ...inputs });
export const judge = (inputs: Record<string, unknown> = {}): Step => step("llm_judge", { rubric_prompt: "Is it good?", evidence_type: "response", ...inputs });
export const asserts = step("json_value_assert", { assertions: [{ path: "$.id", operator: "exists" }] });

export const one = (...steps: Step[]): object => documentOf(node("A", steps));
export const weighted = (...steps: Step[]): object => documentOf(node("A", steps, { method: "weighted" }));
export const judged = (steps: Step[], maxScore = 10): object => documentOf(node("A", steps, { method: "llm-judge", maxScore }));
export const published = (...nodes: object[]): object => ({ nodes: [...nodes, node("CODE", [{ type: "P04", inputs: { path: "/", expected_status: 200 } }])] });
export const configured = (scoring_config: object): object => ({ ...documentOf(node("A", get("/"), { maxScore: 0.1 }), node("B", get("/"), { maxScore: 0.2, category: "Data" })), scoring_config });
export const denied = (path: string, more: object = {}): object => node("DENIED", [step("permission_check", { role: "user", action: `DELETE ${path}`, expected_result: "denied", ...more })]);

export const refused = (more: object = {}): object => node("REFUSED", [step("auth_login", { role: "admin", expect_failure: true, ...more })]);

export const chain = (place: number): string => `/nodes/0/primitive_chain/${place}`;
