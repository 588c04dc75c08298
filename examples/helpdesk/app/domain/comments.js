// @ts-check

/** @import { Database } from "../database.js" */
/** @import { Events } from "./events.js" */
/** @import { Policy } from "./policy.js" */
/** @import { Ticket, Tickets } from "./tickets.js" */
/** @import { User } from "./users.js" */

/**
 * @typedef {object} Comment
 * @property {string} id
 * @property {string} ticket_id
 * @property {string} author
 * @property {string} body
 * @property {boolean} internal An internal note is for the staff only.
 * @property {Date} created_at
 */

const columns = `comments.id, ticket_id, users.name AS author, body, internal, comments.created_at`;

/**
 * @param {Database} database
 * @param {{ events: Events, policy: Policy, tickets: Tickets }} parts
 */
export function createComments(database, { events, policy, tickets }) {
  return {
    /**
     * The comments the viewer may see, oldest first.
     * @param {User} viewer
     * @param {Ticket} ticket
     * @returns {Promise<Comment[]>}
     */
    list: (viewer, ticket) =>
      database.rows(
        `SELECT ${columns} FROM comments JOIN users ON users.id = author_id
         WHERE ticket_id = $1 AND ($2 OR NOT internal) ORDER BY comments.created_at, comments.id`,
        [ticket.id, policy.mayReadInternalNotes(viewer)],
      ),

    /**
     * @param {User} author
     * @param {Ticket} ticket
     * @param {{ body: string, internal: boolean }} comment
     * @returns {Promise<Comment>}
     */
    async add(author, ticket, { body, internal }) {
      const { comment, reopened } = await database.transaction(async (sql) => {
        /** @type {Comment} */
        const row = await sql.one(
          `WITH comments AS (INSERT INTO comments (ticket_id, author_id, body, internal) VALUES ($1, $2, $3, $4) RETURNING *)
           SELECT ${columns} FROM comments JOIN users ON users.id = author_id`,
          [ticket.id, author.id, body, internal],
        );
        return { comment: row, reopened: author.id === ticket.requester_id ? await tickets.reopen(sql, author, ticket) : undefined };
      });
      if (!internal) await events.publish({ name: "ticket.answered", ticket: reopened ?? ticket, actor: author, answer: comment });
      if (reopened) await events.publish({ name: "ticket.status_changed", ticket: reopened, actor: author });
      return comment;
    },
  };
}

/** @typedef {ReturnType<typeof createComments>} Comments */
