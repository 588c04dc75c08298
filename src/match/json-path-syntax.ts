import { StepFailure } from "../model/outcome.js";

/** Longer paths are refused: they are no paths, and their parsing could exhaust the stack. */
const MAX_PATH_LENGTH = 4_096;

/**
 * Rewrites a path into RFC 9535: `a.b[0]`, `.a`, `[0]` and `$.a` start at the root, `a.0.b` takes the element of an array
 * or the member of an object, and a dotted name may hold any character that means nothing to a path (`@type`, `x-total`).
 * Throws a `StepFailure` with code `invalid-path`.
 */
export function toStandardPath(path: string): string {
  if (path.length > MAX_PATH_LENGTH) throw invalidPath(path, `it is longer than ${MAX_PATH_LENGTH} characters`);
  const text = path.trim();
  if (text === "") throw invalidPath(path, "it is empty; write `$` for the whole document");
  return new PathReader(path, text).read();
}

export function invalidPath(path: string, reason: string): StepFailure {
  return new StepFailure("invalid-path", `expected a JSON path such as $.items[0].id, got ${JSON.stringify(path.slice(0, 200))}: ${reason}`);
}

/** What a placeholder's value becomes within a path: itself in quotes or as a name, and never syntax. */
export function escapeForPath(text: string): string {
  return text.replace(/[^A-Za-z0-9_\u0080-\uffff-]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const ROOT = /\$(?=$|[.[\s])/y;
const NAME = /[^\s.[\](){}'"*?,]+/y;
const SHORTHAND = /^[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/;
const INDEX = /^(?:0|[1-9]\d{0,14})$/;
const QUOTED = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y;
/** A number below one, which the parser does not take as it stands. */
const FRACTION = /(?<![\w.$@)\]])0(?=[.eE])(?:\.(\d+))?(?:[eE]([+-]?\d+))?(?![\w.])/y;

class PathReader {
  readonly #path: string;
  readonly #text: string;
  #at = 0;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  read(): string {
    let standard = "$";
    if (this.#take(ROOT) === undefined && !this.#is(".") && !this.#is("[")) standard += this.#member(".");
    while (this.#at < this.#text.length) standard += this.#segment();
    return standard;
  }

  #segment(): string {
    if (this.#is("[")) return this.#brackets();
    if (this.#is("..")) {
      this.#at += 2;
      return this.#is("[") ? `..${this.#brackets()}` : this.#member("..");
    }
    if (this.#is(".")) {
      this.#at += 1;
      return this.#member(".");
    }
    const space = this.#take(/\s+/y);
    if (space === undefined) throw this.#unexpected();
    return space;
  }

  /** A name or `*` behind one or two dots. */
  #member(dots: "." | ".."): string {
    if (this.#is("*")) {
      this.#at += 1;
      return `${dots}*`;
    }
    const name = this.#take(NAME);
    if (name === undefined) throw this.#unexpected();
    if (SHORTHAND.test(name)) return dots + name;
    const selector = INDEX.test(name) ? `[${name},'${name}']` : `['${name}']`;
    return dots === ".." ? `..${selector}` : selector;
  }

  /** Up to the closing bracket, as it stands. */
  #brackets(): string {
    let content = "";
    let depth = 0;
    do {
      const quoted = this.#take(QUOTED);
      if (quoted !== undefined) {
        content += quoted;
        continue;
      }
      const fraction = this.#take(FRACTION);
      if (fraction !== undefined) {
        content += wholeNumber(fraction);
        continue;
      }
      const character = this.#text[this.#at];
      if (character === undefined) throw invalidPath(this.#path, "a bracket is not closed");
      if (character === "[") depth++;
      if (character === "]") depth--;
      content += character;
      this.#at++;
    } while (depth > 0);
    return content;
  }

  #is(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #unexpected(): StepFailure {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    return invalidPath(this.#path, rest === "" ? "it ends with a dot" : `a name was expected at ${JSON.stringify(rest)}`);
  }
}

/** `0.25` as `25e-2`. */
function wholeNumber(fraction: string): string {
  const [, decimals = "", exponent = "0"] = /^0(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(fraction) ?? [];
  const digits = decimals.replace(/^0+/, "");
  return digits === "" ? "0" : `${digits}e${Number(exponent) - decimals.length}`;
}
