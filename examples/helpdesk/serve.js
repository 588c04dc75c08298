// @ts-check
import { parseArgs } from "node:util";
import { faults } from "./faults.js";
import { startHelpdesk } from "./helpdesk.js";

/** @import { FaultName } from "./faults.js" */

const usage = `node serve.js [--port 8080] [--fault <name>]

Faults:
${Object.entries(faults)
  .map(([name, { description }]) => `  ${name.padEnd(22)}${description}`)
  .join("\n")}`;

const { values } = parseArgs({ options: { port: { type: "string", default: "8080" }, fault: { type: "string" }, help: { type: "boolean" } } });

if (values.help || (values.fault !== undefined && !isFault(values.fault))) {
  console.log(usage);
} else {
  const helpdesk = await startHelpdesk({ port: Number(values.port), fault: values.fault });
  const { user, password, host, port, database } = helpdesk.database;
  console.log(`Helpdesk    ${helpdesk.baseUrl}`);
  console.log(`PostgreSQL  postgres://${user}:${password}@${host}:${port}/${database}`);
  console.table(helpdesk.users, ["email", "password"]);
  process.once("SIGINT", () => helpdesk.stop());
  process.once("SIGTERM", () => helpdesk.stop());
}

/**
 * @param {string} name
 * @returns {name is FaultName}
 */
function isFault(name) {
  return name in faults;
}
