// @ts-check
import { html } from "./html.js";
import { badge } from "./tickets.js";

/** @import { TicketStatistics } from "../domain/tickets.js" */

/** @param {TicketStatistics} statistics */
export const dashboardPage = ({ by_status, by_priority, unassigned, time_spent }) => html`
      <dl class="facts card">
        <div><dt>Without assignee</dt><dd>${unassigned}</dd></div>
        <div><dt>Hours spent</dt><dd>${time_spent.toFixed(2)}</dd></div>
      </dl>
      ${countTable("Tickets by status", by_status)}
      ${countTable("Tickets by priority", by_priority)}`;

/**
 * @param {string} caption
 * @param {Record<string, number>} counts
 */
function countTable(caption, counts) {
  const most = Math.max(1, ...Object.values(counts));
  return html`<table>
        <caption>${caption}</caption>
        <tbody>
          ${Object.entries(counts).map(
            ([word, count]) => html`<tr>
            <th scope="row">${badge(word)}</th>
            <td>${count}</td>
            <td class="wide"><meter min="0" max="${most}" value="${count}" aria-label="${word}">${count}</meter></td>
          </tr>`,
          )}
        </tbody>
      </table>`;
}
