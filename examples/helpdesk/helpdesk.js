// @ts-check
import { fileURLToPath } from "node:url";
import { createApp } from "./app/app.js";
import { openDatabase } from "./app/database.js";
import { demoUsers } from "./app/seed.js";
import { startPostgres } from "./embedded-postgres.js";
import { faults } from "./faults.js";

/** @import { Connection, EmbeddedPostgres } from "./embedded-postgres.js" */
/** @import { FaultName } from "./faults.js" */

/**
 * @typedef {object} Helpdesk A running helpdesk, with what an evaluator has to know of it.
 * @property {string} baseUrl
 * @property {Connection} database A PostgreSQL server on this machine.
 * @property {string} workspace Folder with the sources of the application.
 * @property {Record<string, Record<string, string>>} users Role to username, email, password and name.
 * @property {typeof auth} auth The ways to log in.
 * @property {readonly { at: number, line: string }[]} log What it has printed; `at` in milliseconds since the epoch.
 * @property {() => Promise<void>} stop Frees everything; calling it again does nothing.
 */

/** The ways to log in: `token` for the API, which comes first, and `form` for the pages. */
export const auth = {
  token: {
    request: { method: "POST", path: "/api/login", json: { email: "{{email}}", password: "{{password}}" } },
    token: { jsonPath: "$.token" },
    verify: { path: "/api/me", status: [200] },
  },
  form: {
    csrf: { path: "/login", regex: 'name="csrf" value="([^"]+)"', field: "csrf", header: "x-csrf-token" },
    request: { method: "POST", path: "/login", form: { email: "{{email}}", password: "{{password}}" } },
    verify: { path: "/api/me", status: [200] },
  },
};

/**
 * Starts a helpdesk with its own, freshly filled database.
 *
 * @param {{ fault?: FaultName | undefined, port?: number, server?: EmbeddedPostgres, mail?: { host: string, port: number } }} [options]
 *   `fault` breaks it in one way; `port` 0 lets the system choose; the database of `server` is emptied and used, and `server` stays
 *   when the helpdesk stops; `mail` is the SMTP server that mails go to, without it there are none.
 * @returns {Promise<Helpdesk>}
 */
export async function startHelpdesk({ fault, port = 0, server, mail } = {}) {
  const postgres = server ?? (await startPostgres());
  await server?.clear();
  const database = postgres.database ?? openDatabase(postgres.connection);
  /** @type {{ at: number, line: string }[]} */
  const log = [];
  const app = await createApp(database, {
    attachmentLimit: 1024,
    passwordCost: 16, // its passwords are known to everybody
    smtpUrl: mail && `smtp://${mail.host}:${mail.port}`,
    retryMs: 50,
    log: (line) => void log.push({ at: Date.now(), line }),
  });
  const stop = async () => {
    await app.close();
    if (postgres.database === undefined) await database.close();
    if (server === undefined) await postgres.stop();
  };
  try {
    if (fault) faults[fault].inject(app);
    await app.prepare();
    const baseUrl = await app.listen(port, "127.0.0.1");
    /** @type {Promise<void> | undefined} */
    let stopped;
    return {
      baseUrl,
      database: postgres.connection,
      workspace: fileURLToPath(new URL("app", import.meta.url)),
      users: Object.fromEntries(Object.entries(demoUsers).map(([role, user]) => [role, { ...user, username: user.email }])),
      auth,
      log,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
