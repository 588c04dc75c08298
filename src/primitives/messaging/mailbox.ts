import { z } from "zod";
import { SetupError } from "../../model/outcome.js";
import { MAIL_API_KINDS, type MailApiKind, type MailMessage, type MailPort } from "../../ports/mail.js";
import type { PrimitiveContext } from "../context.js";
import type { InputFinding } from "../define.js";

/** A mail server's HTTP interface, as a step may name it. */
export const mailServer = z.union([
  z.string().min(1),
  z.strictObject({
    kind: z.enum(MAIL_API_KINDS).describe("Which interface it has."),
    url: z.string().min(1).describe("Where it listens."),
  }),
]);

export type MailServer = z.output<typeof mailServer>;

/** The mailbox of a step: the one that it names, asked like the target (so that its origin must be declared), else the target's. */
export function mailboxOf(ctx: PrimitiveContext, server: MailServer | undefined): MailPort {
  if (server === undefined) return checked(ctx.mail.declared());
  const { kind, url } = typeof server === "string" ? (readAddress(server) ?? { kind: "mailpit", url: server }) : server;
  return ctx.mail.through(kind, async (path) => {
    const { status, text } = await ctx.http.send({ method: "GET", path: url.replace(/\/+$/, "") + path, auth: "none" });
    return { status, text };
  });
}

/** What is wrong with the address of a mail server. */
export function* mailServerProblems(server: MailServer | undefined): Generator<InputFinding> {
  if (typeof server !== "string" || readAddress(server) !== undefined) return;
  yield { code: "invalid-input", message: `expected the address of MailHog's /api/v2 or Mailpit's /api/v1, or {kind, url}, got ${JSON.stringify(server)}`, path: ["mailserver_api"] };
}

/** The path says which server it is. */
function readAddress(address: string): { kind: MailApiKind; url: string } | undefined {
  const found = /^(.*)\/api\/(v[12])(?:\/|$)/.exec(address);
  return found === null ? undefined : { kind: found[2] === "v2" ? "mailhog" : "mailpit", url: found[1] ?? "" };
}

const address = z.object({ address: z.string(), name: z.string() });
const message = z.object({ from: z.array(address), to: z.array(address), subject: z.string(), text: z.string(), html: z.string(), headers: z.record(z.string(), z.string()), unreadable: z.string().optional() });

/** What a host's port gives is looked at before anything is concluded from it. */
function checked(port: MailPort): MailPort {
  return {
    async list(signal) {
      const ids: unknown = await port.list(signal);
      if (Array.isArray(ids) && ids.every((id) => typeof id === "string")) return ids;
      throw new SetupError("bad-mail-port", "expected `list` of target.mail to give the ids of messages as texts, got something else; correct it");
    },
    async read(id, signal): Promise<MailMessage | undefined> {
      const mail: unknown = await port.read(id, signal);
      const parsed = message.optional().safeParse(mail);
      if (parsed.success) return parsed.data;
      throw new SetupError("bad-mail-port", "expected `read` of target.mail to give { from, to, subject, text, html, headers }, got something else; correct it");
    },
  };
}
