import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";

/** A refused login proves little unless somebody can log in: a system that refuses everybody would pass as well. */
export const refusedWithoutControl: Rule = {
  code: "refused-without-control",
  severity: "warning",
  check({ steps }, report) {
    const ways = new Set(steps.filter(logsIn).map(wayOf));
    for (const step of steps) {
      if (step.name !== "auth_login" || step.inputs["expect_failure"] !== true || ways.has(wayOf(step))) continue;
      report({ path: stepPointer(step), message: "expected a step that logs somebody in the same way, got none: a system that refuses every login passes; add one" });
    }
  },
};

/** A login of its own, or a request as a role, which fails when the role can not log in. */
function logsIn({ name, inputs }: StepView): boolean {
  const isRole = typeof inputs["role"] === "string" && inputs["role"] !== "anonymous";
  return isRole && inputs["auth"] !== "none" && inputs["expect_failure"] !== true && (name === "auth_login" || inputs["token"] === undefined);
}

/** The strategy, and what else stands in the place of the target's own login. */
function wayOf({ name, inputs }: StepView): string {
  return name === "auth_login" ? JSON.stringify([inputs["method"], inputs["login"]]) : JSON.stringify([undefined, undefined]);
}
