// @ts-check
import { localExec } from "dagrade";

/**
 * A running helpdesk as the evaluator has to know it.
 * @param {import("./helpdesk.js").Helpdesk} helpdesk
 * @param {import("dagrade").MailPort} [mail] Where its mails end up.
 * @returns {import("dagrade").Target & { exec: import("dagrade").ExecPort }}
 */
export function targetOf({ baseUrl, workspace, users, auth, database, log }, mail) {
  const exec = { ...localExec({ cwd: workspace }), logs: logsOf(log) };
  return { baseUrl, workspace, users, auth, database: { kind: "postgres", ...database }, exec, mail, disposable: true };
}

/**
 * The log as that of a container.
 * @param {import("./helpdesk.js").Helpdesk["log"]} log
 * @returns {NonNullable<import("dagrade").ExecPort["logs"]>}
 */
function logsOf(log) {
  return async ({ since = 0, lines = Infinity }) => {
    const counted = log.filter(({ at }) => at >= since).slice(-lines);
    return { exitCode: 0, stdout: counted.map(({ line }) => `${line}\n`).join(""), stderr: "", timedOut: false };
  };
}
