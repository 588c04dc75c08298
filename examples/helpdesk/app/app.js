// @ts-check
import { createServer } from "node:http";
import { createAttachments } from "./domain/attachments.js";
import { createAudit } from "./domain/audit.js";
import { createComments } from "./domain/comments.js";
import { createEvents } from "./domain/events.js";
import { createExports } from "./domain/exports.js";
import { createJobs } from "./domain/jobs.js";
import { createMailer } from "./domain/mailer.js";
import { createNotifications } from "./domain/notifications.js";
import { createOAuth } from "./domain/oauth.js";
import { createPasswordResets } from "./domain/password-resets.js";
import { createPasswords } from "./domain/passwords.js";
import { createPolicy } from "./domain/policy.js";
import { createSessions } from "./domain/sessions.js";
import { createTickets } from "./domain/tickets.js";
import { createUsers } from "./domain/users.js";
import { createWebhooks } from "./domain/webhooks.js";
import { createWorkflow } from "./domain/workflow.js";
import { createGraph } from "./graphql/graph.js";
import { createCsrf } from "./http/csrf.js";
import { dispatch } from "./http/dispatch.js";
import { describeError } from "./http/errors.js";
import { createFeed } from "./http/feed.js";
import { migrate, readMigrations } from "./migrate.js";
import { createPages } from "./pages/pages.js";
import { accountRoutes } from "./routes/account.js";
import { attachmentRoutes } from "./routes/attachments.js";
import { auditRoutes } from "./routes/audit.js";
import { commentRoutes } from "./routes/comments.js";
import { exportRoutes } from "./routes/exports.js";
import { graphqlRoutes } from "./routes/graphql.js";
import { healthRoutes } from "./routes/health.js";
import { oauthRoutes } from "./routes/oauth.js";
import { pageRoutes } from "./routes/pages.js";
import { passwordResetRoutes } from "./routes/password-resets.js";
import { ticketRoutes } from "./routes/tickets.js";
import { userRoutes } from "./routes/users.js";
import { webhookRoutes } from "./routes/webhooks.js";
import { seed } from "./seed.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Database } from "./database.js" */

/** @typedef {(line: string) => void} Log */

/**
 * @typedef {object} Options
 * @property {number} attachmentLimit Bytes.
 * @property {number} [passwordCost]
 * @property {string | undefined} [smtpUrl] The server that mails are sent over; without it they stay here.
 * @property {number} [retryMs] How long a job that failed waits for its second attempt.
 * @property {Log} [log] Default: standard output.
 */

/**
 * The application, put together but not yet started. Every part can still be exchanged before `start`.
 *
 * @param {Database} database
 * @param {Options} options
 */
export async function createApp(database, options) {
  const parts = await createParts(database, options);
  const tickets = [ticketRoutes, commentRoutes, attachmentRoutes, exportRoutes];
  const accounts = [accountRoutes, passwordResetRoutes, userRoutes, auditRoutes];
  const programs = [graphqlRoutes, oauthRoutes, webhookRoutes];
  const routes = [healthRoutes, ...accounts, ...tickets, ...programs, pageRoutes].flatMap((routesOf) => routesOf(parts));
  const server = createServer((incoming, outgoing) => void dispatch(app, incoming, outgoing));
  server.on("upgrade", (incoming, socket, head) => app.feed.accept(incoming, socket, head).catch(() => socket.destroy()));
  const app = Object.assign(parts, {
    routes,

    /** Brings the database up to date, fills an empty one with the demonstration data, and goes on with the jobs. */
    async prepare() {
      await migrate(database, app.migrations);
      await seed(database, app.passwords);
      await app.jobs.start();
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

    /** Ends jobs and connections and frees the port; the database stays open. */
    async close() {
      await app.jobs.stop();
      app.feed.close();
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
async function createParts(database, { attachmentLimit, passwordCost, smtpUrl, retryMs, log = console.log }) {
  const migrations = await readMigrations();
  const passwords = createPasswords(passwordCost);
  const policy = createPolicy();
  const workflow = createWorkflow();
  const audit = createAudit(database);
  const events = createEvents({ log });
  const jobs = createJobs(database, { log, ...(retryMs !== undefined && { retryMs }) });
  const users = createUsers(database, { audit, log, passwords });
  const sessions = createSessions(database);
  const tickets = createTickets(database, { audit, events, policy, workflow });
  const comments = createComments(database, { events, policy, tickets });
  const attachments = createAttachments(database);
  const csrf = createCsrf();
  const pages = createPages({ csrf, workflow });
  const notifications = createNotifications({ events, jobs, mailer: createMailer({ smtpUrl, log }), users });
  const passwordResets = createPasswordResets(database, { audit, notifications, passwords });
  const webhooks = createWebhooks(database, { events, jobs });
  const exports = createExports(database, { jobs });
  const oauth = createOAuth(database);
  const graph = createGraph({ comments, tickets, users });
  const feed = createFeed({ events, policy, sessions });
  const services = { passwords, policy, workflow, audit, users, sessions, tickets, comments, attachments };
  const counterparts = { events, jobs, notifications, passwordResets, webhooks, exports, oauth, graph, feed };
  return { database, log, attachmentLimit, migrations, ...services, ...counterparts, csrf, pages, describeError };
}

/** @typedef {Awaited<ReturnType<typeof createParts>>} Parts */
