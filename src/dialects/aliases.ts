import { isNumeric } from "../model/exact-number.js";
import { placeholdersOf } from "../model/placeholder-syntax.js";
import type { Draft } from "./draft.js";

/** Another spelling of a key: the canonical key, and how its value is read; `undefined` for a value that can not be. */
export type Alias = string | { readonly to: string; readonly as: (value: unknown) => unknown };

/** Other spellings of the keys of one object. */
export type Aliases = Readonly<Record<string, Alias>>;

/** Gives the value of every other spelling to its canonical key. */
export function applyAliases(draft: Draft, aliases: Aliases): void {
  for (const key of Object.keys(draft.keys)) {
    const alias = Object.hasOwn(aliases, key) ? aliases[key] : undefined;
    if (alias === undefined) continue;
    if (typeof alias === "string") draft.rename(key, alias);
    else draft.rename(key, alias.to, alias.as(draft.get(key)));
  }
}

/** The same spelling for several keys. */
export function spelled(alias: Alias, ...keys: readonly string[]): Aliases {
  return Object.fromEntries(keys.map((key) => [key, alias]));
}

/** A key that says the opposite. */
export function inverted(to: string): Alias {
  return { to, as: (value) => (typeof value === "boolean" ? !value : undefined) };
}

/** A key that says one thing when it is true, and another one when it is false. */
export function either(to: string, whenTrue: unknown, whenFalse?: unknown): Alias {
  return { to, as: (value) => (value === true ? whenTrue : value === false ? whenFalse : undefined) };
}

/** A key of another unit. */
export function scaled(to: string, factor: number): Alias {
  return { to, as: (value) => numberOf(value) !== undefined ? Math.round((numberOf(value) ?? 0) * factor * 1000) / 1000 : undefined };
}

/** A key that holds one of what the canonical key lists. */
export function listed(to: string): Alias {
  return { to, as: (value): readonly unknown[] => (Array.isArray(value) ? value : [value]) };
}

/** A key of which only texts can be read. */
export function textOnly(to: string): Alias {
  return { to, as: (value) => (typeof value === "string" ? value : undefined) };
}

/** A number, or a text that writes one. */
export function numberOf(value: unknown): number | undefined {
  if (isNumeric(value)) return Number(value);
  return typeof value === "string" && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** The name in `NAME`, `{{name}}` or `${NAME}`: where a variable is to be written, braces add nothing. */
export function variableName(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const [placeholder] = placeholdersOf(text);
  if (placeholder?.text === text) return placeholder.path.length === 0 ? placeholder.name : undefined;
  return /^(?:\$\{)?([A-Za-z_][\w-]*)\}?$/.exec(text)?.[1];
}
