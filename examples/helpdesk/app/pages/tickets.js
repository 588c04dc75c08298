// @ts-check
import { priorities, statuses } from "../domain/workflow.js";
import { html } from "./html.js";
import { csrfField } from "./layout.js";

/** @import { Ticket, TicketFilter } from "../domain/tickets.js" */
/** @import { Html } from "./html.js" */

/** @param {{ csrfToken: string, filter: TicketFilter, items: Ticket[], total: number }} view */
export const ticketsPage = ({ csrfToken, filter, items, total }) => html`
      ${filterForm(filter)}
      <table>
        <caption>${total} ${total === 1 ? "ticket" : "tickets"}</caption>
        <thead>
          <tr><th scope="col">Number</th><th scope="col">Subject</th><th scope="col">Status</th><th scope="col">Priority</th></tr>
        </thead>
        <tbody>
          ${items.map(row)}
        </tbody>
      </table>
      ${pageLinks(filter, total)}
      ${newTicketForm(csrfToken)}`;

/** @param {Ticket} ticket */
const row = ({ id, subject, status, priority }) => html`<tr>
            <td>#${id}</td>
            <th scope="row"><a href="/tickets/${id}">${subject}</a></th>
            <td>${badge(status)}</td>
            <td>${badge(priority)}</td>
          </tr>`;

/** @param {string} word */
export const badge = (word) => html`<span class="badge ${word}">${word}</span>`;

/** @param {TicketFilter} filter */
const filterForm = ({ status, priority, q }) => html`<form class="filter" method="get" action="/tickets" role="search">
        <label>Search <input name="q" type="search" value="${q}" maxlength="200"></label>
        <label>Status ${select("status", statuses, status, "Any")}</label>
        <label>Priority ${select("priority", priorities, priority, "Any")}</label>
        <button class="quiet">Show</button>
      </form>`;

/**
 * @param {string} name
 * @param {readonly string[]} choices
 * @param {string | undefined} chosen
 * @param {string} [none] Text of the choice that means no choice.
 * @returns {Html}
 */
const select = (name, choices, chosen, none) => html`<select name="${name}">
          ${none && html`<option value="">${none}</option>`}
          ${choices.map((choice) => html`<option${choice === chosen && html` selected`}>${choice}</option>`)}
        </select>`;

/**
 * @param {TicketFilter} filter
 * @param {number} total
 */
function pageLinks({ page, perPage, ...filter }, total) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  /** @param {number} target */
  const address = (target) => {
    const query = new URLSearchParams({ page: String(target), per_page: String(perPage) });
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
    return `/tickets?${query}`;
  };
  return html`<nav class="pages" aria-label="Pages">
        ${page > 1 && html`<a rel="prev" href="${address(page - 1)}">Previous</a>`}
        <span>Page ${page} of ${pages}</span>
        ${page < pages && html`<a rel="next" href="${address(page + 1)}">Next</a>`}
      </nav>`;
}

/** @param {string} csrfToken */
const newTicketForm = (csrfToken) => html`<section aria-labelledby="new-ticket">
        <h2 id="new-ticket">New ticket</h2>
        <form class="card" method="post" action="/tickets">
          ${csrfField(csrfToken)}
          <label for="subject">Subject</label>
          <input id="subject" name="subject" required maxlength="120">
          <label for="body">What happened?</label>
          <textarea id="body" name="body" rows="5" required maxlength="5000"></textarea>
          <label>Priority ${select("priority", priorities, "normal")}</label>
          <button>Send</button>
        </form>
      </section>`;
