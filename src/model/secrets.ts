import { DagradeError } from "../errors.js";
import { Grams } from "./grams.js";
import { percentEncode } from "./percent-encode.js";

/** What replaces a secret wherever dagrade writes something. */
export const MASK = "[masked]";

/** The shortest secret that can be masked: shorter ones would mask ordinary text. */
export const SHORTEST_SECRET = 4;

/** How much of a secret may stand at the edge of a text that was cut, before it counts as a part of it. */
const SHORTEST_PART = Grams.LENGTH;

/**
 * The values that must not leave the process, in every form in which they may turn up: raw, base64, URL-encoded,
 * JSON-escaped, and escaped as dagrade itself writes them into regular expressions, paths, commands and SQL.
 */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #forms = new Set<string>();
  /** The forms by how they begin, the longer first. */
  readonly #byStart = new Map<string, string[]>();
  /** The beginnings and endings of forms of which a part may be left. */
  readonly #edges = new Set<string>();
  /** The beginnings and endings of all forms. */
  readonly #grams = new Grams();

  /** Throws `CONFIG_INVALID` for values that are too short to be masked. */
  constructor(values: readonly string[] = []) {
    const short = values.filter((value) => value.length < SHORTEST_SECRET);
    if (short.length > 0) {
      throw new DagradeError("CONFIG_INVALID", `expected secrets of at least ${SHORTEST_SECRET} characters, got ${short.length} shorter`, {
        hint: "a shorter secret can not be masked without masking ordinary text: leave it out, or use a longer one",
      });
    }
    for (const value of values) this.add(value);
  }

  /** Adds a value that turned up during the run (a token, a session cookie); too short ones are left out. */
  add(value: string): void {
    if (value.length < SHORTEST_SECRET || this.#values.has(value)) return;
    this.#values.add(value);
    for (const form of formsOf(value)) {
      if (!this.#forms.has(form)) this.#addForm(form);
    }
  }

  #addForm(form: string): void {
    const start = form.slice(0, SHORTEST_PART);
    const end = form.slice(-SHORTEST_PART);
    this.#forms.add(form);
    this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), form].sort((left, right) => right.length - left.length));
    for (const gram of [start, end]) {
      this.#grams.add(gram);
      if (form.length > SHORTEST_PART) this.#edges.add(gram);
    }
  }

  /** The secrets themselves, in the order in which they were added; for sealed storage alone. */
  get values(): ReadonlySet<string> {
    return this.#values;
  }

  /** The text without secrets, and without the part of one that stands where a text was cut (`…`, `...`, `[`, `]`). */
  mask(text: string): string {
    return this.#grams.indexIn(text, 0) < 0 ? text : this.#maskParts(this.#maskWhole(text));
  }

  #maskWhole(text: string): string {
    let masked = "";
    let from = 0;
    for (let at = this.#grams.indexIn(text, 0); at >= 0; at = this.#grams.indexIn(text, at)) {
      const form = this.#byStart.get(text.slice(at, at + SHORTEST_PART))?.find((each) => text.startsWith(each, at));
      if (form === undefined) at++;
      else {
        masked += text.slice(from, at) + MASK;
        from = at += form.length;
      }
    }
    return from === 0 ? text : masked + text.slice(from);
  }

  /** Parts that begin or end a secret and reach to a cut. */
  #maskParts(text: string): string {
    if (!this.#hasEdge(text)) return text;
    let result = text;
    for (const form of this.#forms) {
      if (form.length <= SHORTEST_PART) continue;
      result = maskStart(result, form);
      result = maskEnd(result, form);
    }
    return result;
  }

  #hasEdge(text: string): boolean {
    for (let at = this.#grams.indexIn(text, 0); at >= 0; at = this.#grams.indexIn(text, at + 1)) {
      if (this.#edges.has(text.slice(at, at + SHORTEST_PART))) return true;
    }
    return false;
  }
}

/** What follows a text that was cut at its end, and what stands before one that was cut at its start. */
const CUT_BEHIND = /^(?:["'`]?\s*(?:…|\.\.\.|\[\.\.\.|$)|\d* more)/;
const CUT_BEFORE = /(?:…|\.\.\.|\]|^)\s*["'`]?$/;

function maskStart(text: string, form: string): string {
  const start = form.slice(0, SHORTEST_PART);
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    let length = SHORTEST_PART;
    while (length < form.length && text[at + length] === form[length]) length++;
    if (CUT_BEHIND.test(text.slice(at + length, at + length + 12))) return text.slice(0, at) + MASK + maskStart(text.slice(at + length), form);
  }
  return text;
}

function maskEnd(text: string, form: string): string {
  const end = form.slice(-SHORTEST_PART);
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    let length = SHORTEST_PART;
    while (length < form.length && at + SHORTEST_PART - length > 0 && text[at + SHORTEST_PART - length - 1] === form[form.length - length - 1]) length++;
    const from = at + SHORTEST_PART - length;
    if (CUT_BEFORE.test(text.slice(Math.max(0, from - 12), from))) return text.slice(0, from) + MASK + maskEnd(text.slice(at + SHORTEST_PART), form);
  }
  return text;
}

function formsOf(value: string): Set<string> {
  const base64 = Buffer.from(value).toString("base64");
  const encoded = percentEncode(value);
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [
    value,
    base64,
    base64.replace(/=+$/, ""),
    Buffer.from(value).toString("base64url"),
    ...withinBase64(value),
    Buffer.from(value).toString("hex"),
    Buffer.from(value).toString("hex").toUpperCase(),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
    encoded.replaceAll("%", "%25"),
    new URLSearchParams([["", value]]).toString().slice(1),
    json,
    json.replaceAll("/", "\\/"),
    ...asciiJson(json),
    ...asHtml(value),
    value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), // in a regular expression
    value.replace(/[^A-Za-z0-9_\u0080-\uffff-]/g, unicodeEscape), // in a JSON path
    value.replaceAll("'", `'\\''`), // in a command
    value.replaceAll("'", "''"), // in SQL
  ];
  return new Set(forms.flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]).filter((form) => form.length >= SHORTEST_SECRET));
}

/**
 * What a value always looks like within base64 of a longer text, as `user:password` is in a Basic header: three letters hold four
 * characters, so that it may begin at the second or third of them; what depends on its neighbours is left out.
 */
function withinBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64").replace(/=+$/, "");
    const end = (before + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    const own = text.slice([0, 2, 3][before], end);
    return own.length < SHORTEST_WITHIN ? [] : [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Shorter ones stand in other base64 by chance. */
const SHORTEST_WITHIN = 6;

/** JSON as encoders write it that keep to ASCII, that guard against HTML (Go, .NET), or that escape slashes too (PHP). */
function asciiJson(json: string): string[] {
  const ascii = json.replace(/[^\0-\x7f]/g, unicodeEscape);
  const guarded = json.replace(/[&<>]/g, unicodeEscape);
  const strict = json.replace(/[^\0-\x7f]|[&<>'+`]/g, unicodeEscape);
  return [ascii, ascii.replaceAll("/", "\\/"), guarded, strict].flatMap((form) => [form, form.replace(/\\u[0-9a-f]{4}/g, upperHex)]);
}

function upperHex(escaped: string): string {
  return `\\u${escaped.slice(2).toUpperCase()}`;
}

/** As templates write text into a page. */
function asHtml(value: string): string[] {
  const text = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quoted = ["&quot;", "&#34;"].flatMap((double) => ["&#39;", "&#039;", "&#x27;", "&apos;"].map((single) => text.replaceAll('"', double).replaceAll("'", single)));
  return [text, text.replaceAll('"', "&quot;"), ...quoted];
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
