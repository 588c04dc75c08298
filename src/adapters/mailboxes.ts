import { SetupError } from "../model/outcome.js";
import type { HttpTransport } from "../ports/http.js";
import type { Mailboxes, MailApiConfig, MailPort, SmtpSinkConfig } from "../ports/mail.js";
import { askOver, mailApiThrough } from "./mail-api.js";
import { smtpSink } from "./smtp-sink.js";

/**
 * The mailboxes of a run. A declared SMTP sink listens from the start, since any step may make the system send a mail; why it
 * could not is told to whoever reads it. `close` closes it; a host's port stays the host's.
 */
export function openMailboxes(source: MailPort | MailApiConfig | SmtpSinkConfig | undefined, transport: HttpTransport): Mailboxes & { close(): Promise<void> } {
  const sink = source !== undefined && "kind" in source && source.kind === "smtp" ? smtpSink(source) : undefined;
  sink?.catch(() => undefined);
  const declared = sink === undefined ? mailPortOf(source, transport) : started(sink);
  return {
    declared() {
      if (declared !== undefined) return declared;
      throw new SetupError("no-mail", "expected target.mail for a step that reads mails, got none; declare { kind: \"smtp\", port }, a mail server's interface, or a port of yours");
    },
    through: mailApiThrough,
    async close() {
      await (await sink?.catch(() => undefined))?.close();
    },
  };
}

function mailPortOf(source: MailPort | MailApiConfig | SmtpSinkConfig | undefined, transport: HttpTransport): MailPort | undefined {
  if (source === undefined || !("kind" in source)) return source;
  return source.kind === "smtp" ? undefined : mailApiThrough(source.kind, askOver(transport, source));
}

/** A port that can be used before it is there. */
function started(opening: Promise<MailPort>): MailPort {
  return {
    list: async (signal) => (await opening).list(signal),
    read: async (id, signal) => (await opening).read(id, signal),
  };
}
