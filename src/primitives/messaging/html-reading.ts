import { StyleSheet } from "./html-styles.js";
import { htmlPieces } from "./html-tags.js";
import { oneSpaced } from "./html-text.js";
import { visibilityOf, type Visibility } from "./html-visibility.js";

/** What a reader sees of the HTML of a mail. */
export interface HtmlReading {
  /** White space as one space. */
  readonly text: string;
  /** Where the links that have something to click on lead, in order. */
  readonly links: readonly string[];
}

/**
 * Reads HTML as a mail client shows it: nothing of comments, scripts, the head, and elements that are hidden, off the page or
 * have no size (see {@link visibilityOf}), by their own `style` or by rules of the mail (see {@link StyleSheet}). With `hidden: "shown"` these elements count like any other.
 */
export function readHtml(html: string, { hidden = "left out" }: { readonly hidden?: "left out" | "shown" } = {}): HtmlReading {
  const page = new Page(hidden === "shown" ? undefined : new StyleSheet(/<style/i.test(html) ? htmlPieces(html) : []));
  for (const piece of htmlPieces(html)) {
    if (piece.kind === "text") page.write(piece.text);
    else if (piece.kind === "close") page.close(piece.name);
    else if (piece.kind === "open" && !page.open(piece.name, piece.attributes)) break;
  }
  return { text: oneSpaced(page.text), links: page.links };
}

interface OpenElement {
  readonly name: string;
  readonly isHidden: boolean;
  readonly isZeroSize: boolean;
  /** The link that it is in. */
  readonly link?: string | undefined;
}

/** No mail has as many; what is nested deeper is not seen. */
const MAX_DEPTH = 500;
const ROOT: OpenElement = { name: "", isHidden: false, isZeroSize: false };
const SHOWN: Visibility = { isHidden: false };

/** What has been read so far, and the elements that are open. */
class Page {
  readonly links: string[] = [];
  readonly #elements: OpenElement[] = [ROOT];
  readonly #texts: string[] = [];
  readonly #sheet: StyleSheet | undefined;

  /** Without a sheet everything is shown, hidden or not. */
  constructor(sheet: StyleSheet | undefined) {
    this.#sheet = sheet;
  }

  get text(): string {
    return this.#texts.join("");
  }

  get #top(): OpenElement {
    return this.#elements.at(-1) ?? ROOT;
  }

  write(text: string): void {
    if (text.trim() !== "") this.#leaveHead();
    const { isHidden, isZeroSize } = this.#top;
    if (isHidden || isZeroSize) return;
    this.#texts.push(text);
    if (text.trim() !== "") this.#keepLink();
  }

  /** False when it is nested too deep. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean {
    if (!IN_HEAD.has(name)) this.#leaveHead();
    for (const ended of ENDED_BY[name] ?? (BLOCKS.has(name) ? ["p"] : [])) this.#end(ended, SCOPES);
    this.#space(name);
    const outer = this.#top;
    const { isHidden: hides, isZeroSize } = this.#sheet === undefined ? SHOWN : visibilityOf(name, attributes, this.#sheet.styleOf(name, attributes));
    const isHidden = outer.isHidden || hides;
    if (name === "img" && !isHidden) this.#keepLink();
    if (EMPTY.has(name)) return true;
    const link = name === "a" && attributes["href"] !== undefined ? attributes["href"].trim() : outer.link;
    this.#elements.push({ name, isHidden, isZeroSize: isZeroSize ?? outer.isZeroSize, link });
    return this.#elements.length <= MAX_DEPTH;
  }

  close(name: string): void {
    this.#space(name);
    this.#end(name, name === "table" ? NOTHING : TABLE_PARTS.has(name) ? TABLES : CELLS);
  }

  /**
   * Ends the innermost element of that name, unless a scope stands between: a block with everything in it, while a block within
   * an inline element outlasts that.
   */
  #end(name: string, scopes: ReadonlySet<string>): void {
    for (let index = this.#elements.length - 1; index > 0; index--) {
      const open = this.#elements[index]?.name ?? "";
      if (open === name) return void this.#elements.splice(index, INLINE.has(name) ? 1 : Infinity);
      if (scopes.has(open)) return;
    }
  }

  /** What is no part of a head ends it. */
  #leaveHead(): void {
    if (this.#top.name === "head") this.#elements.pop();
  }

  #space(name: string): void {
    if (!INLINE.has(name)) this.#texts.push(" ");
  }

  #keepLink(): void {
    const { link } = this.#top;
    if (link !== undefined && this.links.at(-1) !== link) this.links.push(link);
  }
}

/** Elements without content (HTML standard, 13.1.2). */
const EMPTY: ReadonlySet<string> = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const IN_HEAD: ReadonlySet<string> = new Set(["base", "head", "html", "link", "meta", "noscript", "script", "style", "template", "title"]);
/** No word ends at them. */
const INLINE: ReadonlySet<string> = new Set(["a", "abbr", "b", "big", "code", "em", "font", "i", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"]);
const BLOCKS: ReadonlySet<string> = new Set([
  "address", "article", "aside", "blockquote", "center", "div", "dl", "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul",
]);
/** Elements whose end may be left out, by what ends them (HTML standard, 13.1.2.4). */
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  td: ["td", "th"],
  th: ["td", "th"],
  tr: ["tr"],
  tbody: ["tbody", "thead", "tfoot"],
  tfoot: ["tbody", "thead", "tfoot"],
  option: ["option"],
  a: ["a"],
};
/** What stands around an element that the start of another one ends. */
const SCOPES: ReadonlySet<string> = new Set(["table", "ul", "ol", "dl", "select", "button"]);
/** An end tag within a table ends nothing around it. */
const NOTHING: ReadonlySet<string> = new Set();
const TABLES: ReadonlySet<string> = new Set(["table"]);
const TABLE_PARTS: ReadonlySet<string> = new Set(["caption", "tbody", "td", "tfoot", "th", "thead", "tr"]);
const CELLS: ReadonlySet<string> = new Set(["caption", "table", "td", "th"]);
