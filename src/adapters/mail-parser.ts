import type { AddressObject, EmailAddress, ParsedMail } from "mailparser";
import type { MailAddress, MailMessage } from "../ports/mail.js";
import { loadDriver } from "./load-driver.js";

/**
 * Reads a mail as it was sent (RFC 5322, MIME) through `mailparser`. `recipients` are those of the envelope; without them the
 * header says who they are. A mail that can not be read says why, so that it hides no other. Rejects with
 * `DRIVER_MISSING` when the package is not installed.
 */
export async function parseMail(source: Buffer, recipients?: readonly string[]): Promise<MailMessage> {
  const { simpleParser } = await loadDriver("the parser of mails", "mailparser", () => import("mailparser"));
  let mail: ParsedMail;
  try {
    mail = await simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  } catch (error) {
    return { from: [], to: (recipients ?? []).map((address) => ({ address, name: "" })), subject: "", text: "", html: "", headers: {}, unreadable: (error as Error).message };
  }
  const named = [mail.to, mail.cc, mail.bcc].flatMap(addressesOf);
  return {
    from: addressesOf(mail.from),
    to: recipients === undefined ? named : recipients.map((address) => named.find((one) => isSame(one.address, address)) ?? { address, name: "" }),
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html || "",
    headers: headersOf(mail),
  };
}

function addressesOf(field: AddressObject | readonly AddressObject[] | undefined): MailAddress[] {
  const objects = field === undefined ? [] : [field].flat();
  return objects.flatMap(({ value }) => value.flatMap(membersOf)).flatMap(({ address, name }) => (address === undefined ? [] : [{ address, name }]));
}

/** A group (RFC 5322, 3.4) stands for its members. */
function membersOf(entry: EmailAddress): EmailAddress[] {
  return entry.group === undefined ? [entry] : entry.group.flatMap(membersOf);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function headersOf({ headerLines }: ParsedMail): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const { key, line } of headerLines) {
    const value = line.slice(line.indexOf(":") + 1).replace(/\r?\n(?=[ \t])/g, "").trim();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}
