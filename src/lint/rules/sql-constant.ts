import type { Rule } from "../../document/rule.js";
import { stepPointer, type NodeView } from "../../document/view.js";
import { statementOf } from "../sql-text.js";

/** `SELECT 1` is answered by every database, whatever the product did with it. */
export const sqlConstant: Rule = {
  code: "sql-constant",
  severity: "warning",
  check({ nodes }, report) {
    for (const node of nodes) {
      if (isAboutConnection(node)) continue;
      for (const step of node.steps) {
        if (step.name !== "db_query" || !isConstant(statementOf(step.inputs["sql"]).text)) continue;
        report({ path: stepPointer(step, "inputs", "sql"), message: "expected a query on the product's data, got one that every database answers; read a table" });
      }
    }
  },
};

function isConstant(sql: string): boolean {
  return /^select\b/.test(sql) && !/\bfrom\b/.test(sql) && !/\b(?!version|now|current_\w+|count|sum)\w+\s*\(/.test(sql.replace(/^select\b/, ""));
}

function isAboutConnection({ id = "", category = "" }: NodeView): boolean {
  return /deploy|health|connect|infra/i.test(`${category} ${id}`);
}
