// @ts-check
import { html } from "./html.js";
import { csrfField } from "./layout.js";

/** @import { OAuthClient } from "../domain/oauth.js" */

/** @param {{ csrfToken: string, email: string, client: OAuthClient, fields: Record<string, string> }} view `fields` come back with the decision. */
export const consentPage = ({ csrfToken, email, client, fields }) => html`
      <form class="card narrow" method="post" action="/oauth/authorize">
        ${csrfField(csrfToken)}
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <p><strong>${client.name}</strong> wants to know your name and your e-mail address, ${email}.</p>
        <button name="decision" value="allow">Allow</button>
        <button class="quiet" name="decision" value="deny">Do not allow</button>
      </form>`;
