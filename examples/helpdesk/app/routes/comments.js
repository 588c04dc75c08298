// @ts-check
import { isStaff, signedIn } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";
import { forbidden } from "../http/errors.js";

/** @import { Parts } from "../app.js" */
/** @import { User } from "../domain/users.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const commentRoutes = ({ comments, tickets }) => [
  {
    name: "GET /api/tickets/:id/comments",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.find(request.user, request.param("id"));
      return { json: { items: await comments.list(request.user, ticket) } };
    },
  },
  {
    name: "POST /api/tickets/:id/comments",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.find(request.user, request.param("id"));
      return { status: 201, json: await comments.add(request.user, ticket, readComment(request.user, await request.json())) };
    },
  },
];

/**
 * @param {User} author
 * @param {Record<string, unknown>} input
 */
export function readComment(author, input) {
  const fields = new Fields(input);
  const comment = { body: fields.text("body", { max: 5000 }), internal: fields.boolean("internal", { otherwise: false }) };
  fields.finish();
  if (comment.internal && !isStaff(author)) throw forbidden("Internal notes are for the staff.");
  return comment;
}
