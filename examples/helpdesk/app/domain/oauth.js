// @ts-check
import { createHash } from "node:crypto";
import { HttpError } from "../http/errors.js";
import { hashOf, newSecret } from "./secrets.js";

/** @import { Database, Sql } from "../database.js" */
/** @import { User } from "./users.js" */

/** @typedef {{ id: string, name: string, redirect_uri: string }} OAuthClient */

/**
 * A request that a client sent the user here with (RFC 6749, section 4.1.1, and RFC 7636).
 *
 * @typedef {object} Authorization
 * @property {OAuthClient} client
 * @property {string} redirectUri
 * @property {string | undefined} state
 * @property {string} challenge
 */

/** An error that goes to the client, in the words of RFC 6749. */
export class OAuthError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const codeSeconds = 60;
export const tokenSeconds = 3600;

/**
 * Lets other programs know who somebody is: the authorization code grant for public clients, always with PKCE.
 * @param {Database} database
 */
export function createOAuth(database) {
  const oauth = {
    /**
     * Throws an `HttpError` when nobody knows where an answer should go, which the user sees, and an `OAuthError` for the client.
     * @param {Record<string, string>} request
     * @returns {Promise<Authorization>}
     */
    async read({ client_id = "", redirect_uri = "", response_type, state, code_challenge = "", code_challenge_method }) {
      /** @type {OAuthClient | undefined} */
      const client = await database.first("SELECT id, name, redirect_uri FROM oauth_clients WHERE id = $1", [client_id]);
      if (!client || !oauth.mayReceive(client, redirect_uri)) throw new HttpError(400, "bad_client", "This program is not known here.");
      if (response_type !== "code") throw new OAuthError("unsupported_response_type", "Only the response type code is known.");
      if (code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(code_challenge)) throw new OAuthError("invalid_request", "A code_challenge with the method S256 is required.");
      return { client, redirectUri: redirect_uri, state, challenge: code_challenge };
    },

    /**
     * @param {OAuthClient} client
     * @param {string} redirectUri Compared as text: what is only similar may belong to somebody else.
     */
    mayReceive: (client, redirectUri) => client.redirect_uri === redirectUri,

    /**
     * @param {User} user
     * @param {Authorization} authorization
     * @returns {Promise<string>} The code, good once and for a minute.
     */
    async grant(user, { client, redirectUri, challenge }) {
      const code = newSecret();
      await database.rows(
        "INSERT INTO oauth_codes (code_hash, client_id, user_id, redirect_uri, challenge, expires_at) VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))",
        [hashOf(code), client.id, user.id, redirectUri, challenge, codeSeconds],
      );
      return code;
    },

    /**
     * Throws an `OAuthError`. A code that comes twice was stolen, from the first or by the second: its token ends.
     * @param {Record<string, string>} request
     * @returns {Promise<string>} The access token.
     */
    async redeem({ grant_type, code = "", client_id, redirect_uri, code_verifier = "" }) {
      if (grant_type !== "authorization_code") throw new OAuthError("unsupported_grant_type", "Only authorization_code is known.");
      const token = await database.transaction((sql) => exchange(sql, { codeHash: hashOf(code), client_id, redirect_uri, code_verifier }));
      if (token === undefined) throw new OAuthError("invalid_grant", "The code is not valid, or not for this client.");
      return token;
    },

    /**
     * @param {string} verifier
     * @param {string} challenge
     */
    isVerifier: (verifier, challenge) => createHash("sha256").update(verifier).digest("base64url") === challenge,

    /**
     * Whom an access token speaks of.
     * @param {string} token
     * @returns {Promise<Pick<User, "id" | "email" | "name"> | undefined>}
     */
    find: (token) =>
      database.first("SELECT users.id, email, name FROM oauth_tokens JOIN users ON users.id = user_id WHERE token_hash = $1 AND expires_at > now() AND active", [
        hashOf(token),
      ]),
  };
  return oauth;

  /**
   * Undefined when the code is not good; what that means for tokens is kept all the same.
   * @param {Sql} sql
   * @param {{ codeHash: string, client_id: string | undefined, redirect_uri: string | undefined, code_verifier: string }} request
   */
  async function exchange(sql, { codeHash, client_id, redirect_uri, code_verifier }) {
    /** @type {{ user_id: string, challenge: string, is_used: boolean } | undefined} */
    const granted = await sql.first(
      `SELECT user_id, challenge, is_used FROM oauth_codes
       WHERE code_hash = $1 AND client_id = $2 AND redirect_uri = $3 AND expires_at > now() FOR UPDATE`,
      [codeHash, client_id, redirect_uri],
    );
    if (granted?.is_used) await sql.rows("DELETE FROM oauth_tokens WHERE code_hash = $1", [codeHash]);
    if (!granted || granted.is_used || !oauth.isVerifier(code_verifier, granted.challenge)) return undefined;
    const token = newSecret();
    await sql.rows("UPDATE oauth_codes SET is_used = true WHERE code_hash = $1", [codeHash]);
    await sql.rows("INSERT INTO oauth_tokens (token_hash, code_hash, user_id, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))", [
      hashOf(token),
      codeHash,
      granted.user_id,
      tokenSeconds,
    ]);
    return token;
  }
}

/** @typedef {ReturnType<typeof createOAuth>} OAuth */
