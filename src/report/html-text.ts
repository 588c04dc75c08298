import { escapeMarkup } from "./escape-markup.js";

/** HTML that is safe to send: made by {@link html} or {@link raw} alone. */
export class SafeHtml {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | number | SafeHtml | readonly SafeHtml[];

/** A template whose texts and numbers are escaped, for elements and for quoted attributes; only `SafeHtml` is taken as it is. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  return new SafeHtml(texts.map((text, index) => text + (index < parts.length ? sourceOf(parts[index] ?? "") : "")).join(""));
}

/** Nothing, where a part is left out. */
export const NOTHING = new SafeHtml("");

function sourceOf(part: Part): string {
  if (part instanceof SafeHtml) return part.source;
  if (typeof part === "string" || typeof part === "number") return escapeMarkup(String(part));
  return part.map(({ source }) => source).join("\n");
}
