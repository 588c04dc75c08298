import { DagradeError } from "../errors.js";
import { percentEncode } from "./percent-encode.js";

/** What replaces a secret wherever dagrade writes something. */
export const MASK = "[masked]";

/** The shortest secret that can be masked: shorter ones would mask ordinary text. */
export const SHORTEST_SECRET = 4;

/** The values that must not leave the process: in their raw, base64, URL-encoded and JSON-escaped forms. */
export class Secrets {
  readonly #forms = new Set<string>();
  #pattern: RegExp | undefined;
  #longest = 0;

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
    if (value.length < SHORTEST_SECRET || this.#forms.has(value)) return;
    const forms = formsOf(value);
    for (const form of forms) this.#forms.add(form);
    this.#longest = Math.max(this.#longest, ...forms.map((form) => form.length));
    this.#pattern = undefined;
  }

  /** The length of the longest form: text cut this far beyond a limit can be masked without leaving a part of a secret. */
  get longest(): number {
    return this.#longest;
  }

  mask(text: string): string {
    if (this.#forms.size === 0) return text;
    this.#pattern ??= new RegExp([...this.#forms].sort((a, b) => b.length - a.length).map(escape).join("|"), "g");
    return text.replace(this.#pattern, MASK);
  }
}

function formsOf(value: string): string[] {
  const base64 = Buffer.from(value).toString("base64");
  return [
    value,
    base64,
    base64.replace(/=+$/, ""),
    Buffer.from(value).toString("base64url"),
    percentEncode(value),
    new URLSearchParams([["", value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
  ];
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
