// @ts-check

/** @import { Role, User } from "./users.js" */
/** @import { Ticket } from "./tickets.js" */

/** @type {readonly Role[]} */
export const anyone = ["visitor", "customer", "agent", "admin"];
/** @type {readonly Role[]} */
export const signedIn = ["customer", "agent", "admin"];
/** @type {readonly Role[]} */
export const staff = ["agent", "admin"];
/** @type {readonly Role[]} */
export const admins = ["admin"];

/** @param {User} user */
export const isStaff = (user) => staff.includes(user.role);

/** Who may see what, where the role alone does not decide it. */
export function createPolicy() {
  return {
    /**
     * Customers see the tickets they wrote. To them the others do not exist: 404, not 403.
     * @param {User} user
     * @param {Ticket} ticket
     */
    mayReadTicket: (user, ticket) => isStaff(user) || ticket.requester_id === user.id,

    /**
     * Internal notes are what the staff tells each other about a ticket.
     * @param {User} user
     */
    mayReadInternalNotes: (user) => isStaff(user),
  };
}

/** @typedef {ReturnType<typeof createPolicy>} Policy */
