import { aggregateTask } from "../../src/aggregate/task.js";
import type { Evaluation, NodeResult, StepResult } from "../../src/model/evaluation.js";

/** What a hostile system under test may put into a message: markup of every format, ANSI, control and direction characters. */
export const HOSTILE =
  '<script>alert(1)</script> ]]> & "q" \'a\' `tick` ``two`` a|b a\\|b # SKIP \u001b[31mred\u001b[0m \u0000\u0008 \u202Eevil \uD800 \u2028 line\nbreak\r\n@team ![x](http://evil.example/x.png)';

export function step(parts: Partial<StepResult> = {}): StepResult {
  return { type: "http_request", name: "http_request", outcome: "pass", message: "200 as expected", durationMs: 12, ...parts };
}

const NODES: readonly NodeResult[] = [
  {
    id: "DEPLOY_HEALTH",
    status: "PASSED",
    score: 4,
    maxScore: 4,
    method: "binary",
    category: "Deployment",
    complexityTier: "basic",
    message: "the step passed",
    steps: [step({ evidence: { status: 200, body: HOSTILE } })],
    durationMs: 12,
  },
  {
    id: "AUTH_LOGIN",
    status: "FAILED",
    score: 0,
    maxScore: 6,
    method: "binary",
    category: "Authentication",
    subcategory: "login",
    message: `step 2 of 2 (json_value_assert) failed: ${HOSTILE}`,
    steps: [step(), step({ type: "json_value_assert", name: "json_value_assert", outcome: "fail", code: "value-differs", message: HOSTILE, evidence: 0n })],
    durationMs: 40,
  },
  {
    id: "ORDERS_CRUD",
    status: "PASSED",
    score: 3.3,
    maxScore: 5,
    method: "weighted",
    category: "CRUD",
    message: "2 of 3 steps passed; step 2 of 3 (http_request) failed: expected 201, got 500",
    steps: [step(), step({ outcome: "fail", code: "status-differs", message: "expected 201, got 500" }), step()],
    durationMs: 61_500,
  },
  {
    id: "ORDERS_EXPORT",
    status: "ERROR",
    score: 0,
    maxScore: 2,
    method: "binary",
    category: "ImportExport",
    message: "the step (docker_exec) could not be completed: the target declares no exec port",
    steps: [step({ type: "docker_exec", name: "docker_exec", outcome: "error", code: "no-exec", message: "the target declares no exec port" })],
    durationMs: 1,
  },
  {
    id: "RBAC_DENIED",
    status: "SKIPPED_DEPENDENCY",
    score: 0,
    maxScore: 3,
    method: "binary",
    category: "RBAC",
    message: "not run",
    blockedBy: ["AUTH_LOGIN", "ORDERS_EXPORT"],
    steps: [],
    durationMs: 0,
  },
  {
    id: "FE_LAYOUT",
    status: "SKIPPED_LLM",
    score: 0,
    maxScore: 10,
    method: "llm-judge",
    category: "Frontend",
    message: "the step (llm_judge) gave no usable score: no judge was given",
    steps: [step({ type: "llm_judge", name: "llm_judge", outcome: "unscored", message: "no judge was given" })],
    durationMs: 0,
  },
  {
    id: `EVIL ${HOSTILE}`,
    status: "DRY_RUN",
    score: 0,
    maxScore: 1,
    method: "binary",
    category: HOSTILE,
    message: "dry run",
    steps: [],
    durationMs: 0,
  },
];

/** A node of every status, hostile text wherever text can stand. Score 7.3 of 21 points; strict 7.3 of 31. */
export function sampleEvaluation(parts: Partial<Evaluation> = {}): Evaluation {
  const trajectories = { happy_path: { node_ids: ["DEPLOY_HEALTH", "AUTH_LOGIN"] } };
  return {
    taskId: "helpdesk",
    status: "completed",
    startedAt: "2026-03-01T10:20:30.456Z",
    durationMs: 61_700,
    ...aggregateTask(NODES, { scoring_config: { trajectories } }),
    nodes: NODES,
    diagnostics: [
      { severity: "warning", code: "denied-accepts-404", message: HOSTILE, nodeId: "RBAC_DENIED", path: "/nodes/4" },
      { severity: "info", code: "alias-key", message: "`expected_status` is `expect_status`", path: "/nodes/1" },
    ],
    judge: { name: "none", calls: 0, inputTokens: 0, outputTokens: 0 },
    ...parts,
  };
}
