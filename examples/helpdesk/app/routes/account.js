// @ts-check
import { anyone, signedIn } from "../domain/policy.js";
import { sessionSeconds } from "../domain/sessions.js";
import { Fields } from "../domain/validation.js";
import { readSession } from "../http/dispatch.js";
import { HttpError } from "../http/errors.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * Signing in and out of the API with a bearer token.
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const accountRoutes = (parts) => [
  {
    name: "POST /api/login",
    roles: anyone,
    async handle(request) {
      const { email, password } = readCredentials(await request.json());
      const user = await parts.users.authenticate(email, password);
      if (!user) throw wrongCredentials();
      return { json: { token: await parts.sessions.start(user), token_type: "Bearer", expires_in: sessionSeconds, user } };
    },
  },
  {
    name: "POST /api/logout",
    roles: signedIn,
    async handle(request) {
      await parts.sessions.end(readSession(request.incoming).token ?? "");
      return { status: 204 };
    },
  },
  { name: "GET /api/me", roles: signedIn, handle: (request) => ({ json: request.user }) },
];

/** @param {Record<string, unknown>} input */
export function readCredentials(input) {
  const fields = new Fields(input);
  const credentials = { email: fields.text("email", { max: 254 }), password: fields.text("password", { max: 200 }) };
  fields.finish();
  return credentials;
}

/** The same words for an unknown address and a wrong password: nobody learns who has an account. */
export const wrongCredentials = () => new HttpError(401, "invalid_credentials", "The e-mail address or the password is wrong.");
