import type { z } from "zod";
import { StepFailure } from "../model/outcome.js";
import { asData } from "../model/literal-data.js";
import { mayHoldPlaceholder, mayHoldPlaceholders, placeholdersOf, type Placeholder } from "../model/placeholder-syntax.js";
import { BoundText, type UsedVariable, type Variable } from "../model/template.js";
import { placeholderContext, type PlaceholderContext } from "../primitives/placeholder.js";
import { renderArgument, renderJsonPath, renderPath, renderQuery, renderRegex, renderShell, renderText, type Filled } from "./render.js";

/** Finds a variable by name. */
export type Lookup = (name: string) => Variable | undefined;

export interface Resolved {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly used: readonly UsedVariable[];
}

/**
 * Puts values in the place of every placeholder in a step's inputs, once: a value is data and never scanned again. A
 * placeholder that is the whole of a plain text keeps the value's type. Throws a `StepFailure` with code
 * `unresolved-placeholder` that names every placeholder without a value, so nothing half-resolved is ever sent.
 */
export function resolveInputs(schema: z.ZodType, inputs: Readonly<Record<string, unknown>>, lookup: Lookup): Resolved {
  if (!mayHoldPlaceholders(inputs)) return { inputs, used: [] };
  const used: UsedVariable[] = [];
  const missing = new Set<string>();

  const resolved = walk(inputs, [], (text, path) => {
    const filled: Filled[] = [];
    const placeholders = placeholdersOf(text);
    for (const odd of oddBraces(text, placeholders, placeholderContext(schema, path, inputs))) missing.add(odd);
    for (const placeholder of placeholders) {
      const found = valueOf(placeholder, lookup);
      if (found === undefined) missing.add(placeholder.text);
      else {
        filled.push({ placeholder, value: found.value, isSeed: found.isSeed });
        used.push({ ...found, name: placeholder.name, key: String(path[0] ?? "") });
      }
    }
    return filled.length === 0 || missing.size > 0 ? text : render(schema, inputs, path, text, filled);
  });

  if (missing.size > 0) {
    throw new StepFailure(
      "unresolved-placeholder",
      `nothing has set ${[...missing].join(", ")}; capture it in a step before this one, or give it in \`variables\``,
    );
  }
  return { inputs: resolved as Record<string, unknown>, used };
}

function render(schema: z.ZodType, inputs: unknown, path: readonly (string | number)[], text: string, filled: readonly Filled[]): unknown {
  const context = placeholderContext(schema, path, inputs);
  switch (context) {
    case "text": {
      const [first] = filled;
      return first !== undefined && filled.length === 1 && text.trim() === first.placeholder.text ? wholeValue(first) : renderText(text, filled);
    }
    case "path":
      return renderPath(text, filled);
    case "query":
      return renderQuery(text, filled);
    case "regex":
      return renderRegex(text, filled);
    case "json-path":
      return renderJsonPath(text, filled);
    case "shell":
      return renderShell(text, filled);
    case "argument":
      return renderArgument(text, filled, (inputs as Readonly<Record<string, unknown>>)["command"]);
    case "sql":
      return bind(text, filled);
  }
}

/** A value of the system under test stays data: it is no matcher, whatever it looks like. */
function wholeValue({ value, isSeed }: Filled): unknown {
  return isSeed ? value : asData(value);
}

/** Braces that begin like a placeholder but can not be read as one; in a path, where none can be meant, all that are left. */
function oddBraces(text: string, placeholders: readonly Placeholder[], context: PlaceholderContext): readonly string[] {
  const rest = placeholders.reduce((left, placeholder) => left.replace(placeholder.text, ""), text);
  return rest.match(context === "path" ? /\{\{[^}]*(?:\}\})?/g : /\{\{\s*[A-Za-z_][\w.-]*\s*[|[][^}]*(?:\}\})?/g) ?? [];
}

function bind(text: string, filled: readonly Filled[]): BoundText {
  const texts: string[] = [];
  let end = 0;
  for (const { placeholder } of filled) {
    texts.push(text.slice(end, placeholder.start));
    end = placeholder.start + placeholder.text.length;
  }
  return new BoundText([...texts, text.slice(end)], filled.map(({ value }) => value));
}

function valueOf(placeholder: Placeholder, lookup: Lookup): Variable | undefined {
  const variable = lookup(placeholder.name);
  const value = variable === undefined ? undefined : dig(variable.value, placeholder.path);
  if (variable !== undefined && value !== undefined) return { ...variable, value };
  return placeholder.fallback === undefined ? undefined : { value: placeholder.fallback, isSeed: true, isProven: true };
}

/** A path into a value; a saved record is looked through to its `body` when it has no such key of its own. */
function dig(value: unknown, path: readonly (string | number)[]): unknown {
  if (path.length === 0) return value;
  const direct = follow(value, path);
  return direct === undefined && isObject(value) && Object.hasOwn(value, "body") ? follow(value["body"], path) : direct;
}

function follow(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isObject(current)) return undefined;
    const own = typeof key === "number" && key < 0 && Array.isArray(current) ? current.length + key : key;
    if (!Object.hasOwn(current, own)) return undefined;
    current = current[own];
  }
  return current;
}

function walk(value: unknown, path: readonly (string | number)[], replace: (text: string, path: readonly (string | number)[]) => unknown): unknown {
  if (typeof value === "string") return mayHoldPlaceholder(value) ? replace(value, path) : value;
  if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index], replace));
  if (!isContainer(value)) return value;
  // fromEntries defines own properties, so that a key named __proto__ stays a key
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key], replace)]));
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}

/** Arrays and plain objects; an exact number or bytes are values. */
function isContainer(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
