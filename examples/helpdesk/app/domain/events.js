// @ts-check

/** @import { Log } from "../app.js" */
/** @import { Comment } from "./comments.js" */
/** @import { Ticket } from "./tickets.js" */
/** @import { User } from "./users.js" */

/** @type {readonly EventName[]} */
export const eventNames = ["ticket.created", "ticket.status_changed", "ticket.answered"];

/** @typedef {"ticket.created" | "ticket.status_changed" | "ticket.answered"} EventName An internal note is no answer. */

/**
 * @typedef {object} HelpdeskEvent
 * @property {EventName} name
 * @property {Ticket} ticket
 * @property {User} actor Who did it.
 * @property {Comment} [answer]
 */

/** @typedef {(event: HelpdeskEvent) => Promise<void> | void} Listener */

/**
 * What has happened, told to whoever listens once it is in the database.
 * @param {{ log: Log }} options
 */
export function createEvents({ log }) {
  /** @type {Listener[]} */
  const listeners = [];
  return {
    /** @param {Listener} listener */
    listen(listener) {
      listeners.push(listener);
    },

    /**
     * Resolves when every listener is done; one that fails does not undo what has happened.
     * @param {HelpdeskEvent} event
     */
    async publish(event) {
      for (const listener of listeners) {
        try {
          await listener(event);
        } catch (error) {
          log(`${event.name} of ticket ${event.ticket.id} did not reach everybody: ${/** @type {Error} */ (error).message}`);
        }
      }
    },
  };
}

/** @typedef {ReturnType<typeof createEvents>} Events */
