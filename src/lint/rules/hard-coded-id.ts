import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { statusClassesOf } from "../status-classes.js";

/** A UUID, a ULID, a MongoDB object id, or a number. */
const ID = "(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{24}|\\d+)";
const IN_PATH = new RegExp(`/(${ID})(?=[/?#]|$)`, "i");
const IN_SQL = new RegExp(`\\b(?:id|uuid|\\w+_id)["\`\\]]?\\s*=\\s*('${ID}'|${ID})(?![\\w.])`, "i");

/** An id that one installation happened to give is another record, or none, in the next one. */
export const hardCodedId: Rule = {
  code: "hard-coded-id",
  severity: "info",
  check({ nodes }, report) {
    for (const { steps } of nodes) {
      steps.forEach((step, place) => {
        const found = hardCodedIn(step);
        if (found === undefined || expectsNone(step, steps[place + 1])) return;
        report({ path: stepPointer(step, "inputs", found.key), message: `expected an id that the run has captured, got ${found.id}, which only some installations have; capture it from a step that creates or lists the record` });
      });
    }
  },
};

function hardCodedIn({ inputs }: StepView): { readonly key: string; readonly id: string } | undefined {
  for (const key of PATH_KEYS) {
    const text = inputs[key];
    const id = typeof text === "string" ? IN_PATH.exec(text)?.[1] : undefined;
    if (id !== undefined) return { key, id };
  }
  const sql = inputs["sql"];
  const id = typeof sql === "string" ? IN_SQL.exec(sql)?.[1] : undefined;
  return id === undefined ? undefined : { key: "sql", id };
}

/** Those of requests. */
const PATH_KEYS = ["path", "action", "resource", "url"] as const;

/** An id that no record has is what a check of 404 asks for. */
function expectsNone({ inputs }: StepView, next: StepView | undefined): boolean {
  const statuses = inputs["expected_status"] ?? (next?.name === "status_code_assert" ? next.inputs["acceptable_statuses"] : undefined);
  return statuses !== undefined && !statusClassesOf(statuses).has(2);
}
