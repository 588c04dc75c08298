/** Where the mails of the system under test end up. Throws a `StepFailure` for faults of the mail server, as `HttpTransport` does. */
export interface MailPort {
  /** The ids of all messages there are, in any order. An id never comes to name another message. */
  list(signal: AbortSignal): Promise<readonly string[]>;
  /** A message, or `undefined` when it is gone. */
  read(id: string, signal: AbortSignal): Promise<MailMessage | undefined>;
}

/** One mail as it was delivered. */
export interface MailMessage {
  /** Addresses of the sender, with the name beside them where there is one. */
  readonly from: readonly MailAddress[];
  /** Whom it was delivered to: the recipients of the envelope where the server tells them, else those that the header names. */
  readonly to: readonly MailAddress[];
  readonly subject: string;
  /** The plain text, decoded; `""` when there is none. */
  readonly text: string;
  /** The HTML, decoded; `""` when there is none. */
  readonly html: string;
  /** Lower-case names, where the server tells them; repeated headers joined with `", "`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why nothing but its recipients is known of it. */
  readonly unreadable?: string | undefined;
}

export interface MailAddress {
  readonly address: string;
  readonly name: string;
}

/** The HTTP interfaces that can be read: MailHog (version 2), Mailpit (version 1), Mailtrap (the sandbox's inbox). */
export const MAIL_API_KINDS = ["mailhog", "mailpit", "mailtrap"] as const;
export type MailApiKind = (typeof MAIL_API_KINDS)[number];

/** A mail server with an HTTP interface. */
export interface MailApiConfig {
  readonly kind: MailApiKind;
  /** Where it listens, such as `http://127.0.0.1:8025`; of Mailtrap the inbox: `https://.../api/accounts/1/inboxes/2`. */
  readonly url: string;
  /** Sent with every request, such as `{ "Api-Token": "..." }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A mail server of dagrade's own. */
export interface SmtpSinkConfig {
  readonly kind: "smtp";
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default: a free one. */
  readonly port?: number | undefined;
}

/** How the interface of a mail server is asked: sends a GET to a path behind its address and gives the answer. */
export type AskMailApi = (path: string, signal: AbortSignal) => Promise<{ readonly status: number; readonly text: string }>;

/** The mailboxes of a target. */
export interface Mailboxes {
  /** The declared one. Throws a `SetupError` with code `no-mail` when there is none. */
  declared(): MailPort;
  /** One that a step names, asked as the step wants. */
  through(kind: MailApiKind, ask: AskMailApi): MailPort;
}
