import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { statementOf } from "../sql-text.js";

/** A row that the check wrote by SQL is there whether the product works or not. */
export const selfFulfilling: Rule = {
  code: "self-fulfilling",
  severity: "warning",
  check({ nodes, registry }, report) {
    if (registry === undefined) return;
    for (const { steps } of nodes) {
      const write = steps.find(({ name, inputs }) => name === "db_query" && statementOf(inputs["sql"]).isWrite);
      const isReadBack = steps.some((step) => step.name === "db_query" && step !== write && !statementOf(step.inputs["sql"]).isWrite);
      if (write === undefined || !isReadBack || steps.some(({ primitive }) => primitive?.family !== "sql" && primitive?.family !== "json")) continue;
      report({ path: stepPointer(write), message: "expected the product to take part, got rows that the node writes and reads by SQL alone; act or read through the product" });
    }
  },
};
