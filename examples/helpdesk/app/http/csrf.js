// @ts-check
import { randomBytes, timingSafeEqual } from "node:crypto";
import { cookie } from "./cookies.js";

/** @import { Request } from "./request.js" */

const cookieName = "helpdesk_csrf";

/**
 * Protection of cookie sessions and of forms: a page holds the same random value as a cookie that other sites can neither
 * read nor send. It comes back as the form field `csrf` or the header `x-csrf-token`.
 */
export function createCsrf() {
  return {
    /**
     * The value for the forms of a page.
     * @param {Request} request
     */
    token(request) {
      const known = request.cookies[cookieName];
      if (known) return known;
      const token = randomBytes(18).toString("base64url");
      request.cookies[cookieName] = token;
      request.newCookies.push(cookie(cookieName, token, { sameSite: "Strict", maxAge: 7 * 24 * 3600 }));
      return token;
    },

    /**
     * @param {Request} request
     * @returns {Promise<boolean>}
     */
    async matches(request) {
      const sent = request.hasForm ? (await request.form()).csrf : request.incoming.headers["x-csrf-token"];
      return isSame(String(sent ?? ""), request.cookies[cookieName] ?? "");
    },
  };
}

/** @typedef {ReturnType<typeof createCsrf>} Csrf */

/**
 * @param {string} sent
 * @param {string} known
 */
function isSame(sent, known) {
  const [left, right] = [Buffer.from(sent), Buffer.from(known)];
  return known !== "" && left.length === right.length && timingSafeEqual(left, right);
}
