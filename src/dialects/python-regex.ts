/** A pattern, or what of it has no counterpart. */
export interface Translation {
  readonly pattern: string;
  readonly problem?: string;
}

/** A Python regular expression as JavaScript writes it: flags, named groups, `\A` and `\Z`, atomic groups, possessive repetitions. */
export function toJavaScript(pattern: string): Translation {
  if (!/\\[AZz]|\(\?|[*+?}]\+|\[\^?\]/.test(pattern)) return { pattern };
  const [opening = ""] = /^(?:\(\?[aiLmsux]+\))+/.exec(pattern) ?? [];
  const flags = [...new Set(opening.replace(/[()?]/g, ""))];
  try {
    const body = new Translator(pattern.slice(opening.length), flags.includes("x")).run();
    const kept = flags.filter((flag) => "ims".includes(flag)).join("");
    return { pattern: kept === "" ? body : `(?${kept})${body}` };
  } catch (error) {
    if (error instanceof NoCounterpart) return { pattern, problem: error.message };
    throw error;
  }
}

class NoCounterpart extends Error {}

/** Ends of the whole text, also where `^` and `$` match at every line. */
const ENDS: Readonly<Record<string, string>> = { A: "(?<![\\s\\S])", Z: "(?![\\s\\S])", z: "(?![\\s\\S])" };

class Translator {
  readonly #source: string;
  readonly #isVerbose: boolean;
  #at = 0;
  #result = "";
  /** Where in the result the part starts that a repetition would repeat. */
  #atom = 0;
  #isRepeated = false;
  /** Of every open group: where it starts in the result, and the name that it must not give back from, if it is atomic. */
  readonly #open: { readonly start: number; readonly atomic?: string }[] = [];
  #atomics = 0;

  constructor(source: string, isVerbose: boolean) {
    this.#source = source;
    this.#isVerbose = isVerbose;
  }

  run(): string {
    while (this.#at < this.#source.length) this.#step();
    return this.#result;
  }

  #step(): void {
    const head = this.#source.charAt(this.#at);
    if (this.#isVerbose && /[\s#]/.test(head)) return this.#skipSpace(head);
    switch (head) {
      case "\\":
        return this.#escape();
      case "[":
        return this.#class();
      case "(":
        return this.#group();
      case ")":
        return this.#close();
      case "+":
        return this.#plus();
      case "*":
      case "?":
        return this.#repeat(1);
      case "{":
        return this.#repeat(/^\{\d*,?\d*\}/.exec(this.#rest())?.[0].length ?? 1);
      default:
        return this.#put(head, 1);
    }
  }

  #rest(): string {
    return this.#source.slice(this.#at, this.#at + 80);
  }

  /** Something that can be repeated. */
  #put(text: string, length: number): void {
    this.#atom = this.#result.length;
    this.#isRepeated = false;
    this.#result += text;
    this.#at += length;
  }

  #repeat(length: number): void {
    this.#isRepeated = true;
    this.#copy(length);
  }

  #copy(length: number): void {
    this.#result += this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #skipSpace(head: string): void {
    const end = head === "#" ? this.#source.indexOf("\n", this.#at) : this.#at;
    this.#at = end < 0 ? this.#source.length : end + 1;
  }

  #escape(): void {
    const next = this.#source.charAt(this.#at + 1);
    this.#put(ENDS[next] ?? `\\${next}`, 2);
  }

  /** In Python a bracket that comes first stands for itself. */
  #class(): void {
    const [opening = "["] = /^\[\^?\]?/.exec(this.#rest()) ?? [];
    let end = this.#at + opening.length;
    while (end < this.#source.length && this.#source[end] !== "]") end += this.#source[end] === "\\" ? 2 : 1;
    this.#put(opening.replace("]", "\\]") + this.#source.slice(this.#at + opening.length, end + 1), end + 1 - this.#at);
  }

  #group(): void {
    const rest = this.#rest();
    const [backReference, referred = ""] = /^\(\?P=(\w+)\)/.exec(rest) ?? [];
    if (backReference !== undefined) return this.#put(`\\k<${referred}>`, backReference.length);
    if (rest.startsWith("(?#")) {
      const end = this.#source.indexOf(")", this.#at);
      if (end < 0) throw new NoCounterpart("a comment is not closed");
      this.#at = end + 1;
      return;
    }
    if (rest.startsWith("(?(")) throw new NoCounterpart("conditionals have no counterpart");
    if (/^\(\?[aiLmsux-]+[:)]/.test(rest)) throw new NoCounterpart("flags that hold for a part of a pattern have no counterpart");
    const start = this.#result.length;
    const [named, name = ""] = /^\(\?P<(\w+)>/.exec(rest) ?? [];
    if (rest.startsWith("(?>")) {
      const atomic = this.#atomicName();
      this.#open.push({ start, atomic });
      this.#result += `(?=(?<${atomic}>`;
      this.#at += 3;
      return;
    }
    this.#open.push({ start });
    if (named !== undefined) {
      this.#result += `(?<${name}>`;
      this.#at += named.length;
    } else this.#copy(/^\((?:\?(?:<[=!]|<\w+>|[:=!]))?/.exec(rest)?.[0].length ?? 1);
  }

  #close(): void {
    const group = this.#open.pop();
    // a lookahead keeps what it has found, so that the group behind it can not give anything back
    this.#result += group?.atomic === undefined ? ")" : `))\\k<${group.atomic}>`;
    if (group?.atomic !== undefined) this.#result = `${this.#result.slice(0, group.start)}(?:${this.#result.slice(group.start)})`;
    this.#atom = group?.start ?? 0;
    this.#isRepeated = false;
    this.#at++;
  }

  /** Behind another repetition a plus makes it possessive. */
  #plus(): void {
    if (!this.#isRepeated) return this.#repeat(1);
    const atomic = this.#atomicName();
    this.#result = `${this.#result.slice(0, this.#atom)}(?:(?=(?<${atomic}>${this.#result.slice(this.#atom)}))\\k<${atomic}>)`;
    this.#at++;
  }

  #atomicName(): string {
    this.#atomics++;
    return `atomic${this.#atomics}`;
  }
}
