// @ts-check
import { conflict, invalid, notFound } from "../http/errors.js";
import { isStaff } from "./policy.js";
import { priorities, statuses } from "./workflow.js";

/** @import { Database, Sql } from "../database.js" */
/** @import { Audit } from "./audit.js" */
/** @import { Events } from "./events.js" */
/** @import { Policy } from "./policy.js" */
/** @import { User } from "./users.js" */
/** @import { Priority, Status, Workflow } from "./workflow.js" */

/**
 * @typedef {object} Ticket
 * @property {string} id
 * @property {string} requester_id
 * @property {string | null} assignee_id
 * @property {string} subject
 * @property {string} body
 * @property {Status} status
 * @property {Priority} priority
 * @property {string | null} order_number A 64-bit number in decimal digits.
 * @property {number} time_spent Hours, exact to 0.01.
 * @property {Record<string, unknown>} custom_fields
 * @property {number} version Grows with every change; a change names the version it was made from.
 * @property {Date} created_at
 * @property {Date} updated_at
 */

/** @typedef {Pick<Ticket, "requester_id" | "subject" | "body" | "priority" | "order_number" | "custom_fields">} NewTicket */
/** @typedef {{ [Field in "subject" | "body" | "priority" | "assignee_id" | "custom_fields"]: Ticket[Field] | undefined }} TicketChanges */
/** @typedef {{ status: Status | undefined, priority: Priority | undefined, q: string | undefined, page: number, perPage: number }} TicketFilter */
/** @typedef {{ by_status: Record<Status, number>, by_priority: Record<Priority, number>, unassigned: number, time_spent: number }} TicketStatistics */

// Numerics come as strings; hours with two decimals fit a double exactly enough to be shown and compared as a number.
const columns = `id, requester_id, assignee_id, subject, body, status, priority, order_number, time_spent::float8 AS time_spent,
  custom_fields, version, created_at, updated_at`;

/**
 * @param {Database} database
 * @param {{ audit: Audit, events: Events, policy: Policy, workflow: Workflow }} parts
 */
export function createTickets(database, { audit, events, policy, workflow }) {
  return {
    /**
     * The tickets the viewer may see, newest first, with the number of all that match.
     * @param {User} viewer
     * @param {TicketFilter} filter
     * @returns {Promise<{ items: Ticket[], total: number }>}
     */
    async list(viewer, { status, priority, q, page, perPage }) {
      const where = `WHERE ($1::bigint IS NULL OR requester_id = $1) AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR priority = $3)
        AND ($4::text IS NULL OR subject ILIKE $4 OR body ILIKE $4)`;
      const values = [isStaff(viewer) ? null : viewer.id, status, priority, q === undefined ? null : `%${escapeLike(q)}%`];
      /** @type {Ticket[]} */
      const items = await database.rows(`SELECT ${columns} FROM tickets ${where} ORDER BY id DESC LIMIT $5 OFFSET $6`, [
        ...values,
        perPage,
        (page - 1) * perPage,
      ]);
      /** @type {{ total: number }} */
      const { total } = await database.one(`SELECT count(*)::int AS total FROM tickets ${where}`, values);
      return { items, total };
    },

    /**
     * A ticket the viewer may see; any other does not exist to them.
     * @param {User} viewer
     * @param {string} id
     * @returns {Promise<Ticket>}
     */
    async find(viewer, id) {
      const ticket = await load(database, id);
      if (!policy.mayReadTicket(viewer, ticket)) throw noTicket();
      return ticket;
    },

    /**
     * @param {User} actor
     * @param {NewTicket} ticket
     * @returns {Promise<Ticket>}
     */
    async create(actor, ticket) {
      const created = await database.transaction(async (sql) => {
        /** @type {Ticket} */
        const row = await sql.one(
          `INSERT INTO tickets (requester_id, subject, body, priority, order_number, custom_fields) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
          [ticket.requester_id, ticket.subject, ticket.body, ticket.priority, ticket.order_number, ticket.custom_fields],
        );
        await audit.record(sql, { actorId: actor.id, action: "ticket.created", entity: "ticket", entityId: row.id });
        return row;
      });
      await events.publish({ name: "ticket.created", ticket: created, actor });
      return created;
    },

    /**
     * Changes what is given, provided nobody has changed the ticket since the version the caller has seen.
     * @param {User} actor
     * @param {string} id
     * @param {number} version
     * @param {TicketChanges} changes
     * @returns {Promise<Ticket>}
     */
    update: (actor, id, version, changes) =>
      database.transaction(async (sql) => {
        if (changes.assignee_id) await expectStaff(sql, changes.assignee_id);
        /** @type {Ticket | undefined} */
        const updated = await sql.first(
          `UPDATE tickets SET subject = COALESCE($3, subject), body = COALESCE($4, body), priority = COALESCE($5, priority),
             assignee_id = CASE WHEN $6 THEN $7::bigint ELSE assignee_id END, custom_fields = COALESCE($8, custom_fields),
             version = version + 1, updated_at = now()
           WHERE id = $1 AND version = $2 RETURNING ${columns}`,
          [
            id,
            version,
            changes.subject,
            changes.body,
            changes.priority,
            changes.assignee_id !== undefined,
            changes.assignee_id,
            changes.custom_fields,
          ],
        );
        if (!updated) throw conflict("stale_version", "Somebody else has changed this ticket; read it again.");
        await audit.record(sql, { actorId: actor.id, action: "ticket.updated", entity: "ticket", entityId: id, details: changes });
        return updated;
      }),

    /**
     * @param {User} actor
     * @param {string} id
     * @param {Status} to
     * @returns {Promise<Ticket>}
     */
    async move(actor, id, to) {
      const ticket = await database.transaction(async (sql) => {
        const { status: from } = await load(sql, id);
        if (!workflow.allows(from, to)) throw conflict("forbidden_transition", `A ticket that is ${from} cannot become ${to}.`);
        return changeStatus(sql, actor, id, from, to);
      });
      await events.publish({ name: "ticket.status_changed", ticket, actor });
      return ticket;
    },

    /**
     * A customer who answers has not been helped yet: a pending or solved ticket is open again.
     * @param {Sql} sql
     * @param {User} customer
     * @param {Ticket} ticket
     * @returns {Promise<Ticket | undefined>} The ticket when it was opened again; the caller publishes that.
     */
    async reopen(sql, customer, { id, status }) {
      return status === "pending" || status === "solved" ? changeStatus(sql, customer, id, status, "open") : undefined;
    },

    /**
     * @param {User} actor
     * @param {string} id
     * @param {number} hours
     * @returns {Promise<Ticket>}
     */
    addTime: (actor, id, hours) =>
      database.transaction(async (sql) => {
        await load(sql, id);
        /** @type {Ticket} */
        const ticket = await sql.one(
          `UPDATE tickets SET time_spent = time_spent + $2::numeric, version = version + 1, updated_at = now() WHERE id = $1 RETURNING ${columns}`,
          [id, hours],
        );
        await audit.record(sql, { actorId: actor.id, action: "ticket.time_added", entity: "ticket", entityId: id, details: { hours } });
        return ticket;
      }),

    /**
     * @param {User} actor
     * @param {string} id
     */
    remove: (actor, id) =>
      database.transaction(async (sql) => {
        await load(sql, id);
        await sql.rows("DELETE FROM tickets WHERE id = $1", [id]);
        await audit.record(sql, { actorId: actor.id, action: "ticket.deleted", entity: "ticket", entityId: id });
      }),

    /** @returns {Promise<TicketStatistics>} */
    async statistics() {
      /** @type {{ unassigned: number, time_spent: number }} */
      const sums = await database.one(
        "SELECT count(*) FILTER (WHERE assignee_id IS NULL)::int AS unassigned, COALESCE(sum(time_spent), 0)::float8 AS time_spent FROM tickets",
      );
      return { by_status: await countBy("status", statuses), by_priority: await countBy("priority", priorities), ...sums };
    },
  };

  /**
   * @template {string} Key
   * @param {"status" | "priority"} column
   * @param {readonly Key[]} keys Keys without a ticket count 0.
   */
  async function countBy(column, keys) {
    /** @type {{ key: Key, count: number }[]} */
    const groups = await database.rows(`SELECT ${column} AS key, count(*)::int AS count FROM tickets GROUP BY ${column}`);
    const counts = new Map(groups.map(({ key, count }) => [key, count]));
    return /** @type {Record<Key, number>} */ (Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])));
  }

  /**
   * @param {Sql} sql
   * @param {User} actor
   * @param {string} id
   * @param {Status} from
   * @param {Status} to
   * @returns {Promise<Ticket>}
   */
  async function changeStatus(sql, actor, id, from, to) {
    /** @type {Ticket | undefined} */
    const ticket = await sql.first(
      `UPDATE tickets SET status = $3, version = version + 1, updated_at = now() WHERE id = $1 AND status = $2 RETURNING ${columns}`,
      [id, from, to],
    );
    if (!ticket) throw conflict("stale_version", "Somebody else has moved this ticket; read it again.");
    await audit.record(sql, { actorId: actor.id, action: "ticket.status_changed", entity: "ticket", entityId: id, details: { from, to } });
    return ticket;
  }
}

/** @typedef {ReturnType<typeof createTickets>} Tickets */

/**
 * @param {Sql} sql
 * @param {string} id
 * @returns {Promise<Ticket>}
 */
async function load(sql, id) {
  /** @type {Ticket | undefined} */
  const ticket = await sql.first(`SELECT ${columns} FROM tickets WHERE id = $1`, [id]);
  if (!ticket) throw noTicket();
  return ticket;
}

/**
 * @param {Sql} sql
 * @param {string} id
 */
async function expectStaff(sql, id) {
  const found = await sql.first("SELECT 1 FROM users WHERE id = $1 AND role IN ('agent', 'admin') AND active", [id]);
  if (!found) throw invalid([{ field: "assignee_id", message: "Must be an active agent or administrator." }]);
}

const noTicket = () => notFound("There is no such ticket.");

/** @param {string} text A search text is taken literally: % and _ are not wildcards. */
const escapeLike = (text) => text.replace(/[\\%_]/g, "\\$&");
