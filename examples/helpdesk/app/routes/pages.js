// @ts-check
import { readFileSync } from "node:fs";
import { anyone, signedIn, staff } from "../domain/policy.js";
import { sessionSeconds } from "../domain/sessions.js";
import { visitor } from "../domain/users.js";
import { cookie } from "../http/cookies.js";
import { readSession, sessionCookie } from "../http/dispatch.js";
import { readCredentials, wrongCredentials } from "./account.js";
import { readComment } from "./comments.js";
import { readNewTicket, readStatus, readTicketFilter } from "./tickets.js";

/** @import { Parts } from "../app.js" */
/** @import { Answer, Route } from "../http/router.js" */

const styles = readFileSync(new URL("../public/styles.css", import.meta.url));

/**
 * The same product for people: forms and tables instead of JSON, on top of the same parts.
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const pageRoutes = ({ attachments, comments, pages, sessions, tickets, users }) => [
  { name: "GET /styles.css", roles: anyone, handle: () => ({ headers: { "content-type": "text/css; charset=utf-8" }, bytes: styles }) },
  { name: "GET /", roles: anyone, handle: ({ user }) => seeOther(user === visitor ? "/login" : "/tickets") },
  { name: "GET /login", roles: anyone, handle: (request) => ({ html: pages.login({ request, next: localPath(request.query.next) }) }) },
  {
    name: "POST /login",
    roles: anyone,
    async handle(request) {
      const form = await request.form();
      const { email, password } = readCredentials(form);
      const next = localPath(form.next);
      const user = await users.authenticate(email, password);
      if (!user) return { status: 401, html: pages.login({ request, email, next, message: wrongCredentials().message }) };
      request.newCookies.push(cookie(sessionCookie, await sessions.start(user), { sameSite: "Lax", maxAge: sessionSeconds }));
      return seeOther(next ?? "/tickets");
    },
  },
  {
    name: "POST /logout",
    roles: signedIn,
    async handle(request) {
      await sessions.end(readSession(request.incoming).token ?? "");
      request.newCookies.push(cookie(sessionCookie, "", { sameSite: "Lax", maxAge: 0 }));
      return seeOther("/login");
    },
  },
  {
    name: "GET /tickets",
    roles: signedIn,
    async handle(request) {
      const filter = readTicketFilter(request);
      return { html: pages.tickets({ request, filter, ...(await tickets.list(request.user, filter)) }) };
    },
  },
  {
    name: "POST /tickets",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.create(request.user, readNewTicket(request, await request.form()));
      return seeOther(`/tickets/${ticket.id}`);
    },
  },
  {
    name: "GET /tickets/:id",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.find(request.user, request.param("id"));
      const [conversation, files] = await Promise.all([comments.list(request.user, ticket), attachments.list(ticket)]);
      return { html: pages.ticket({ request, ticket, comments: conversation, attachments: files }) };
    },
  },
  {
    name: "POST /tickets/:id/comments",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.find(request.user, request.param("id"));
      const { internal, ...form } = await request.form();
      await comments.add(request.user, ticket, readComment(request.user, { ...form, internal: internal !== undefined }));
      return seeOther(`/tickets/${ticket.id}`);
    },
  },
  {
    name: "POST /tickets/:id/status",
    roles: staff,
    async handle(request) {
      const ticket = await tickets.move(request.user, request.param("id"), readStatus(await request.form()));
      return seeOther(`/tickets/${ticket.id}`);
    },
  },
  {
    name: "GET /dashboard",
    roles: staff,
    handle: async (request) => ({ html: pages.dashboard({ request, statistics: await tickets.statistics() }) }),
  },
];

/**
 * Where somebody wanted to go before signing in; never to another site.
 * @param {string | undefined} next
 */
const localPath = (next) => (next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined);

/**
 * @param {string} location
 * @returns {Answer}
 */
const seeOther = (location) => ({ status: 303, headers: { location } });
