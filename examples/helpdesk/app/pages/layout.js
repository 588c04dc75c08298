// @ts-check
import { isStaff } from "../domain/policy.js";
import { visitor } from "../domain/users.js";
import { html } from "./html.js";

/** @import { FieldProblem } from "../http/errors.js" */
/** @import { Request } from "../http/request.js" */
/** @import { Html } from "./html.js" */

/**
 * @param {{ request: Request, csrfToken: string, title: string, content: Html }} page
 * @returns {string}
 */
export function layout({ request, csrfToken, title, content }) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Helpdesk</title>
    <link rel="stylesheet" href="/styles.css">
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <span class="brand">Helpdesk</span>
      ${request.user !== visitor && navigation(request, csrfToken)}
    </header>
    <main id="content">
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`.text;
}

/**
 * @param {Request} request
 * @param {string} csrfToken
 */
function navigation({ url, user }, csrfToken) {
  /**
   * @param {string} path
   * @param {string} label
   */
  const link = (path, label) => html`<a href="${path}"${url.pathname === path && html` aria-current="page"`}>${label}</a>`;
  return html`<nav aria-label="Main">
        ${link("/tickets", "Tickets")}
        ${isStaff(user) && link("/dashboard", "Dashboard")}
      </nav>
      <form class="account" method="post" action="/logout">
        ${csrfField(csrfToken)}
        <span>${user.name} <small>${user.role}</small></span>
        <button class="quiet">Sign out</button>
      </form>`;
}

/** @param {string} token */
export const csrfField = (token) => html`<input type="hidden" name="csrf" value="${token}">`;

/** @param {string | undefined} message */
export const alert = (message) => message && html`<p class="alert" role="alert">${message}</p>`;

/** @param {readonly FieldProblem[]} [problems] */
export const problemList = (problems = []) =>
  problems.length > 0 &&
  html`<ul class="alert" role="alert">${problems.map(({ field, message }) => html`<li><strong>${field}</strong> ${message}</li>`)}</ul>`;
