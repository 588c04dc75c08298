// @ts-check

/** @import { Log } from "../app.js" */

/** @typedef {{ to: string, subject: string, text: string }} Mail */

const timeLimits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/**
 * Sends mails over SMTP. Without a server it only notes that there was a mail to be sent.
 * @param {{ smtpUrl: string | undefined, from?: string, log: Log }} options
 */
export function createMailer({ smtpUrl, from = "Helpdesk <no-reply@helpdesk.example>", log }) {
  return {
    /** @param {Mail} mail */
    async send(mail) {
      if (smtpUrl === undefined) {
        log(`no mail server is set up: a mail to ${mail.to} stays here`);
        return;
      }
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ url: smtpUrl, ...timeLimits });
      try {
        await transport.sendMail({ from, ...mail });
      } finally {
        transport.close();
      }
    },
  };
}

/** @typedef {ReturnType<typeof createMailer>} Mailer */
