import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { isReadLater } from "../../primitives/chain-reads.js";
import { expectsAnswer, isJudge } from "../step-kinds.js";

/** A request whose answer nobody looks at passes on every system that answers at all. */
export const unassertedRequest: Rule = {
  code: "unasserted-request",
  severity: "warning",
  check({ nodes, registry }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      steps.forEach((step, position) => {
        if (!acceptsAny(step) || isReadLater(steps, position) || steps.slice(position + 1).some(isJudge)) return;
        report({ path: stepPointer(step), message: `expected an expectation on the answer, got none: ${step.name} passes on any; assert on it, or mark the step with setup: true` });
      });
    }
  },
};

function acceptsAny({ name, inputs }: StepView): boolean {
  if (inputs["setup"] === true) return false;
  switch (name) {
    case "http_request":
      return !expectsAnswer(inputs) && inputs["capture"] === undefined && inputs["save_as"] === undefined;
    case "graphql_query":
      return inputs["expect_errors"] === "any" && inputs["capture"] === undefined && inputs["save_as"] === undefined;
    case "ingest":
      return true;
    default:
      return false;
  }
}
