import type { JsonReading } from "../../model/json.js";
import { ResponseRecord } from "../../model/records.js";
import type { MailMessage } from "../../ports/mail.js";
import { readHtml } from "./html-reading.js";

/**
 * A mail as captures see it: its headers, its text (or the visible text of its HTML, where there is no other), and a document
 * `{from, to, subject, text, html, links}`.
 */
export class MailRecord extends ResponseRecord {
  readonly #mail: MailMessage;

  constructor(mail: MailMessage) {
    super({ request: { method: "GET", path: "", url: "", role: "anonymous" }, status: 200, headers: mail.headers, setCookies: [], bytes: new Uint8Array(), durationMs: 0 });
    this.#mail = mail;
  }

  override get text(): string {
    return this.#mail.text.trim() === "" ? readHtml(this.#mail.html).text : this.#mail.text;
  }

  override get json(): JsonReading {
    const { from, to, subject, html } = this.#mail;
    const value = { from: from[0]?.address ?? "", to: to.map(({ address }) => address), subject, text: this.text, html, links: linksOf(this.#mail) };
    return { ok: true, value };
  }
}

/** Every address of a link, once: those of the text, then those of the HTML that can be seen. */
function linksOf({ text, html }: MailMessage): string[] {
  const inText = Array.from(text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi), ([link]) => link.replace(/[.,;:!?]+$/, ""));
  return [...new Set([...inText, ...readHtml(html).links.filter((link) => /^https?:/i.test(link))])];
}
