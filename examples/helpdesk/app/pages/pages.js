// @ts-check
import { STATUS_CODES } from "node:http";
import { isStaff } from "../domain/policy.js";
import { consentPage } from "./consent.js";
import { dashboardPage } from "./dashboard.js";
import { errorPage } from "./error.js";
import { layout } from "./layout.js";
import { loginPage } from "./login.js";
import { ticketPage } from "./ticket.js";
import { ticketsPage } from "./tickets.js";

/** @import { Attachment } from "../domain/attachments.js" */
/** @import { Comment } from "../domain/comments.js" */
/** @import { OAuthClient } from "../domain/oauth.js" */
/** @import { Ticket, TicketFilter, TicketStatistics } from "../domain/tickets.js" */
/** @import { Workflow } from "../domain/workflow.js" */
/** @import { Csrf } from "../http/csrf.js" */
/** @import { FieldProblem } from "../http/errors.js" */
/** @import { Request } from "../http/request.js" */
/** @import { Html } from "./html.js" */

/**
 * Whole HTML documents, one function a page.
 * @param {{ csrf: Csrf, workflow: Workflow }} parts
 */
export function createPages({ csrf, workflow }) {
  /**
   * @param {Request} request
   * @param {string} title
   * @param {(csrfToken: string) => Html} content
   */
  const page = (request, title, content) => {
    const csrfToken = csrf.token(request);
    return layout({ request, csrfToken, title, content: content(csrfToken) });
  };

  return {
    /** @param {{ request: Request, email?: string, message?: string, next?: string | undefined }} view */
    login: ({ request, ...view }) => page(request, "Sign in", (csrfToken) => loginPage({ csrfToken, ...view })),

    /** @param {{ request: Request, filter: TicketFilter, items: Ticket[], total: number }} view */
    tickets: ({ request, ...view }) => page(request, "Tickets", (csrfToken) => ticketsPage({ csrfToken, ...view })),

    /** @param {{ request: Request, ticket: Ticket, comments: Comment[], attachments: Attachment[] }} view */
    ticket({ request, ...view }) {
      const mayWriteNotes = isStaff(request.user);
      const nextStatuses = mayWriteNotes ? workflow.next(view.ticket.status) : [];
      return page(request, view.ticket.subject, (csrfToken) => ticketPage({ csrfToken, nextStatuses, mayWriteNotes, ...view }));
    },

    /** @param {{ request: Request, statistics: TicketStatistics }} view */
    dashboard: ({ request, statistics }) => page(request, "Dashboard", () => dashboardPage(statistics)),

    /** @param {{ request: Request, client: OAuthClient, fields: Record<string, string> }} view */
    consent: ({ request, client, fields }) => page(request, `Sign in to ${client.name}`, (csrfToken) => consentPage({ csrfToken, email: request.user.email, client, fields })),

    /** @param {{ request: Request, status: number, message: string, fields: FieldProblem[] | undefined }} view */
    error: ({ request, status, ...view }) => page(request, STATUS_CODES[status] ?? "Error", () => errorPage(view)),
  };
}

/** @typedef {ReturnType<typeof createPages>} Pages */
