// @ts-check
import { admins, isStaff, signedIn, staff } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";
import { priorities, statuses } from "../domain/workflow.js";
import { forbidden } from "../http/errors.js";
import { readPage } from "./paging.js";

/** @import { Parts } from "../app.js" */
/** @import { Request } from "../http/request.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const ticketRoutes = ({ tickets }) => [
  {
    name: "GET /api/tickets",
    roles: signedIn,
    async handle(request) {
      const filter = readTicketFilter(request);
      return { json: { ...(await tickets.list(request.user, filter)), page: filter.page, per_page: filter.perPage } };
    },
  },
  {
    name: "POST /api/tickets",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.create(request.user, readNewTicket(request, await request.json()));
      return { status: 201, headers: { location: `/api/tickets/${ticket.id}` }, json: ticket };
    },
  },
  {
    name: "GET /api/tickets/:id",
    roles: signedIn,
    handle: async (request) => ({ json: await tickets.find(request.user, request.param("id")) }),
  },
  {
    name: "PATCH /api/tickets/:id",
    roles: signedIn,
    async handle(request) {
      const { id } = await tickets.find(request.user, request.param("id"));
      const { version, changes } = readChanges(request, await request.json());
      return { json: await tickets.update(request.user, id, version, changes) };
    },
  },
  {
    name: "DELETE /api/tickets/:id",
    roles: admins,
    async handle(request) {
      await tickets.remove(request.user, request.param("id"));
      return { status: 204 };
    },
  },
  {
    name: "POST /api/tickets/:id/status",
    roles: staff,
    async handle(request) {
      return { json: await tickets.move(request.user, request.param("id"), readStatus(await request.json())) };
    },
  },
  {
    name: "POST /api/tickets/:id/time",
    roles: staff,
    async handle(request) {
      const fields = new Fields(await request.json());
      const hours = fields.number("hours", { min: 0.01, max: 24, decimals: 2 });
      fields.finish();
      return { json: await tickets.addTime(request.user, request.param("id"), hours) };
    },
  },
  { name: "GET /api/stats", roles: staff, handle: async () => ({ json: await tickets.statistics() }) },
];

/** @param {Request} request */
export function readTicketFilter(request) {
  const fields = new Fields(request.query);
  const filter = {
    status: fields.choice("status", statuses, { otherwise: undefined }),
    priority: fields.choice("priority", priorities, { otherwise: undefined }),
    q: fields.text("q", { max: 200, otherwise: undefined }),
    ...readPage(fields),
  };
  fields.finish();
  return filter;
}

/**
 * @param {Pick<Request, "user">} request
 * @param {Record<string, unknown>} input
 */
export function readNewTicket({ user }, input) {
  const fields = new Fields(input);
  const ticket = {
    subject: fields.text("subject", { max: 120 }),
    body: fields.text("body", { max: 5000 }),
    priority: fields.choice("priority", priorities, { otherwise: /** @type {const} */ ("normal") }),
    order_number: fields.bigint("order_number", { otherwise: null }),
    custom_fields: fields.object("custom_fields", { otherwise: {} }),
    requester_id: isStaff(user) ? fields.bigint("requester_id", { otherwise: user.id }) : user.id,
  };
  fields.finish();
  return ticket;
}

/** @param {Record<string, unknown>} input */
export function readStatus(input) {
  const fields = new Fields(input);
  const status = fields.choice("status", statuses);
  fields.finish();
  return status;
}

/**
 * Customers may rephrase their ticket; to sort and assign it is the work of the staff.
 * @param {Request} request
 * @param {Record<string, unknown>} input
 */
function readChanges({ user }, input) {
  if (!isStaff(user) && triage.some((field) => input[field] !== undefined)) throw forbidden("Only the staff may change this field.");
  const fields = new Fields(input);
  const version = fields.number("version", { min: 1, max: 2 ** 31 - 1 });
  const changes = {
    subject: fields.text("subject", { max: 120, otherwise: undefined }),
    body: fields.text("body", { max: 5000, otherwise: undefined }),
    priority: fields.choice("priority", priorities, { otherwise: undefined }),
    assignee_id: input.assignee_id === null ? null : fields.bigint("assignee_id", { otherwise: undefined }),
    custom_fields: fields.object("custom_fields", { otherwise: undefined }),
  };
  fields.finish();
  return { version, changes };
}

const triage = ["priority", "assignee_id", "custom_fields"];
