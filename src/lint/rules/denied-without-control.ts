import type { Rule } from "../../document/rule.js";
import { stepPointer, type NodeView, type StepView } from "../../document/view.js";
import { statusClassesOf } from "../status-classes.js";

/** A denial proves little unless somebody may: a route that denies everyone, or is not there, would pass as well. */
export const deniedWithoutControl: Rule = {
  code: "denied-without-control",
  severity: "warning",
  check({ nodes, steps }, report) {
    const denied = steps.filter(({ name, inputs }) => name === "permission_check" && inputs["expected_result"] === "denied" && inputs["control_role"] === undefined);
    if (denied.length === 0) return;
    const allowed = new Set(nodes.flatMap(allowedActions));
    for (const step of denied) {
      const action = actionOf(step);
      if (action === undefined || allowed.has(action)) continue;
      report({ path: stepPointer(step), message: `expected a node that shows ${action} allowed for some role, got none; add one, or name a control_role` });
    }
  },
};

function allowedActions({ steps }: NodeView): string[] {
  return steps.flatMap((step, position) => {
    const isAllowed = step.name === "permission_check" ? step.inputs["expected_result"] === "allowed" : step.name === "http_request" && succeeds(step, steps[position + 1]);
    return isAllowed ? (actionOf(step) ?? []) : [];
  });
}

/** Whether the request itself, or the assertion right behind it, wants a success. */
function succeeds({ inputs }: StepView, next: StepView | undefined): boolean {
  const statuses = inputs["expected_status"] ?? (next?.name === "status_code_assert" ? (next.inputs["acceptable_statuses"] ?? "2xx") : undefined);
  return statusClassesOf(statuses).has(2);
}

/** Method and route, whatever ids stand in it: `GET /items/*`. */
function actionOf({ inputs }: StepView): string | undefined {
  const { action, method = "GET", path } = inputs;
  const [, verb, route] = /^([A-Za-z]+)\s+(\S+)/.exec(typeof action === "string" ? action : `${String(method)} ${typeof path === "string" ? path : ""}`) ?? [];
  if (verb === undefined || route === undefined) return undefined;
  const segments = (route.split(/[?#]/)[0] ?? "").replace(/\{\{[^}]*\}\}/g, "*").split("/");
  return `${verb.toUpperCase()} ${segments.map((segment) => (/^\d+$/.test(segment) ? "*" : segment)).join("/")}`;
}
