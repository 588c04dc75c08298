import type { JsonReading } from "../../model/json.js";
import { ResponseRecord } from "../../model/records.js";
import type { MailMessage } from "../../ports/mail.js";
import { decodeEntities, visibleText } from "./html-text.js";

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
    return this.#mail.text.trim() === "" ? visibleText(this.#mail.html) : this.#mail.text;
  }

  override get json(): JsonReading {
    const { from, to, subject, html } = this.#mail;
    const value = { from: from[0]?.address ?? "", to: to.map(({ address }) => address), subject, text: this.text, html, links: linksOf(this.#mail) };
    return { ok: true, value };
  }
}

/** Every address of a link, once: those of the text, then those of the HTML. */
function linksOf({ text, html }: MailMessage): string[] {
  const inText = Array.from(text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi), ([link]) => link.replace(/[.,;:!?]+$/, ""));
  const inHtml = Array.from(html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi), ([, double, single]) => decodeEntities(double ?? single ?? "").trim());
  return [...new Set([...inText, ...inHtml.filter((link) => /^https?:/i.test(link))])];
}
