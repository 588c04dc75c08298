import { decodeEntities } from "./html-text.js";

/** A piece of HTML in the order of the document; texts are decoded, comments and the content of scripts and the like left out. */
export type HtmlPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: "close"; readonly name: string }
  /** A style sheet, and the media that it is for; empty for all. */
  | { readonly kind: "style"; readonly text: string; readonly media: string };

/**
 * The pieces of HTML as a browser tells them apart (HTML standard, 13.2.5), names in lower case. Never throws, and takes time in
 * proportion to the length, whatever it holds.
 */
export function* htmlPieces(html: string): Generator<HtmlPiece> {
  for (let at = 0; at < html.length; ) {
    const [whole, closing, name = ""] = match(TAG, html, at) ?? [];
    if (whole !== undefined) {
      const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
      at += whole.length;
      for (let found = match(ATTRIBUTE, html, at); found !== undefined; found = match(ATTRIBUTE, html, at)) {
        const [read, key = "", double, single, bare] = found;
        attributes[key.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? "");
        at += read.length;
      }
      at = behind(html, ">", at);
      const lower = name.toLowerCase();
      yield closing === "" ? { kind: "open", name: lower, attributes } : { kind: "close", name: lower };
      if (closing === "" && UNSEEN_CONTENT.has(lower)) {
        const content = at;
        at = endOfContent(html, lower, at);
        if (lower === "style") yield { kind: "style", text: html.slice(content, at).replace(/<\/style[^<]*$/i, ""), media: attributes["media"] ?? "" };
        yield { kind: "close", name: lower };
      }
      continue;
    }
    if (html.startsWith("<!--", at)) at = /^<!---?>/.test(html.slice(at, at + 6)) ? behind(html, ">", at) : behind(html, "-->", at + 4);
    else if (match(BOGUS_COMMENT, html, at) !== undefined) at = behind(html, ">", at);
    else {
      const end = html.indexOf("<", at + 1);
      const text = html.slice(at, end < 0 ? html.length : end);
      yield { kind: "text", text: decodeEntities(text) };
      at += text.length;
    }
  }
}

const TAG = /<(\/?)([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;
/** A declaration, an instruction, or an end of nothing. */
const BOGUS_COMMENT = /<[!?]|<\/(?=[^a-z])/iy;
/** What these hold is no HTML, and nobody sees it. */
const UNSEEN_CONTENT: ReadonlySet<string> = new Set(["script", "style", "title", "iframe", "noembed", "noframes", "xmp"]);

function match(pattern: RegExp, html: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(html) ?? undefined;
}

/** The place behind the next `mark`, or the end of the text. */
function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function endOfContent(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  end.lastIndex = from;
  const found = end.exec(html);
  return found === null ? html.length : behind(html, ">", found.index);
}
