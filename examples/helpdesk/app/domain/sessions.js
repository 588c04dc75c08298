// @ts-check
import { hashOf, newSecret } from "./secrets.js";

/** @import { Database } from "../database.js" */
/** @import { User } from "./users.js" */

export const sessionSeconds = 8 * 3600;

/**
 * Sessions of browsers (cookie) and programs (bearer token). The database holds hashes, so a stolen dump opens no session.
 * @param {Database} database
 */
export function createSessions(database) {
  return {
    /**
     * @param {User} user
     * @returns {Promise<string>} The token; it is shown once and never again.
     */
    async start(user) {
      const token = newSecret();
      await database.rows("INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))", [
        hashOf(token),
        user.id,
        sessionSeconds,
      ]);
      return token;
    },

    /**
     * @param {string} token
     * @returns {Promise<User | undefined>}
     */
    find: (token) =>
      database.first(
        `SELECT users.id, email, name, role, active, created_at FROM sessions JOIN users ON users.id = user_id
         WHERE token_hash = $1 AND expires_at > now() AND active`,
        [hashOf(token)],
      ),

    /** @param {string} token */
    async end(token) {
      await database.rows("DELETE FROM sessions WHERE token_hash = $1", [hashOf(token)]);
    },
  };
}

/** @typedef {ReturnType<typeof createSessions>} Sessions */
