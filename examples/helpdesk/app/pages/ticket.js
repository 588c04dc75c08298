// @ts-check
import { html } from "./html.js";
import { csrfField } from "./layout.js";
import { badge } from "./tickets.js";

/** @import { Attachment } from "../domain/attachments.js" */
/** @import { Comment } from "../domain/comments.js" */
/** @import { Ticket } from "../domain/tickets.js" */
/** @import { Status } from "../domain/workflow.js" */

/**
 * @typedef {object} TicketView
 * @property {string} csrfToken
 * @property {Ticket} ticket
 * @property {Comment[]} comments
 * @property {Attachment[]} attachments
 * @property {readonly Status[]} nextStatuses What the viewer may make of it.
 * @property {boolean} mayWriteNotes
 */

/** @param {TicketView} view */
export const ticketPage = ({ csrfToken, ticket, comments, attachments, nextStatuses, mayWriteNotes }) => html`
      <article class="card">
        <dl class="facts">
          <div><dt>Number</dt><dd>#${ticket.id}</dd></div>
          <div><dt>Status</dt><dd>${badge(ticket.status)}</dd></div>
          <div><dt>Priority</dt><dd>${badge(ticket.priority)}</dd></div>
          <div><dt>Hours</dt><dd>${ticket.time_spent.toFixed(2)}</dd></div>
          ${ticket.order_number && html`<div><dt>Order</dt><dd>${ticket.order_number}</dd></div>`}
        </dl>
        <p class="prose">${ticket.body}</p>
        ${attachments.length > 0 && files(attachments)}
        ${nextStatuses.length > 0 && statusForm(csrfToken, ticket, nextStatuses)}
      </article>
      <section aria-labelledby="conversation">
        <h2 id="conversation">Conversation</h2>
        ${comments.length === 0 && html`<p>Nobody has answered yet.</p>`}
        <ol class="conversation">
          ${comments.map(commentItem)}
        </ol>
        <form class="card" method="post" action="/tickets/${ticket.id}/comments">
          ${csrfField(csrfToken)}
          <label for="body">Your answer</label>
          <textarea id="body" name="body" rows="4" required maxlength="5000"></textarea>
          ${mayWriteNotes && html`<label class="check"><input type="checkbox" name="internal"> Internal note, not shown to the customer</label>`}
          <button>Answer</button>
        </form>
      </section>`;

/** @param {Attachment[]} attachments */
const files = (attachments) => html`<h2>Files</h2>
        <ul>
          ${attachments.map(({ id, filename, size }) => html`<li><a href="/api/attachments/${id}">${filename}</a> (${size} bytes)</li>`)}
        </ul>`;

/**
 * @param {string} csrfToken
 * @param {Ticket} ticket
 * @param {readonly Status[]} nextStatuses
 */
const statusForm = (csrfToken, { id }, nextStatuses) => html`<form class="actions" method="post" action="/tickets/${id}/status">
          ${csrfField(csrfToken)}
          ${nextStatuses.map((status) => html`<button class="quiet" name="status" value="${status}">Mark as ${status}</button>`)}
        </form>`;

/** @param {Comment} comment */
const commentItem = ({ author, body, internal, created_at }) => html`<li class="card${internal && " internal"}">
            <p>
              <strong>${author}</strong>
              <time datetime="${created_at.toISOString()}">${created_at.toUTCString()}</time>${internal && " · internal note"}
            </p>
            <p class="prose">${body}</p>
          </li>`;
