import { ExactNumber } from "../model/exact-number.js";
import { MAX_JSON_DEPTH } from "../model/json.js";

/** A value within a document that no JSON or YAML file could hold. */
export interface NotPlain {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A copy that nobody else holds, and what could not be copied (it is missing from the copy). */
export interface Snapshot {
  /** `undefined` when there is no copy at all. */
  readonly value: unknown;
  readonly problems: readonly NotPlain[];
}

/** More values than this are refused: nobody writes such a document, but shared or generated objects can unfold into it. */
export const MAX_VALUES = 5_000_000;

/** Copying is given up after so many problems: each of them may be a whole branch of something endless. */
const MAX_PROBLEMS = 1_000;

/**
 * Copies plain data: objects, lists, strings, numbers, booleans, null, and `bigint`. Everything else (functions, class
 * instances, cycles, getters that throw) becomes a problem. Never throws, never changes the original, and ends in bounded
 * time for every value.
 */
export function snapshot(value: unknown): Snapshot {
  const copying = new Copying();
  try {
    return { value: copying.copy(value), problems: copying.problems };
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return { value: undefined, problems: [...copying.problems, { path: [], message: error.message }] };
  }
}

class GivenUp extends Error {}

function tooLarge(): GivenUp {
  return new GivenUp(`expected at most ${MAX_VALUES.toLocaleString("en")} values in a document, got more`);
}

class Copying {
  readonly problems: NotPlain[] = [];
  /** The objects that are being copied, the innermost last; few, so that looking through them is cheap. */
  readonly #open: object[] = [];
  readonly #path: (string | number)[] = [];
  #count = 0;

  copy(value: unknown): unknown {
    if (++this.#count > MAX_VALUES) throw tooLarge();
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.#refuse(`expected a finite number, got ${value}`);
      case "bigint":
        return ExactNumber.read(String(value));
      case "object":
        return value === null ? null : this.#object(value);
      default:
        return this.#refuse(`expected plain data, got ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`);
    }
  }

  #object(value: object): unknown {
    if (this.#open.includes(value)) return this.#refuse("expected plain data, got an object that contains itself");
    if (this.#path.length >= MAX_JSON_DEPTH) return this.#refuse(`expected at most ${MAX_JSON_DEPTH} levels, got more`);
    this.#open.push(value);
    try {
      if (value instanceof ExactNumber) return value;
      if (Array.isArray(value)) return this.#list(value);
      return isPlain(value) ? this.#record(value) : this.#refuse(`expected plain data, got an instance of ${className(value)}`);
    } catch (error) {
      if (error instanceof GivenUp) throw error;
      return this.#refuse(`expected plain data, got an object that can not be read: ${reasonOf(error)}`); // a hostile proxy
    } finally {
      this.#open.pop();
    }
  }

  #list(items: readonly unknown[]): unknown[] {
    const length = items.length;
    if (this.#count + length > MAX_VALUES) throw tooLarge();
    const copies = new Array<unknown>(length); // a list that grows holds on to room for sixteen members
    for (let index = 0; index < length; index++) copies[index] = this.#member(items, index);
    return copies;
  }

  #record(record: object): Record<string, unknown> {
    const copies: Record<string, unknown> = {};
    for (const key of Object.keys(record)) {
      const copy = this.#member(record, key);
      if (copy === undefined) continue;
      if (key === "__proto__") Object.defineProperty(copies, key, { value: copy, enumerable: true, configurable: true, writable: true });
      else copies[key] = copy;
    }
    return copies;
  }

  #member(holder: object, key: string | number): unknown {
    this.#path.push(key);
    try {
      const member = read(holder, key);
      if (!member.ok) return this.#refuse(`expected plain data, got a property that throws: ${member.reason}`);
      const isLeftOut = member.value === undefined && !Array.isArray(holder); // as JSON.stringify does
      return isLeftOut ? undefined : this.copy(member.value);
    } finally {
      this.#path.pop();
    }
  }

  #refuse(message: string): undefined {
    if (this.problems.length >= MAX_PROBLEMS) throw new GivenUp(`expected plain data, got more than ${MAX_PROBLEMS.toLocaleString("en")} things that are not`);
    this.problems.push({ path: [...this.#path], message });
    return undefined;
  }
}

function read(holder: object, key: string | number): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: (holder as Record<string | number, unknown>)[key] };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** Object literals of any realm and objects without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf"));
}

function className(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "" ? name : "a class";
}

/** Whatever was thrown may itself be hostile. */
function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "it throws";
  }
}
