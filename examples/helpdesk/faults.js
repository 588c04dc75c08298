// @ts-check
import { HttpError } from "./app/http/errors.js";
import { routeNamed } from "./app/http/router.js";
import { anyone, staff } from "./app/domain/policy.js";

/** @import { App } from "./app/app.js" */

/**
 * A way in which software of this kind really goes wrong. It exchanges a part of the application before the start, so that
 * the application itself stays free of it.
 *
 * @typedef {object} Fault
 * @property {string} description One sentence.
 * @property {(app: App) => void} inject
 */

/** @satisfies {Record<string, Fault>} */
export const faults = {
  down: {
    description: "The server has ended right after its start: nothing listens on the port.",
    inject(app) {
      const { listen } = app;
      app.listen = async (port, host) => {
        const baseUrl = await listen(port, host);
        await app.close();
        return baseUrl;
      };
    },
  },
  "missing-table": {
    description: "The migration that creates the table of attachments was never applied.",
    inject: (app) => skipMigration(app, "004_attachments.sql"),
  },
  "missing-migration": {
    description: "The migration that creates the indexes of the ticket lists was never applied.",
    inject: (app) => skipMigration(app, "006_list_indexes.sql"),
  },
  "non-unique-email": {
    description: "The unique index on the e-mail addresses of users is missing.",
    inject: (app) => skipMigration(app, "002_unique_email.sql"),
  },
  "plain-passwords": {
    description: "Passwords are stored as they are.",
    inject({ passwords }) {
      passwords.hash = async (password) => password;
      passwords.match = async (password, stored) => password === stored;
    },
  },
  "any-password": {
    description: "Login accepts any password of a known address.",
    inject({ passwords }) {
      passwords.match = async () => true;
    },
  },
  "weak-session": {
    description: "Logout answers as it should and leaves the session valid.",
    inject({ sessions }) {
      sessions.end = async () => {};
    },
  },
  "csrf-ignored": {
    description: "Forms are accepted without their CSRF token.",
    inject({ csrf }) {
      csrf.matches = async () => true;
    },
  },
  "no-auth-on-audit": {
    description: "The audit log is open to everyone, signed in or not.",
    inject(app) {
      routeNamed(app.routes, "GET /api/audit").roles = anyone;
    },
  },
  "silent-audit": {
    description: "Nothing is written to the audit log.",
    inject({ audit }) {
      audit.record = async () => {};
    },
  },
  "rbac-hole": {
    description: "Agents may create users, administrators included.",
    inject(app) {
      routeNamed(app.routes, "POST /api/users").roles = staff;
    },
  },
  "internal-notes-leak": {
    description: "Customers see the internal notes of the staff.",
    inject({ policy }) {
      policy.mayReadInternalNotes = () => true;
    },
  },
  "cross-tenant-read": {
    description: "A customer can read any ticket whose number they know.",
    inject({ policy }) {
      policy.mayReadTicket = () => true;
    },
  },
  "lost-update": {
    description: "The version check is gone: the second of two editors overwrites the first.",
    inject({ tickets }) {
      const { find, update } = tickets;
      tickets.update = async (actor, id, _version, changes) => update(actor, id, (await find(actor, id)).version, changes);
    },
  },
  "free-transitions": {
    description: "A ticket may go from any status to any other.",
    inject({ workflow }) {
      workflow.allows = () => true;
    },
  },
  "wrong-total": {
    description: "The total of a list counts only the tickets of the page.",
    inject({ tickets }) {
      const { list } = tickets;
      tickets.list = async (viewer, filter) => {
        const { items } = await list(viewer, filter);
        return { items, total: items.length };
      };
    },
  },
  "stale-search": {
    description: "The search text is ignored; every ticket is found.",
    inject({ tickets }) {
      const { list } = tickets;
      tickets.list = (viewer, filter) => list(viewer, { ...filter, q: undefined });
    },
  },
  "slow-list": {
    description: "A list of tickets takes two seconds.",
    inject({ tickets }) {
      const { list } = tickets;
      tickets.list = async (viewer, filter) => {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        return list(viewer, filter);
      };
    },
  },
  "delete-keeps-row": {
    description: "Deleting a ticket answers 204 and deletes nothing.",
    inject({ tickets }) {
      tickets.remove = async () => {};
    },
  },
  "attachment-truncated": {
    description: "Only the first half of an uploaded file is kept.",
    inject({ attachments }) {
      const { save } = attachments;
      attachments.save = (ticket, { content, ...file }) => save(ticket, { ...file, content: content.subarray(0, content.length / 2) });
    },
  },
  "rounded-reference": {
    description: "Order numbers pass through a floating-point number and lose their last digits.",
    inject({ tickets }) {
      const { create } = tickets;
      tickets.create = (actor, { order_number, ...ticket }) =>
        create(actor, { ...ticket, order_number: order_number && String(BigInt(Number(order_number))) });
    },
  },
  "status-200-errors": {
    description: "Refused input is answered with status 200 and the error in the body.",
    inject(app) {
      translateErrors(app, (error) => (error.status === 422 ? new HttpError(200, error.code, error.message, error) : error));
    },
  },
  "crash-on-bad-body": {
    description: "A body that is no JSON is answered with an internal error.",
    inject(app) {
      translateErrors(app, (error) => (error.code === "bad_json" ? app.describeError(new TypeError(error.message)) : error));
    },
  },
  "unescaped-page": {
    description: "The ticket page shows the customer's text as markup.",
    inject({ pages }) {
      const { ticket } = pages;
      pages.ticket = (view) => ticket(view).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    },
  },
  "constant-signature": {
    description: "Every webhook has the same signature, whatever is in it.",
    inject({ webhooks }) {
      const { sign } = webhooks;
      webhooks.sign = (secret) => sign(secret, "");
    },
  },
  "no-redelivery": {
    description: "A webhook that its receiver could not take is not sent again.",
    inject({ webhooks }) {
      const { deliver } = webhooks;
      webhooks.deliver = (delivery, signal) => deliver(delivery, signal).catch(() => undefined);
    },
  },
  "misdirected-mail": {
    description: "The mail about an answer goes to whoever wrote it.",
    inject({ notifications }) {
      notifications.recipient = ({ actor }) => actor.id;
    },
  },
  "silent-feed": {
    description: "The live feed accepts connections and says nothing of what happens.",
    inject({ feed }) {
      feed.tell = () => {};
    },
  },
  "graph-ignores-roles": {
    description: "GraphQL gives everybody what is for administrators.",
    inject({ graph }) {
      graph.admits = () => true;
    },
  },
  "pkce-ignored": {
    description: "Any code verifier is accepted, so that a stolen code opens the account.",
    inject({ oauth }) {
      oauth.isVerifier = () => true;
    },
  },
  "open-redirect": {
    description: "The code of a sign-in is sent to any address that asks for it.",
    inject({ oauth }) {
      oauth.mayReceive = () => true;
    },
  },
  "lost-job": {
    description: "The worker takes exports from the queue and loses them.",
    inject({ jobs }) {
      const { perform } = jobs;
      jobs.perform = async (job) => (job.kind === "tickets.export" ? undefined : perform(job));
    },
  },
  "chatty-log": {
    description: "The log holds the passwords of failed attempts to sign in.",
    inject({ log, users }) {
      const { authenticate } = users;
      users.authenticate = (email, password) => {
        log(`sign-in of ${email} with ${password}`);
        return authenticate.call(users, email, password);
      };
    },
  },
};

/** @typedef {keyof typeof faults} FaultName */

/**
 * @param {App} app
 * @param {string} name
 */
function skipMigration(app, name) {
  app.migrations = app.migrations.filter((migration) => migration.name !== name);
}

/**
 * @param {App} app
 * @param {(error: HttpError) => HttpError} translate
 */
function translateErrors(app, translate) {
  const { describeError } = app;
  app.describeError = (error) => translate(describeError(error));
}
