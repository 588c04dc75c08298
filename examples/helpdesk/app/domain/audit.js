// @ts-check

/** @import { Database, Sql } from "../database.js" */

/**
 * @typedef {object} AuditEntry
 * @property {string} id
 * @property {string} action For example "ticket.created".
 * @property {string} entity
 * @property {string | null} entity_id
 * @property {string | null} actor E-mail address of whoever did it; null when nobody was signed in.
 * @property {Record<string, unknown>} details
 * @property {Date} created_at
 */

/**
 * The trail of who changed what. Entries are written in the transaction of the change itself.
 * @param {Database} database
 */
export function createAudit(database) {
  return {
    /**
     * @param {Sql} sql
     * @param {{ actorId?: string, action: string, entity: string, entityId?: string | undefined, details?: Record<string, unknown> }} entry
     */
    async record(sql, { actorId, action, entity, entityId, details = {} }) {
      await sql.rows("INSERT INTO audit_log (actor_id, action, entity, entity_id, details) VALUES ($1, $2, $3, $4, $5)", [
        actorId ?? null,
        action,
        entity,
        entityId ?? null,
        details,
      ]);
    },

    /**
     * The newest entries first.
     * @param {{ entity: string | undefined, entityId: string | undefined, page: number, perPage: number }} filter
     * @returns {Promise<{ items: AuditEntry[], total: number }>}
     */
    async list({ entity, entityId, page, perPage }) {
      const where = "WHERE ($1::text IS NULL OR entity = $1) AND ($2::bigint IS NULL OR entity_id = $2)";
      const values = [entity ?? null, entityId ?? null];
      /** @type {AuditEntry[]} */
      const items = await database.rows(
        `SELECT audit_log.id, action, entity, entity_id, users.email AS actor, details, audit_log.created_at
         FROM audit_log LEFT JOIN users ON users.id = actor_id
         ${where} ORDER BY audit_log.id DESC LIMIT $3 OFFSET $4`,
        [...values, perPage, (page - 1) * perPage],
      );
      /** @type {{ total: number }} */
      const { total } = await database.one(`SELECT count(*)::int AS total FROM audit_log ${where}`, values);
      return { items, total };
    },
  };
}

/** @typedef {ReturnType<typeof createAudit>} Audit */
