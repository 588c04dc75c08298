// @ts-check

/** @import { Events, HelpdeskEvent } from "./events.js" */
/** @import { Jobs } from "./jobs.js" */
/** @import { Mail, Mailer } from "./mailer.js" */
/** @import { Users } from "./users.js" */

const kind = "mail";

/**
 * Mails that follow from what happens: a customer hears of every answer of the staff.
 * @param {{ events: Events, jobs: Jobs, mailer: Mailer, users: Users }} parts
 */
export function createNotifications({ events, jobs, mailer, users }) {
  const notifications = {
    /**
     * The id of the user who is told of an answer.
     * @param {HelpdeskEvent} event
     */
    recipient: ({ ticket }) => ticket.requester_id,

    /** @param {Mail} mail It is sent as soon as possible, and again while the mail server refuses it. */
    async send(mail) {
      await jobs.enqueue(kind, mail);
    },
  };

  events.listen(async (event) => {
    const { answer, ticket, actor } = event;
    if (answer === undefined || actor.id === ticket.requester_id) return;
    const { email, name } = await users.find(notifications.recipient(event));
    const text = `Hello ${name},\n\n${answer.author} has answered:\n\n${answer.body}\n`;
    await notifications.send({ to: email, subject: `[#${ticket.id}] ${ticket.subject}`, text });
  });
  jobs.handlers[kind] = (mail) => mailer.send(mail);
  return notifications;
}

/** @typedef {ReturnType<typeof createNotifications>} Notifications */
