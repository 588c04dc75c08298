// @ts-check
import { createServer } from "node:http";
import { createAttachments } from "./domain/attachments.js";
import { createAudit } from "./domain/audit.js";
import { createComments } from "./domain/comments.js";
import { createPasswords } from "./domain/passwords.js";
import { createPolicy } from "./domain/policy.js";
import { createSessions } from "./domain/sessions.js";
import { createTickets } from "./domain/tickets.js";
import { createUsers } from "./domain/users.js";
import { createWorkflow } from "./domain/workflow.js";
import { createCsrf } from "./http/csrf.js";
import { dispatch } from "./http/dispatch.js";
import { describeError } from "./http/errors.js";
import { migrate, readMigrations } from "./migrate.js";
import { createPages } from "./pages/pages.js";
import { accountRoutes } from "./routes/account.js";
import { attachmentRoutes } from "./routes/attachments.js";
import { auditRoutes } from "./routes/audit.js";
import { commentRoutes } from "./routes/comments.js";
import { healthRoutes } from "./routes/health.js";
import { pageRoutes } from "./routes/pages.js";
import { ticketRoutes } from "./routes/tickets.js";
import { userRoutes } from "./routes/users.js";
import { seed } from "./seed.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Database } from "./database.js" */

/** @typedef {{ attachmentLimit: number, passwordCost?: number }} Options `attachmentLimit` in bytes. */

/**
 * The application, put together but not yet started. Every part can still be exchanged before `start`.
 *
 * @param {Database} database
 * @param {Options} options
 */
export async function createApp(database, options) {
  const parts = await createParts(database, options);
  const routes = [healthRoutes, accountRoutes, ticketRoutes, commentRoutes, attachmentRoutes, userRoutes, auditRoutes, pageRoutes].flatMap(
    (routesOf) => routesOf(parts),
  );
  const server = createServer((incoming, outgoing) => void dispatch(app, incoming, outgoing));
  const app = Object.assign(parts, {
    routes,

    /** Brings the database up to date and fills an empty one with the demonstration data. */
    async prepare() {
      await migrate(database, app.migrations);
      await seed(database, app.passwords);
    },

    /**
     * @param {number} port 0 lets the system choose.
     * @param {string} host
     * @returns {Promise<string>} The base URL.
     */
    async listen(port, host) {
      await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, () => resolve(undefined)));
      return `http://${host}:${/** @type {AddressInfo} */ (server.address()).port}`;
    },

    /** Ends the connections and frees the port; the database stays open. */
    async close() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.once("close", resolve));
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
  return app;
}

/** @typedef {Awaited<ReturnType<typeof createApp>>} App */

/**
 * @param {Database} database
 * @param {Options} options
 */
async function createParts(database, { attachmentLimit, passwordCost }) {
  const migrations = await readMigrations();
  const passwords = createPasswords(passwordCost);
  const policy = createPolicy();
  const workflow = createWorkflow();
  const audit = createAudit(database);
  const users = createUsers(database, { audit, passwords });
  const sessions = createSessions(database);
  const tickets = createTickets(database, { audit, policy, workflow });
  const comments = createComments(database, { policy, tickets });
  const attachments = createAttachments(database);
  const csrf = createCsrf();
  const pages = createPages({ csrf, workflow });
  const services = { passwords, policy, workflow, audit, users, sessions, tickets, comments, attachments };
  return { database, attachmentLimit, migrations, ...services, csrf, pages, describeError };
}

/** @typedef {Awaited<ReturnType<typeof createParts>>} Parts */
