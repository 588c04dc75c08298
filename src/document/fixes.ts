import { distance } from "fastest-levenshtein";
import type { DocumentEdit } from "../model/document-edit.js";
import type { SchemaProblem } from "../model/schema-problems.js";
import { plainForm } from "../model/suggest.js";

/** What mends a finding, where something does. */
export interface Mended {
  readonly fix?: readonly DocumentEdit[];
}

/** What mends a problem of `value` with its schema: the key or word that was meant, where it was only misspelled. `path` is where the problem stands. */
export function mended(path: string, problem: Pick<SchemaProblem, "path" | "meant"> & { readonly code: string }, value: unknown): Mended {
  const written = problem.path.at(-1);
  const holder = valueAt(value, problem.path.slice(0, -1));
  if (problem.meant === undefined || written === undefined) return {};
  if (problem.code === "unknown-key") return typeof holder === "object" && holder !== null ? renamedKey(path, String(written), problem.meant, holder) : {};
  const word = valueAt(holder, [written]);
  return typeof word === "string" ? replacedWord(path, word, problem.meant) : {};
}

/** Gives a key that was misspelled its name; not where the object has such a key already, or the word may mean something else. */
export function renamedKey(path: string, key: string, meant: string, holder: object): Mended {
  return isSlip(key, meant) ? respelledKey(path, meant, holder) : {};
}

/** Gives a key that is known by another name its own; not where the object has such a key already. */
export function respelledKey(path: string, key: string, holder: object): Mended {
  return Object.hasOwn(holder, key) ? {} : { fix: [{ kind: "rename", path, key }] };
}

/** Puts the meant word in the place of a misspelled one; not where the word may mean something else. */
export function replacedWord(path: string, word: string, meant: string | undefined): Mended {
  return meant === undefined || !isSlip(word, meant) ? {} : { fix: [{ kind: "replace", path, value: meant }] };
}

/** A suggestion may be a guess; a slip is one or two letters of a word, or its case, hyphens and underscores. */
function isSlip(word: string, meant: string): boolean {
  const [left, right] = [plainForm(word), plainForm(meant)];
  return left === right || (Math.min(left.length, right.length) >= LEAST_LENGTH && distance(left, right) <= 2);
}

/** Two letters are much of a shorter word. */
const LEAST_LENGTH = 6;

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((held, key) => (typeof held === "object" && held !== null && Object.hasOwn(held, key) ? (held as Record<string | number, unknown>)[key] : undefined), value);
}
