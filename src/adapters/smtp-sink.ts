import type { Readable } from "node:stream";
import type { SMTPServer, SMTPServerSession } from "smtp-server";
import { SetupError } from "../model/outcome.js";
import type { MailPort, SmtpSinkConfig } from "../ports/mail.js";
import { Arrivals } from "./arrivals.js";
import { loadDriver } from "./load-driver.js";
import { parseMail } from "./mail-parser.js";

/** A mail server that takes every mail and sends none on. */
export interface SmtpSink extends MailPort {
  readonly host: string;
  readonly port: number;
  /** Ends every connection and forgets the mails. */
  close(): Promise<void>;
}

/** How much is kept: 5,000 mails of together 128 MiB, each of at most 10 MiB. Further ones are refused, so that none is lost silently. */
const LIMITS = { items: 5_000, bytes: 128 * 1024 * 1024 };
const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/**
 * Starts a mail server for the system under test, over `smtp-server`: any sender, recipient and credentials, no TLS. Mails are
 * read by `mailparser` when they are asked for. Rejects with `DRIVER_MISSING`, or a `SetupError` with code `no-mail` when the
 * address is taken.
 */
export async function smtpSink({ host = "127.0.0.1", port = 0 }: Omit<SmtpSinkConfig, "kind"> = {}): Promise<SmtpSink> {
  const driver = await loadDriver("the mail server", "smtp-server", () => import("smtp-server"));
  const mails = new Arrivals<Mail>(LIMITS);
  const server = new driver.SMTPServer({
    size: MAX_MAIL_BYTES,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
    onAuth: (_auth, _session, done) => done(null, { user: "anyone" }),
    onData: (stream, session, done) => void take(stream, session, mails).then(() => done(), done),
  });
  server.on("error", () => undefined); // of single connections, whose mails did not arrive
  return {
    host,
    port: await listen(server, host, port),
    list: () => Promise.resolve([...mails.kept.keys()].map(String)),
    async read(id) {
      const mail = mails.kept[Number(id)];
      return mail && parseMail(mail.source, mail.recipients);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

interface Mail {
  readonly source: Buffer;
  readonly recipients: readonly string[];
}

async function take(stream: Readable & { sizeExceeded?: boolean }, { envelope }: SMTPServerSession, mails: Arrivals<Mail>): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_MAIL_BYTES) chunks.push(chunk);
  }
  if (size > MAX_MAIL_BYTES) throw refusal(552, `expected a mail of at most ${MAX_MAIL_BYTES} bytes`);
  const lost = mails.lost;
  mails.add({ source: Buffer.concat(chunks), recipients: envelope.rcptTo.map(({ address }) => address) }, size);
  if (mails.lost > lost) throw refusal(452, "the mailbox is full");
}

/** An answer of the class 4yz or 5yz (RFC 5321, 4.2.1), which the sender gets to see. */
function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function listen(server: SMTPServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => {
      reject(new SetupError("no-mail", `expected to take mails on ${host}:${port}, got ${error.message}; set target.mail to a free port of this machine`));
    };
    server.once("error", onError);
    const listening = server.listen(port, host, () => {
      server.off("error", onError);
      const address = listening.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
