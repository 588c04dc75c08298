import type { StepView } from "../document/view.js";

/** Calls `visit` for every set of statuses in a step of the built-in primitives, with where it stands within the inputs. */
export function eachStatusSet({ name, inputs }: StepView, visit: (set: unknown, path: readonly (string | number)[]) => void): void {
  for (const key of STATUS_KEYS.get(name) ?? NONE) if (inputs[key] !== undefined) visit(inputs[key], [key]);
  if (name !== "multi_step_workflow" || !Array.isArray(inputs["steps"])) return;
  (inputs["steps"] as readonly unknown[]).forEach((step, index) => {
    const set = typeof step === "object" && step !== null ? (step as Record<string, unknown>)["expect_status"] : undefined;
    if (set !== undefined) visit(set, ["steps", index, "expect_status"]);
  });
}

const NONE: readonly never[] = [];

const STATUS_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["status_code_assert", ["acceptable_statuses"]],
  ["http_request", ["expected_status", "poll_until_status"]],
  ["permission_check", ["acceptable_statuses"]],
  ["file_upload_download", ["acceptable_statuses"]],
  ["api_crud", ["expected_create_status", "expected_read_status", "expected_update_status", "expected_delete_status"]],
]);
