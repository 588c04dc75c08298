// @ts-check
import { HttpError, notFound } from "./errors.js";

/** @import { Role } from "../domain/users.js" */
/** @import { Request } from "./request.js" */

/**
 * What a route says; `json`, `html` and `bytes` exclude each other, none of them is an empty body.
 *
 * @typedef {object} Answer
 * @property {number} [status] 200 when absent.
 * @property {Record<string, string>} [headers]
 * @property {unknown} [json]
 * @property {string} [html]
 * @property {Uint8Array} [bytes]
 */

/**
 * @typedef {object} Route
 * @property {string} name Method and path, such as "GET /api/tickets/:id". A segment `:name` stands for a number.
 * @property {readonly Role[]} roles Who may come in.
 * @property {true} [isForPrograms] It is called by programs and looks at no cookie, so that a form needs no CSRF token.
 * @property {(request: Request) => Answer | Promise<Answer>} handle
 */

/**
 * @param {readonly Route[]} routes
 * @param {string} method
 * @param {string} path
 * @returns {{ route: Route, params: Record<string, string> }}
 */
export function findRoute(routes, method, path) {
  const matches = routes.map((route) => ({ route, params: matchPath(pathOf(route), path) })).filter(({ params }) => params);
  if (matches.length === 0) throw notFound();
  const wanted = method === "HEAD" ? "GET" : method;
  for (const { route, params } of matches) if (params && methodOf(route) === wanted) return { route, params };
  const allow = matches.map(({ route }) => methodOf(route)).join(", ");
  throw new HttpError(405, "method_not_allowed", `Only ${allow} can be used here.`, { headers: { allow } });
}

/**
 * @param {readonly Route[]} routes
 * @param {string} name
 */
export function routeNamed(routes, name) {
  const route = routes.find((known) => known.name === name);
  if (!route) throw new Error(`there is no route ${name}`);
  return route;
}

/** @param {Route} route */
const methodOf = ({ name }) => name.slice(0, name.indexOf(" "));

/** @param {Route} route */
const pathOf = ({ name }) => name.slice(name.indexOf(" ") + 1);

/**
 * @param {string} pattern
 * @param {string} path
 * @returns {Record<string, string> | undefined}
 */
function matchPath(pattern, path) {
  const match = expressionOf(pattern).exec(path);
  return match ? { ...match.groups } : undefined;
}

/** @type {Map<string, RegExp>} */
const expressions = new Map();

/** @param {string} pattern */
function expressionOf(pattern) {
  const known = expressions.get(pattern) ?? new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>\\d{1,18})")}$`);
  expressions.set(pattern, known);
  return known;
}
