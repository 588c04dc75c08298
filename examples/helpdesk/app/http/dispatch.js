// @ts-check
import { HttpError, forbidden, unauthorized } from "./errors.js";
import { Request, readCookies } from "./request.js";
import { respond } from "./respond.js";
import { findRoute } from "./router.js";
import { visitor } from "../domain/users.js";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { App } from "../app.js" */
/** @import { User } from "../domain/users.js" */
/** @import { Answer, Route } from "./router.js" */

export const sessionCookie = "helpdesk_session";

/**
 * From a request to an answer, in this order: who is it, is there such a route, may they use it, did they mean it.
 *
 * @param {App} app
 * @param {IncomingMessage} incoming
 * @param {ServerResponse} outgoing
 */
export async function dispatch(app, incoming, outgoing) {
  /** @type {Request | undefined} */
  let request;
  /** @type {Answer} */
  let answer;
  try {
    const session = readSession(incoming);
    request = new Request(incoming, await findUser(app, session.token));
    const { route, params } = findRoute(app.routes, request.method, request.url.pathname);
    request.params = params;
    admit(route, request.user);
    if (!route.isForPrograms && needsCsrfToken(request, session) && !(await app.csrf.matches(request))) {
      throw new HttpError(403, "csrf", "This form is too old or comes from another site; load the page again.");
    }
    answer = await route.handle(request);
  } catch (error) {
    answer = answerError(app, request, error);
  }
  respond(outgoing, answer, { newCookies: request?.newCookies, isHead: incoming.method === "HEAD" });
}

/** @typedef {{ token: string | undefined, isCookie: boolean }} SessionToken */

/**
 * A bearer token goes before a cookie.
 * @param {IncomingMessage} incoming
 * @returns {SessionToken}
 */
export function readSession(incoming) {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(incoming.headers.authorization ?? "") ?? [];
  return bearer ? { token: bearer, isCookie: false } : { token: readCookies(incoming)[sessionCookie], isCookie: true };
}

/**
 * @param {App} app
 * @param {string | undefined} token
 * @returns {Promise<User>}
 */
async function findUser(app, token) {
  return (token && (await app.sessions.find(token))) || visitor;
}

/**
 * @param {Route} route
 * @param {User} user
 */
function admit(route, user) {
  if (route.roles.includes(user.role)) return;
  throw user === visitor ? unauthorized() : forbidden();
}

/**
 * What a browser sends on its own, cookies and forms, proves nothing about who meant it.
 * @param {Request} request
 * @param {SessionToken} session
 */
function needsCsrfToken({ method, user, hasForm }, { isCookie }) {
  const isWrite = method !== "GET" && method !== "HEAD";
  return isWrite && (hasForm || (isCookie && user !== visitor));
}

/**
 * @param {App} app
 * @param {Request | undefined} request Absent when the request could not even be read.
 * @param {unknown} error
 * @returns {Answer}
 */
function answerError(app, request, error) {
  const { status, code, message, fields, headers } = app.describeError(error);
  if (request?.isPage && status === 401) return { status: 303, headers: { location: "/login" } };
  if (request?.isPage) return { status, headers, html: app.pages.error({ request, status, message, fields }) };
  return { status, headers, json: { error: { code, message, fields } } };
}
