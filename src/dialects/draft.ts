import { isDeepStrictEqual } from "node:util";
import type { CompleteFinding } from "../document/diagnostics.js";
import type { Severity } from "../document/rule.js";
import { TAKEN_IN, type TakenInCode } from "../document/rules/taken-in.js";
import { pointerTo } from "../model/json-pointer.js";

export type Path = readonly (string | number)[];
export type Keys = Record<string, unknown>;

/** What is said while a document is taken in. */
export class Notes {
  readonly findings: CompleteFinding[] = [];
  /** Where the published document has something that stands elsewhere in the canonical one. */
  readonly renamed = new Map<string, Path>();
  /** Where members of lists were read from, as far as that is another place than their own. */
  readonly origins = new Map<object, Path>();

  /** `path` is that of the canonical document, to a key as it is written; the severity is that of the code unless given. */
  add(code: TakenInCode, path: Path, message: string, severity: Severity = TAKEN_IN[code]): void {
    this.findings.push({ code, severity, path: pointerTo(path), message });
  }
}

/**
 * An object on its way to the canonical form: its keys change, its place in the published document stays. Keys that are set
 * until a note says what is read as them are located where that stands.
 */
export class Draft {
  readonly keys: Keys;
  readonly path: Path;
  readonly notes: Notes;
  readonly #written: Readonly<Keys>;
  #added: string[] | undefined;

  constructor(keys: Readonly<Keys>, path: Path, notes: Notes) {
    this.keys = { ...keys };
    this.#written = keys;
    this.path = path;
    this.notes = notes;
  }

  get(key: string): unknown {
    return Object.hasOwn(this.keys, key) ? this.keys[key] : undefined;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.keys, key);
  }

  set(key: string, value: unknown): void {
    if (!Object.hasOwn(this.#written, key)) (this.#added ??= []).push(key);
    this.keys[key] = value;
  }

  /** Sets a list whose members may have been read from elsewhere. */
  setItems(key: string, items: readonly unknown[]): void {
    this.set(key, items);
    if (this.notes.origins.size > 0) items.forEach((item, index) => {
      const origin = typeof item === "object" && item !== null ? this.notes.origins.get(item) : undefined;
      const pointer = pointerTo([...this.path, key, index]);
      if (origin !== undefined && pointerTo(origin) !== pointer) this.notes.renamed.set(pointer, origin);
    });
  }

  /** Removes a key and returns what it held. */
  take(key: string): unknown {
    const value = this.get(key);
    delete this.keys[key];
    return value;
  }

  /** Sets a key that nobody has set yet; false when somebody has set it to something else. */
  offer(key: string, value: unknown): boolean {
    if (!this.has(key)) this.set(key, value);
    return isDeepStrictEqual(this.get(key), value);
  }

  /** As {@link offer}, for what stands at another place of the published document. */
  offerFrom(place: Path, key: string, value: unknown): boolean {
    if (!this.offer(key, value)) return false;
    this.#locate(key, place);
    return true;
  }

  /** Says which key of the published object stands in the place of what a path leads to. */
  locate(path: readonly [string, ...Path], key: string): void {
    this.notes.renamed.set(pointerTo([...this.path, ...path]), [...this.path, key]);
  }

  #locate(key: string, place: Path): void {
    this.notes.renamed.set(pointerTo([...this.path, key]), place);
    this.#added = this.#added?.filter((added) => added !== key);
  }

  /** `at`: the key in the published document that it is about. */
  note(code: TakenInCode, message: string, at?: string | number, severity?: Severity): void {
    if (this.#added !== undefined && at !== undefined && SAYS_WHENCE.has(code)) for (const key of this.#added) this.#locate(key, [...this.path, at]);
    this.notes.add(code, at === undefined ? this.path : [...this.path, at], message, severity);
  }

  /**
   * Gives the value of `alias` to the canonical `key`. A value that can not be read as one (`undefined`) or that contradicts
   * what stands there leaves the alias where it is: it will be reported as a key that nobody reads.
   */
  rename(alias: string, key: string, value: unknown = this.get(alias)): boolean {
    if (!this.has(alias) || value === undefined || !this.offer(key, value)) return false;
    delete this.keys[alias];
    this.#locate(key, [...this.path, alias]);
    this.note("alias-key", `\`${alias}\` is read as \`${key}\``, alias);
    return true;
  }

  /** Removes a key that says nothing of its own. */
  drop(key: string, why: string): void {
    if (!this.has(key)) return;
    delete this.keys[key];
    this.note("alias-key", `\`${key}\` is left out: ${why}`, key);
  }

  /** The object under a key, to be changed in place; `undefined` when there is none. */
  inner(key: string): Draft | undefined {
    const value = this.get(key);
    if (!isObject(value)) return undefined;
    const draft = new Draft(value, [...this.path, key], this.notes);
    this.keys[key] = draft.keys;
    return draft;
  }

  /** The objects in the list under a key, each to be changed in place. */
  items(key: string): Draft[] {
    const list = this.get(key);
    if (!Array.isArray(list)) return [];
    const drafts = list.map((item: unknown, index) => (isObject(item) ? new Draft(item, this.notes.origins.get(item) ?? [...this.path, key, index], this.notes) : undefined));
    this.keys[key] = list.map((item: unknown, index) => drafts[index]?.keys ?? item);
    return drafts.filter((draft) => draft !== undefined);
  }

  /** What else than objects is in the list under a key. */
  odd(key: string): readonly unknown[] {
    const list = this.get(key);
    return Array.isArray(list) ? list.filter((item: unknown) => !isObject(item)) : [];
  }
}

/** They say of a key that it is read as others. */
const SAYS_WHENCE: ReadonlySet<string> = new Set<TakenInCode>(["alias-key", "expectation-form", "expected-word", "status-union", "ambiguous-count"]);

/** A plain object; numbers that are kept exactly are none. */
export function isObject(value: unknown): value is Keys {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A list as it is, anything else as a list of one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
