// @ts-check
import { localExec } from "dagrade";

/**
 * A running helpdesk as the evaluator has to know it.
 * @param {import("./helpdesk.js").Helpdesk} helpdesk
 * @returns {import("dagrade").Target}
 */
export function targetOf({ baseUrl, workspace, users, auth, database }) {
  return { baseUrl, workspace, users, auth, database: { kind: "postgres", ...database }, exec: localExec({ cwd: workspace }), disposable: true };
}
