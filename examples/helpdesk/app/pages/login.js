// @ts-check
import { html } from "./html.js";
import { alert, csrfField } from "./layout.js";

/** @param {{ csrfToken: string, email?: string, message?: string, next?: string | undefined }} view `next` is where it leads afterwards. */
export const loginPage = ({ csrfToken, email, message, next }) => html`
      ${alert(message)}
      <form class="card narrow" method="post" action="/login">
        ${csrfField(csrfToken)}${next && html`
        <input type="hidden" name="next" value="${next}">`}
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${email}">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required>
        <button>Sign in</button>
      </form>`;
