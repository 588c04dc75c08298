// @ts-check
import { conflict, notFound } from "../http/errors.js";

/** @import { Database } from "../database.js" */
/** @import { Job, Jobs } from "./jobs.js" */

/** @typedef {{ id: string, status: Job["status"], tickets: number | null, finished_at: Date | null }} Export */

const kind = "tickets.export";
const fields = ["id", "created_at", "requester", "subject", "status", "priority", "time_spent"];

/**
 * All tickets as CSV, made in the background since it may take long.
 * @param {Database} database
 * @param {{ jobs: Jobs }} parts
 */
export function createExports(database, { jobs }) {
  jobs.handlers[kind] = async () => {
    /** @type {Record<string, unknown>[]} */
    const tickets = await database.rows(
      `SELECT tickets.id, to_char(tickets.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at, email AS requester,
         subject, status, priority, time_spent
       FROM tickets JOIN users ON users.id = requester_id ORDER BY tickets.id`,
    );
    return { tickets: tickets.length, csv: csvOf(tickets) };
  };

  return {
    /** @returns {Promise<Export>} */
    start: async () => summary(await jobs.enqueue(kind, {})),

    /**
     * @param {string} id
     * @returns {Promise<Export>}
     */
    find: async (id) => summary(await load(id)),

    /**
     * @param {string} id
     * @returns {Promise<string>}
     */
    async file(id) {
      const { status, result } = await load(id);
      if (status !== "done") throw conflict("not_ready", "The export is not ready yet.");
      return String(result?.csv);
    },
  };

  /** @param {string} id */
  async function load(id) {
    const job = await jobs.find(kind, id);
    if (!job) throw notFound("There is no such export.");
    return job;
  }
}

/** @typedef {ReturnType<typeof createExports>} Exports */

/**
 * @param {Job} job
 * @returns {Export}
 */
const summary = ({ id, status, result, finished_at }) => ({ id, status, tickets: typeof result?.tickets === "number" ? result.tickets : null, finished_at });

/**
 * RFC 4180; a cell that a spreadsheet would take for a formula starts with an apostrophe.
 * @param {Record<string, unknown>[]} rows
 */
const csvOf = (rows) => [fields, ...rows.map((row) => fields.map((field) => cell(String(row[field]))))].map((cells) => `${cells.join(",")}\r\n`).join("");

/** @param {string} text */
const cell = (text) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
