// @ts-check
import { anyone } from "../domain/policy.js";
import { OAuthError, tokenSeconds } from "../domain/oauth.js";
import { visitor } from "../domain/users.js";
import { readSession } from "../http/dispatch.js";

/** @import { Parts } from "../app.js" */
/** @import { Authorization } from "../domain/oauth.js" */
/** @import { Answer, Route } from "../http/router.js" */

/**
 * Signing in to other programs with an account of the helpdesk.
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const oauthRoutes = ({ oauth, pages }) => [
  {
    name: "GET /oauth/authorize",
    roles: anyone,
    handle: (request) =>
      answerClient(request.query, async () => {
        const { client } = await oauth.read(request.query);
        if (request.user === visitor) return redirect(`/login?${new URLSearchParams({ next: request.url.pathname + request.url.search })}`);
        return { headers: mayLeadTo(client.redirect_uri), html: pages.consent({ request, client, fields: parametersOf(request.query) }) };
      }),
  },
  {
    name: "POST /oauth/authorize",
    roles: anyone,
    async handle(request) {
      const { decision, ...form } = await request.form();
      return answerClient(form, async () => {
        const authorization = await oauth.read(form);
        if (request.user === visitor) return redirect("/login");
        if (decision !== "allow") throw new OAuthError("access_denied", "The user did not agree.");
        return backTo(authorization, { code: await oauth.grant(request.user, authorization) });
      });
    },
  },
  {
    name: "POST /api/oauth/token",
    roles: anyone,
    isForPrograms: true,
    async handle(request) {
      try {
        const token = await oauth.redeem(await request.form());
        return { json: { access_token: token, token_type: "Bearer", expires_in: tokenSeconds } };
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        return { status: 400, json: { error: error.code, error_description: error.message } };
      }
    },
  },
  {
    name: "GET /api/oauth/userinfo",
    roles: anyone,
    async handle(request) {
      const user = await oauth.find(readSession(request.incoming).token ?? "");
      if (!user) return { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' }, json: { error: "invalid_token" } };
      return { json: { sub: user.id, email: user.email, name: user.name } };
    },
  },
];

const parameters = ["response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method"];

/**
 * What comes back with the decision: nothing that the helpdesk does not know.
 * @param {Record<string, string>} request
 */
const parametersOf = (request) => Object.fromEntries(Object.entries(request).filter(([name]) => parameters.includes(name)));

/**
 * Errors for the client travel to it, through the browser, as the answer would.
 * @param {Record<string, string>} request
 * @param {() => Promise<Answer>} answer
 */
async function answerClient({ redirect_uri: redirectUri = "", state }, answer) {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return backTo({ redirectUri, state }, { error: error.code, error_description: error.message });
  }
}

/**
 * @param {Pick<Authorization, "redirectUri" | "state">} authorization
 * @param {Record<string, string>} answer
 */
function backTo({ redirectUri, state }, answer) {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }) })) url.searchParams.set(name, value);
  return redirect(url.href);
}

/**
 * @param {string} location
 * @returns {Answer}
 */
const redirect = (location) => ({ status: 303, headers: { location } });

/**
 * Browsers hold the redirect that follows a form to the policy of its page as well.
 * @param {string} redirectUri
 */
const mayLeadTo = (redirectUri) => ({
  "content-security-policy": `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(redirectUri).origin}; base-uri 'none'; frame-ancestors 'none'`,
});
