// @ts-check
import { buildSchema, graphql } from "graphql";
import { admins, signedIn } from "../domain/policy.js";
import { forbidden, HttpError } from "../http/errors.js";
import { readNewTicket } from "../routes/tickets.js";

/** @import { GraphQLError } from "graphql" */
/** @import { Comments } from "../domain/comments.js" */
/** @import { Ticket, Tickets } from "../domain/tickets.js" */
/** @import { Role, User, Users } from "../domain/users.js" */

const schema = buildSchema(`
  type Query {
    viewer: User!
    "A ticket that the viewer may see."
    ticket(id: ID!): Ticket!
    "For administrators."
    users: [User!]!
  }

  type Mutation {
    createTicket(subject: String!, body: String!, priority: String): Ticket!
  }

  type User { id: ID!, email: String!, name: String!, role: String! }

  type Ticket {
    id: ID!
    subject: String!
    body: String!
    status: String!
    priority: String!
    version: Int!
    comments: [Comment!]!
  }

  type Comment { id: ID!, author: String!, body: String!, internal: Boolean! }
`);

/** @typedef {{ user: User }} Context */

/**
 * The helpdesk as a graph, on top of the same parts and rules as the other doors.
 * @param {{ comments: Comments, tickets: Tickets, users: Users }} parts
 */
export function createGraph({ comments, tickets, users }) {
  const graph = {
    /**
     * @param {User} user
     * @param {readonly Role[]} roles
     */
    admits: (user, roles) => roles.includes(user.role),

    /**
     * @param {User} user
     * @param {{ query: string, variables: Record<string, unknown>, operationName: string | undefined }} operation
     */
    async execute(user, { query, variables, operationName }) {
      const { data, errors } = await graphql({ schema, source: query, rootValue, contextValue: { user }, variableValues: variables, operationName });
      return { data: data ?? null, ...(errors && { errors: errors.map(describe) }) };
    },
  };

  /** Each field with the roles that may ask for it. */
  const rootValue = {
    viewer: resolver(signedIn, (_arguments, user) => user),
    ticket: resolver(signedIn, async ({ id }, user) => withComments(await tickets.find(user, /^\d{1,18}$/.test(id) ? id : "0"))),
    users: resolver(admins, () => users.list()),
    createTicket: resolver(signedIn, async (input, user) => withComments(await tickets.create(user, readNewTicket({ user }, { ...input })))),
  };
  return graph;

  /**
   * @param {readonly Role[]} roles
   * @param {(input: any, user: User) => unknown} resolve
   * @returns {(input: unknown, context: Context) => unknown}
   */
  function resolver(roles, resolve) {
    return (input, { user }) => {
      if (!graph.admits(user, roles)) throw forbidden();
      return resolve(input, user);
    };
  }

  /** @param {Ticket} ticket */
  function withComments(ticket) {
    return { ...ticket, comments: resolver(signedIn, (_arguments, user) => comments.list(user, ticket)) };
  }
}

/** @typedef {ReturnType<typeof createGraph>} Graph */

/**
 * What a caller is told: errors of the document as they are, refusals with their code, and of anything else nothing.
 * @param {GraphQLError} error
 */
function describe(error) {
  const { originalError: cause, message, path, locations } = error;
  if (cause === undefined) return error.toJSON();
  if (cause instanceof HttpError) return { message, path, locations, extensions: { code: cause.code.toUpperCase(), fields: cause.fields } };
  console.error(cause);
  return { message: "Something went wrong on our side.", path, locations, extensions: { code: "INTERNAL" } };
}
