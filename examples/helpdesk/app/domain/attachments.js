// @ts-check
import { createHash } from "node:crypto";
import { isDuplicate } from "../database.js";
import { conflict, notFound } from "../http/errors.js";

/** @import { Database } from "../database.js" */
/** @import { Ticket } from "./tickets.js" */

/** @typedef {{ filename: string, contentType: string, content: Buffer }} File */

/**
 * @typedef {object} Attachment
 * @property {string} id
 * @property {string} ticket_id
 * @property {string} filename
 * @property {string} content_type
 * @property {number} size Bytes.
 * @property {Date} created_at
 */

const columns = "id, ticket_id, filename, content_type, octet_length(content) AS size, created_at";

/** @param {Database} database */
export function createAttachments(database) {
  return {
    /**
     * @param {Ticket} ticket
     * @returns {Promise<Attachment[]>}
     */
    list: (ticket) => database.rows(`SELECT ${columns} FROM attachments WHERE ticket_id = $1 ORDER BY id`, [ticket.id]),

    /**
     * @param {Ticket} ticket
     * @param {File} file
     * @returns {Promise<Attachment & { sha256: string }>}
     */
    async save(ticket, { filename, contentType, content }) {
      try {
        /** @type {Attachment} */
        const saved = await database.one(
          `INSERT INTO attachments (ticket_id, filename, content_type, content) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
          [ticket.id, filename, contentType, content],
        );
        return { ...saved, sha256: createHash("sha256").update(content).digest("hex") };
      } catch (error) {
        throw isDuplicate(error) ? conflict("duplicate_filename", "This ticket already has a file of that name.") : error;
      }
    },

    /**
     * @param {string} id
     * @returns {Promise<File & { ticketId: string }>}
     */
    async open(id) {
      /** @type {(File & { ticketId: string }) | undefined} */
      const file = await database.first(
        `SELECT ticket_id AS "ticketId", filename, content_type AS "contentType", content FROM attachments WHERE id = $1`,
        [id],
      );
      if (!file) throw notFound("There is no such attachment.");
      return file;
    },
  };
}

/** @typedef {ReturnType<typeof createAttachments>} Attachments */
