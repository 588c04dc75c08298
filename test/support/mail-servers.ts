import { sendJson, startServer, type TestServer } from "./server.js";

/** A mail as a stand-in for a mail server keeps it. */
export interface KeptMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

/** A mail in the form of RFC 5322. */
export function mailSource({ from = "shop@example.test", to = "ada@example.test", subject = "Hello", text = "Hello Ada" } = {}): string {
  return [`From: Shop <${from}>`, `To: ${to}`, `Subject: ${subject}`, "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", text, ""].join("\r\n");
}

/** What MailHog answers at `GET /api/v2/messages` (its API, version 2), newest first, page by page. */
export async function startMailHog(mails: readonly KeptMail[]): Promise<TestServer> {
  return startServer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    if (pathname !== "/api/v2/messages") return sendJson(response, {}, 404);
    const start = Number(searchParams.get("start"));
    const newest = mails.map((mail, index) => ({ mail, index })).reverse().slice(start, start + Number(searchParams.get("limit")));
    const items = newest.map(({ mail, index }) => ({
      ID: `${index}@mailhog.example`,
      From: pathOf(mail.from),
      To: mail.to.map(pathOf),
      Created: new Date(1_700_000_000_000 + index).toISOString(),
      Raw: { From: mail.from, To: mail.to, Data: mail.source, Helo: "localhost" },
    }));
    return sendJson(response, { total: mails.length, count: items.length, start, items });
  });
}

/** What Mailpit answers at `GET /api/v1/messages` and `/api/v1/message/{ID}` (its API, version 1). */
export async function startMailpit(mails: readonly { readonly to: string; readonly subject: string; readonly text: string; readonly html?: string }[]): Promise<TestServer> {
  return startServer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    const addresses = (address: string) => [{ Name: "", Address: address }];
    if (pathname === "/api/v1/messages") {
      const start = Number(searchParams.get("start"));
      const messages = mails.map(({ to, subject }, index) => ({ ID: `id-${index}`, From: { Name: "Shop", Address: "shop@example.test" }, To: addresses(to), Subject: subject }));
      return sendJson(response, { total: mails.length, unread: 0, count: messages.length, start, messages: messages.slice(start, start + Number(searchParams.get("limit"))) });
    }
    const mail = mails[Number(/^\/api\/v1\/message\/id-(\d+)$/.exec(pathname)?.[1] ?? -1)];
    if (mail === undefined) return sendJson(response, {}, 404);
    return sendJson(response, { ID: pathname.split("/").at(-1), From: { Name: "Shop", Address: "shop@example.test" }, To: addresses(mail.to), Cc: [], Bcc: [], Subject: mail.subject, Text: mail.text, HTML: mail.html ?? "" });
  });
}

/** What Mailtrap answers for an inbox of its sandbox: pages of 30 messages, and each as it was sent. */
export async function startMailtrap(mails: readonly KeptMail[], token: string): Promise<TestServer> {
  return startServer(({ path, headers }, response) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    if (headers["api-token"] !== token) return sendJson(response, { error: "Unauthorized" }, 401);
    if (pathname === "/api/accounts/1/inboxes/2/messages") {
      const page = Number(searchParams.get("page"));
      return sendJson(response, mails.map((mail, index) => ({ id: 4_000 + index, subject: "", to_email: mail.to[0] })).reverse().slice((page - 1) * 30, page * 30));
    }
    const mail = mails[Number(/\/messages\/(\d+)\/body\.raw$/.exec(pathname)?.[1] ?? 0) - 4_000];
    if (mail === undefined) return sendJson(response, {}, 404);
    response.writeHead(200, { "content-type": "text/plain" }).end(mail.source);
  });
}

function pathOf(address: string): object {
  const [mailbox, domain] = address.split("@");
  return { Relays: null, Mailbox: mailbox, Domain: domain, Params: "" };
}
