import type { StepView } from "../document/view.js";
import { statementOf } from "./sql-text.js";

/** A step whose verdict comes from a model. */
export function isJudge({ primitive, name }: StepView): boolean {
  return primitive === undefined ? name === "llm_judge" || name === "P17" : primitive.family === "judge";
}

/** A step that prepares: it says nothing about what the node claims, and passes on systems that lack it. */
export function isSetupStep(step: StepView): boolean {
  const { inputs } = step;
  if (inputs["setup"] === true) return true;
  switch (step.name) {
    case "auth_login":
      return inputs["expect_failure"] !== true;
    case "http_request":
      return !expectsAnswer(inputs);
    case "db_query":
      return statementOf(inputs["sql"]).isWrite && inputs["expected_rows_affected"] === undefined;
    case "totp":
    case "ingest":
      return true;
    default:
      return false;
  }
}

/** Whether an http_request itself wants more than any complete answer. */
export function expectsAnswer(inputs: Readonly<Record<string, unknown>>): boolean {
  return ["expected_status", "poll_until_status", "poll_until_path", "poll"].some((key) => inputs[key] !== undefined);
}
