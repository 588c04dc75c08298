import { remembering } from "./remembering.js";

/** One `{{name.path[0]|default('x')}}` in a text. */
export interface Placeholder {
  /** The whole of it, braces included. */
  readonly text: string;
  /** Offset in the text. */
  readonly start: number;
  /** The variable's name. */
  readonly name: string;
  /** Keys and indexes into the variable's value. */
  readonly path: readonly (string | number)[];
  /** What stands for the value when the variable is not set. */
  readonly fallback?: string;
}

const PLACEHOLDER =
  /\{\{\s*([A-Za-z_][\w-]*)((?:\.[\w-]+|\[-?\d+\]|\[(?:'[^']*'|"[^"]*")\])*)\s*(?:\|\s*default\(\s*(?:'([^']*)'|"([^"]*)")\s*\)\s*)?\}\}/g;
const PATH_PART = /\.([\w-]+)|\[(-?\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g;

/** True when a text holds anything that looks like a placeholder; cheap. */
export function mayHoldPlaceholder(text: string): boolean {
  return text.includes("{{");
}

/** True when any text within a JSON-like value may hold a placeholder. */
export function mayHoldPlaceholders(value: unknown): boolean {
  if (typeof value === "string") return mayHoldPlaceholder(value);
  return typeof value === "object" && value !== null && Object.values(value).some(mayHoldPlaceholders);
}

/** Every placeholder of a text, in order. Other double braces (`{{.Names}}`, `{{#each}}`) are ordinary text. */
export function placeholdersOf(text: string): readonly Placeholder[] {
  return mayHoldPlaceholder(text) ? placeholdersIn(text) : NONE;
}

const placeholdersIn = remembering((text): readonly Placeholder[] => {
  const found: Placeholder[] = [];
  PLACEHOLDER.lastIndex = 0;
  for (let match = PLACEHOLDER.exec(text); match !== null; match = PLACEHOLDER.exec(text)) {
    const [written, name = "", path = "", single, double] = match;
    const fallback = single ?? double;
    const placeholder = { text: written, start: match.index, name, path: path === "" ? [] : pathOf(path) };
    found.push(fallback === undefined ? placeholder : { ...placeholder, fallback });
  }
  return found;
});

const NONE: readonly Placeholder[] = [];

/**
 * Calls `visit` for every string within a JSON-like value, with the keys that lead to it. The list of keys is the same one
 * in every call: copy it to keep it.
 */
export function eachString(value: unknown, visit: (text: string, path: readonly (string | number)[]) => void, path: (string | number)[] = []): void {
  if (typeof value === "string") return visit(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    eachString((value as Record<string, unknown>)[key], visit, path);
    path.pop();
  }
}

function pathOf(text: string): (string | number)[] {
  return Array.from(text.matchAll(PATH_PART), ([, key, index, single, double]) => {
    if (index !== undefined) return Number(index);
    return key ?? single ?? double ?? "";
  });
}
