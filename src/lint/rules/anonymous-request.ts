import type { Rule } from "../../document/rule.js";
import { stepPointer, type NodeView, type StepView } from "../../document/view.js";

/** The evaluators of published documents let a node act as whoever had logged in before; here every node starts as nobody. */
export const anonymousRequest: Rule = {
  code: "anonymous-request",
  severity: "info",
  check({ nodes, isNative }, report) {
    if (isNative) return;
    for (const node of nodes) {
      const request = firstAnonymous(node);
      if (request !== undefined) report({ path: stepPointer(request), message: "the node sends its requests as nobody; log in before, or give the step a role, if it is meant to act as somebody" });
    }
  },
};

function firstAnonymous({ steps }: NodeView): StepView | undefined {
  const requests = steps.filter(({ primitive }) => primitive?.family === "http");
  return steps.some(bringsIdentity) ? undefined : requests.find(({ name }) => name !== "status_code_assert" && name !== "response_time_check");
}

/** A login, a role, or credentials of the step's own; `auth: none` asks for nobody. */
function bringsIdentity({ name, inputs }: StepView): boolean {
  return name === "auth_login" || name === "oauth_flow" || IDENTITY_KEYS.some((key) => inputs[key] !== undefined);
}

const IDENTITY_KEYS = ["role", "token", "auth", "cookies", "headers"] as const;
