import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { notedSteps } from "../../document/noted.js";
import { statementOf } from "../sql-text.js";

/** What a check writes past the product may be what it finds there later, and it stays after the run. */
export const sqlWrite: Rule = {
  code: "sql-write",
  severity: "info",
  check(view, report) {
    const isNoted = notedSteps(view, "sql-write");
    for (const step of view.steps) {
      if (step.name !== "db_query" || !statementOf(step.inputs["sql"]).isWrite || isNoted(step)) continue;
      report({ path: stepPointer(step, "inputs", "sql"), message: "the statement writes past the product; let the product write it where it can" });
    }
  },
};
