// @ts-check
import { html } from "./html.js";
import { alert, csrfField } from "./layout.js";

/** @param {{ csrfToken: string, email?: string, message?: string }} view */
export const loginPage = ({ csrfToken, email, message }) => html`
      ${alert(message)}
      <form class="card narrow" method="post" action="/login">
        ${csrfField(csrfToken)}
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${email}">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required>
        <button>Sign in</button>
      </form>`;
