// @ts-check
import { HttpError } from "../http/errors.js";
import { hashOf, newSecret } from "./secrets.js";

/** @import { Database } from "../database.js" */
/** @import { Audit } from "./audit.js" */
/** @import { Notifications } from "./notifications.js" */
/** @import { Passwords } from "./passwords.js" */

const minutes = 30;

/**
 * A way back in for whoever has forgotten the password: a code by mail, good for one new password.
 * @param {Database} database
 * @param {{ audit: Audit, notifications: Notifications, passwords: Passwords }} parts
 */
export function createPasswordResets(database, { audit, notifications, passwords }) {
  return {
    /**
     * Says nothing: nobody learns who has an account.
     * @param {string} email
     */
    async request(email) {
      /** @type {{ id: string, email: string, name: string } | undefined} */
      const user = await database.first("SELECT id, email, name FROM users WHERE email = $1 AND active", [email.toLowerCase()]);
      if (!user) return;
      const code = newSecret();
      await database.rows("INSERT INTO password_resets (code_hash, user_id, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))", [
        hashOf(code),
        user.id,
        minutes,
      ]);
      const text = `Hello ${user.name},\n\nwith this code you can set a new password within ${minutes} minutes:\n\nCode: ${code}\n`;
      await notifications.send({ to: user.email, subject: "Your new password", text });
    },

    /**
     * Sets the password, and ends the user's sessions: somebody else may have had the old one.
     * @param {string} code
     * @param {string} password
     */
    async redeem(code, password) {
      const passwordHash = await passwords.hash(password);
      await database.transaction(async (sql) => {
        /** @type {{ user_id: string } | undefined} */
        const reset = await sql.first("DELETE FROM password_resets WHERE code_hash = $1 AND expires_at > now() RETURNING user_id", [hashOf(code)]);
        if (!reset) throw new HttpError(400, "bad_code", "This code is not valid, or not any more.");
        await sql.rows("UPDATE users SET password_hash = $2 WHERE id = $1", [reset.user_id, passwordHash]);
        await sql.rows("DELETE FROM sessions WHERE user_id = $1", [reset.user_id]);
        await audit.record(sql, { actorId: reset.user_id, action: "user.password_reset", entity: "user", entityId: reset.user_id });
      });
    },
  };
}

/** @typedef {ReturnType<typeof createPasswordResets>} PasswordResets */
