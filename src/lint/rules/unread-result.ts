import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { isReadLater } from "../../primitives/chain-reads.js";
import { hasExpectation as asksOutput } from "../../primitives/shell/judge-output.js";
import type { ExecInputs } from "../../primitives/shell/exec-inputs.js";
import { hasExpectation as asksRows } from "../../primitives/sql/judge-query.js";
import type { QueryInputs } from "../../primitives/sql/query-inputs.js";
import { kindOfText } from "../../primitives/sql/sql-statement.js";

/** A query or a command of which nothing is asked, neither by itself nor by a later step: it fails in every run. */
export const unreadResult: Rule = {
  code: "vacuous-expectation",
  severity: "warning",
  check({ nodes, registry }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      steps.forEach((step, position) => {
        if (!asksNothing(step) || isReadLater(steps, position)) return;
        report({
          path: stepPointer(step),
          message: `expected something to be asked of the result, got nothing: ${step.name} fails; give an expectation or a capture, or read the result in a later step`,
        });
      });
    }
  },
};

function asksNothing(step: StepView): boolean {
  const { name, inputs } = step;
  if (name !== "db_query" && name !== "docker_exec") return false;
  const { parsed } = step.written;
  if (parsed === undefined || parsed.settings.allow_vacuous === true) return false;
  return name === "db_query" ? !asksRows(parsed.inputs as QueryInputs) && kindOfText(inputs["sql"]) === "read" : !asksOutput(parsed.inputs as ExecInputs);
}
