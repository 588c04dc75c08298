import { StepFailure } from "../model/outcome.js";
import { readJson } from "../model/json.js";
import { describeValue } from "../model/describe-value.js";
import type { AskMailApi, MailAddress, MailApiConfig, MailApiKind, MailMessage, MailPort } from "../ports/mail.js";
import type { HttpTransport } from "../ports/http.js";
import { openHttpTransport } from "./http-transport.js";
import { parseMail } from "./mail-parser.js";

/** A mailbox with more messages than this is refused: it would be listed again and again. */
const MAX_MESSAGES = 5_000;
const PAGE = 250;
/** Of one request. */
const TIMEOUT_MS = 10_000;

/**
 * A mail server's HTTP interface as a port: MailHog, Mailpit or a Mailtrap inbox. Nothing stays open between two calls.
 * MailHog and Mailtrap give mails as they were sent, which `mailparser` reads.
 */
export function mailApi(config: MailApiConfig): MailPort {
  return mailApiThrough(config.kind, async (path, signal) => {
    const transport = openHttpTransport();
    try {
      return await askOver(transport, config)(path, signal);
    } finally {
      await transport.close();
    }
  });
}

/** How an interface is asked over connections that somebody else closes. */
export function askOver(transport: HttpTransport, { url, headers = {} }: Omit<MailApiConfig, "kind">): AskMailApi {
  const base = url.replace(/\/+$/, "");
  return async (path, signal) => {
    const request = { method: "GET", url: base + path, headers: { accept: "application/json, */*", ...headers }, timeoutMs: TIMEOUT_MS };
    const { status, bytes } = await transport.send(request, signal);
    return { status, text: new TextDecoder().decode(bytes) };
  };
}

/** A mailbox that is read through its interface. */
export function mailApiThrough(kind: MailApiKind, ask: AskMailApi): MailPort {
  switch (kind) {
    case "mailhog":
      return mailhog(ask);
    case "mailpit":
      return mailpit(ask);
    case "mailtrap":
      return mailtrap(ask);
  }
}

/** MailHog lists whole messages, so what was listed last can be read without asking again. */
function mailhog(ask: AskMailApi): MailPort {
  let listed = new Map<string, JsonObject>();
  return {
    async list(signal) {
      listed = await collect((start) => `/api/v2/messages?start=${start}&limit=${PAGE}`, "items", "ID", ask, signal);
      return [...listed.keys()];
    },
    async read(id) {
      const item = listed.get(id);
      if (item === undefined) return undefined;
      const raw = object(item["Raw"]);
      const recipients = list(raw["To"]).map(String);
      const data = typeof raw["Data"] === "string" ? raw["Data"] : sourceOf(object(item["Content"]));
      return parseMail(Buffer.from(data, "utf8"), recipients.length > 0 ? recipients : list(item["To"]).map((path) => `${text(object(path)["Mailbox"])}@${text(object(path)["Domain"])}`));
    },
  };
}

function mailpit(ask: AskMailApi): MailPort {
  return {
    async list(signal) {
      return [...(await collect((start) => `/api/v1/messages?start=${start}&limit=${PAGE}`, "messages", "ID", ask, signal)).keys()];
    },
    async read(id, signal) {
      const answer = await ask(`/api/v1/message/${encodeURIComponent(id)}`, signal);
      if (answer.status === 404) return undefined;
      return mailpitMessage(object(documentOf(answer)));
    },
  };
}

function mailtrap(ask: AskMailApi): MailPort {
  return {
    async list(signal) {
      return [...(await collect((_start, page) => `/messages?page=${page + 1}`, undefined, "id", ask, signal)).keys()];
    },
    async read(id, signal) {
      const answer = await ask(`/messages/${encodeURIComponent(id)}/body.raw`, signal);
      if (answer.status === 404) return undefined;
      assertSuccess(answer.status);
      return parseMail(Buffer.from(answer.text, "utf8"));
    },
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Every message by its id, page by page until one brings nothing new. */
async function collect(
  pathOf: (start: number, page: number) => string,
  member: string | undefined,
  idKey: string,
  ask: AskMailApi,
  signal: AbortSignal,
): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (let page = 0; ; page++) {
    const known = found.size;
    const document = documentOf(await ask(pathOf(known, page), signal));
    const items = member === undefined ? document : object(document)[member];
    if (!Array.isArray(items)) throw notAMailbox(document);
    for (const item of items.map(object)) {
      const id = item[idKey];
      if (typeof id !== "string" && typeof id !== "number") throw notAMailbox(item);
      found.set(String(id), item);
    }
    const total = member === undefined ? undefined : object(document)["total"];
    if (found.size === known || found.size === total) return found;
    if (found.size > MAX_MESSAGES) throw new StepFailure("mailbox-too-large", `expected a mailbox of at most ${MAX_MESSAGES} messages, got more; empty it before the run`);
  }
}

function documentOf({ status, text }: { status: number; text: string }): unknown {
  assertSuccess(status);
  const reading = readJson(text);
  if (!reading.ok) throw new StepFailure("bad-response", `expected JSON from the mail server, got ${reading.reason}`);
  return reading.value;
}

function assertSuccess(status: number): void {
  if (status < 200 || status > 299) throw new StepFailure("unexpected-status", `expected the mail server to answer with 2xx, got ${status}; see that the address and its kind are right`);
}

function notAMailbox(got: unknown): StepFailure {
  return new StepFailure("bad-response", `expected a list of messages from the mail server, got ${describeValue(got)}; see that its kind is right`);
}

function mailpitMessage(message: JsonObject): MailMessage {
  return {
    from: addresses([message["From"]]),
    to: addresses([message["To"], message["Cc"], message["Bcc"]].flatMap(list)),
    subject: text(message["Subject"]),
    text: text(message["Text"]),
    html: text(message["HTML"]),
    headers: {},
  };
}

function addresses(values: readonly unknown[]): MailAddress[] {
  return values.map(object).flatMap(({ Address: address, Name: name }) => (typeof address === "string" ? [{ address, name: text(name) }] : []));
}

/** The mail of which only its parts are told. */
function sourceOf(content: JsonObject): string {
  const lines = Object.entries(object(content["Headers"])).flatMap(([name, values]) => list(values).map((value) => `${name}: ${text(value)}`));
  return `${lines.join("\r\n")}\r\n\r\n${text(content["Body"])}`;
}

function object(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
