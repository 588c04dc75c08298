// @ts-check
import { createHmac, randomUUID } from "node:crypto";
import { notFound } from "../http/errors.js";
import { newSecret } from "./secrets.js";

/** @import { Database } from "../database.js" */
/** @import { EventName, Events } from "./events.js" */
/** @import { Jobs } from "./jobs.js" */
/** @import { Ticket } from "./tickets.js" */

/** @typedef {{ id: string, url: string, events: EventName[], created_at: Date }} Webhook */
/** @typedef {{ hook_id: string, event: { id: string, event: EventName, ticket: Ticket } }} Delivery */

const columns = "id, url, events, created_at";
const kind = "webhook.delivery";
const answerMs = 5000;

/**
 * Other programs that are told what happens. A delivery is a POST whose body is signed with the secret of its hook; one that
 * is not answered with 2xx comes again, under the same id. 410 removes the hook.
 *
 * @param {Database} database
 * @param {{ events: Events, jobs: Jobs }} parts
 */
export function createWebhooks(database, { events, jobs }) {
  const webhooks = {
    /**
     * @param {{ url: string, events: EventName[], secret: string | undefined }} webhook
     * @returns {Promise<Webhook & { secret: string }>} The only time that the secret is shown.
     */
    create: ({ url, events: names, secret = newSecret() }) =>
      database.one(`INSERT INTO webhooks (url, secret, events) VALUES ($1, $2, $3) RETURNING ${columns}, secret`, [url, secret, names]),

    /** @returns {Promise<Webhook[]>} */
    list: () => database.rows(`SELECT ${columns} FROM webhooks ORDER BY id`),

    /** @param {string} id */
    async remove(id) {
      if (!(await database.first("DELETE FROM webhooks WHERE id = $1 RETURNING id", [id]))) throw notFound("There is no such webhook.");
    },

    /**
     * @param {string} secret
     * @param {string} body
     */
    sign: (secret, body) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,

    /**
     * @param {Delivery} delivery
     * @param {AbortSignal} signal
     */
    async deliver({ hook_id, event }, signal) {
      /** @type {{ url: string, secret: string } | undefined} */
      const hook = await database.first("SELECT url, secret FROM webhooks WHERE id = $1", [hook_id]);
      if (!hook) return; // removed meanwhile
      const body = JSON.stringify(event);
      const { status } = await fetch(hook.url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "x-helpdesk-event": event.event,
          "x-helpdesk-delivery": event.id,
          "x-helpdesk-signature": webhooks.sign(hook.secret, body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
      if (status === 410) await database.rows("DELETE FROM webhooks WHERE id = $1", [hook_id]);
      else if (status < 200 || status > 299) throw new Error(`the webhook answered ${status}`);
    },
  };

  events.listen(async ({ name, ticket }) => {
    /** @type {{ id: string }[]} */
    const hooks = await database.rows("SELECT id FROM webhooks WHERE $1 = ANY (events) ORDER BY id", [name]);
    for (const { id } of hooks) await jobs.enqueue(kind, { hook_id: id, event: { id: randomUUID(), event: name, ticket } });
  });
  jobs.handlers[kind] = (delivery, signal) => webhooks.deliver(delivery, signal);
  return webhooks;
}

/** @typedef {ReturnType<typeof createWebhooks>} Webhooks */
