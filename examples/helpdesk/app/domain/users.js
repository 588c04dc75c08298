// @ts-check
import { isDuplicate } from "../database.js";
import { conflict, notFound } from "../http/errors.js";

/** @import { Log } from "../app.js" */
/** @import { Database } from "../database.js" */
/** @import { Audit } from "./audit.js" */
/** @import { Passwords } from "./passwords.js" */

/** @typedef {"visitor" | "customer" | "agent" | "admin"} Role */

/**
 * A user as the world may see it: without the password hash.
 *
 * @typedef {object} User
 * @property {string} id
 * @property {string} email
 * @property {string} name
 * @property {Role} role
 * @property {boolean} active
 * @property {Date} created_at
 */

/** @type {User} Whoever is not signed in. */
export const visitor = { id: "0", email: "", name: "Visitor", role: "visitor", active: false, created_at: new Date(0) };

const columns = "id, email, name, role, active, created_at";

/**
 * @param {Database} database
 * @param {{ audit: Audit, log: Log, passwords: Passwords }} parts
 */
export function createUsers(database, { audit, log, passwords }) {
  return {
    /**
     * The user with this address and password, when both are right and the account is active.
     * @param {string} email
     * @param {string} password
     * @returns {Promise<User | undefined>}
     */
    async authenticate(email, password) {
      /** @type {{ id: string, active: boolean, password_hash: string } | undefined} */
      const found = await database.first("SELECT id, active, password_hash FROM users WHERE email = $1", [email.toLowerCase()]);
      if (found?.active && (await passwords.match(password, found.password_hash))) return this.find(found.id);
      log(`sign-in failed for ${JSON.stringify(email)}`);
      await audit.record(database, { action: "login.failed", entity: "user", entityId: found?.id, details: { email } });
      return undefined;
    },

    /** @returns {Promise<User[]>} */
    list: () => database.rows(`SELECT ${columns} FROM users ORDER BY id`),

    /**
     * @param {string} id
     * @returns {Promise<User>}
     */
    async find(id) {
      /** @type {User | undefined} */
      const user = await database.first(`SELECT ${columns} FROM users WHERE id = $1`, [id]);
      if (!user) throw notFound("There is no such user.");
      return user;
    },

    /**
     * @param {User} actor
     * @param {{ email: string, name: string, role: Role, password: string }} user
     * @returns {Promise<User>}
     */
    async create(actor, { email, name, role, password }) {
      const hash = await passwords.hash(password);
      try {
        return await database.transaction(async (sql) => {
          /** @type {User} */
          const user = await sql.one(`INSERT INTO users (email, name, role, password_hash) VALUES ($1, $2, $3, $4) RETURNING ${columns}`, [
            email.toLowerCase(),
            name,
            role,
            hash,
          ]);
          await audit.record(sql, { actorId: actor.id, action: "user.created", entity: "user", entityId: user.id, details: { email, role } });
          return user;
        });
      } catch (error) {
        throw isDuplicate(error) ? conflict("duplicate_email", "There is already a user with this address.") : error;
      }
    },

    /**
     * Changes what is given; a user who is made inactive loses all sessions at once.
     * @param {User} actor
     * @param {string} id
     * @param {{ name: string | undefined, role: Role | undefined, active: boolean | undefined }} changes
     * @returns {Promise<User>}
     */
    async update(actor, id, changes) {
      return database.transaction(async (sql) => {
        /** @type {User | undefined} */
        const user = await sql.first(
          `UPDATE users SET name = COALESCE($2, name), role = COALESCE($3, role), active = COALESCE($4, active) WHERE id = $1 RETURNING ${columns}`,
          [id, changes.name, changes.role, changes.active],
        );
        if (!user) throw notFound("There is no such user.");
        if (!user.active) await sql.rows("DELETE FROM sessions WHERE user_id = $1", [id]);
        await audit.record(sql, { actorId: actor.id, action: "user.updated", entity: "user", entityId: id, details: changes });
        return user;
      });
    },

    /**
     * Removes a user who has left no trace in tickets.
     * @param {User} actor
     * @param {string} id
     */
    async remove(actor, id) {
      await this.find(id);
      await database.transaction(async (sql) => {
        const traces = await sql.first(
          `SELECT 1 FROM tickets WHERE requester_id = $1 OR assignee_id = $1 UNION ALL SELECT 1 FROM comments WHERE author_id = $1 LIMIT 1`,
          [id],
        );
        if (traces) throw conflict("user_in_use", "This user has written tickets or comments; make the account inactive instead.");
        await sql.rows("DELETE FROM users WHERE id = $1", [id]);
        await audit.record(sql, { actorId: actor.id, action: "user.deleted", entity: "user", entityId: id });
      });
    },
  };
}

/** @typedef {ReturnType<typeof createUsers>} Users */
