import type { z } from "zod";
import { StepFailure } from "../model/outcome.js";
import { asData } from "../model/literal-data.js";
import { mayHoldPlaceholder, mayHoldPlaceholders, placeholdersOf, type Placeholder } from "../model/placeholder-syntax.js";
import { schemaProblems } from "../model/schema-problems.js";
import { BoundText, Unresolved, type UsedVariable, type Variable } from "../model/template.js";
import { Late, type Lately } from "../primitives/late.js";
import { placeholderContext, stepPlaceholderContext, type PlaceholderContext } from "../primitives/placeholder.js";
import { assertGiven } from "./own-rules.js";
import { renderGraphql } from "./render-graphql.js";
import { renderArgument, renderJsonPath, renderPath, renderQuery, renderRegex, renderShell, renderText, type Filled } from "./render.js";

/** Finds a variable by name. */
export type Lookup = (name: string) => Variable | undefined;

export interface Resolved {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly used: readonly UsedVariable[];
}

/**
 * Puts values in the place of every placeholder in a step's inputs, once: a value is data and never scanned again. A
 * placeholder that is the whole of a plain text keeps the value's type. What is `late` is left as it is written. Throws a
 * `StepFailure` with code `unresolved-placeholder` that names every placeholder without a value, so nothing half-resolved is
 * ever sent, and one with code `captured-rule` where a value of the system under test would say what is asked of that system.
 */
export function resolveInputs(schema: z.ZodType, inputs: Readonly<Record<string, unknown>>, lookup: Lookup): Resolved {
  if (!mayHoldPlaceholders(inputs)) return { inputs, used: [] };
  const { value, used } = resolveIn({ inputs, contextOf: (path) => stepPlaceholderContext(schema, path, inputs) }, lookup);
  return { inputs: value as Record<string, unknown>, used };
}

/**
 * The value of an input that was left as it is written, or the input itself when it was not. Throws as {@link resolveInputs}
 * does, and a `StepFailure` with code `invalid-input` for a value that does not fit the input's schema.
 */
export function resolveLate<Value>(input: Lately<Value>, lookup: Lookup): Value {
  if (!isLate(input)) return input;
  const { schema, unresolved } = input;
  const { written, holder, path } = unresolved;
  const { value } = resolveIn({ inputs: written, holder, at: path, contextOf: (within) => placeholderContext(schema, within, written, holder) }, lookup);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StepFailure("invalid-input", schemaProblems(schema, parsed.error.issues, value, undefined, path).map(({ message }) => message).join("; "), { inputs: value });
}

function isLate<Value>(input: Lately<Value>): input is Late<Value> {
  return input instanceof Late;
}

/** Inputs, or a part of them that came late, and the object that holds it. */
interface Site {
  readonly inputs: unknown;
  readonly contextOf: (path: Path) => PlaceholderContext;
  readonly holder?: unknown;
  /** Where the part stands in the step's inputs. */
  readonly at?: Path;
}

function resolveIn(site: Site, lookup: Lookup): { readonly value: unknown; readonly used: readonly UsedVariable[] } {
  const { inputs, contextOf, holder, at = [] } = site;
  const used: UsedVariable[] = [];
  const missing = new Set<string>();

  const value = walk(inputs, [], holder, (text, path) => {
    const filled: Filled[] = [];
    const placeholders = placeholdersOf(text);
    const context = contextOf(path);
    for (const odd of oddBraces(text, placeholders, context)) missing.add(odd);
    for (const placeholder of placeholders) {
      const found = valueOf(placeholder, lookup);
      if (found === undefined) missing.add(placeholder.text);
      else {
        filled.push({ placeholder, value: found.value, isSeed: found.isSeed });
        used.push({ ...found, name: placeholder.name, key: String(path[0] ?? ""), path });
      }
    }
    if (filled.length === 0 || missing.size > 0) return text;
    assertGiven(context, text, filled, [...at, ...path]);
    return render(context, inputs, text, filled);
  }, (path) => (contextOf(path) === "late" ? [...at, ...path] : undefined));

  if (missing.size === 0) return { value, used };
  throw new StepFailure(
    "unresolved-placeholder",
    `nothing has set ${[...missing].join(", ")}; capture it in a step before this one, or give it in \`variables\``,
  );
}

function render(context: PlaceholderContext, inputs: unknown, text: string, filled: readonly Filled[]): unknown {
  switch (context) {
    case "text":
    case "scalar":
    case "rule": {
      const [first] = filled;
      if (first === undefined || filled.length > 1 || text.trim() !== first.placeholder.text) return renderText(text, filled);
      const { fallback } = first.placeholder;
      return context === "rule" && fallback !== undefined && first.value === fallback ? plainValue(fallback) : wholeValue(first);
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
    case "graphql":
      return renderGraphql(text, filled);
    case "sql":
      return bind(text, filled);
    case "late":
      return text; // left whole before any of its texts is looked at
  }
}

/** The default of a placeholder is written as text; what a rule asks for may be a number or a truth value. */
function plainValue(written: string): unknown {
  return /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false)$/.test(written) ? JSON.parse(written) : written;
}

/**
 * A copy, so that nothing that is done to a step's inputs reaches the variable. A value of the system under test stays data: it
 * is no matcher, whatever it looks like.
 */
function wholeValue({ value, isSeed }: Filled): unknown {
  const copy = copyOf(value, new Map());
  return isSeed ? copy : asData(copy);
}

/** Of lists and plain objects, whatever refers to what; other values are themselves. */
function copyOf(value: unknown, copies: Map<object, unknown>): unknown {
  if (!isContainer(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const key of Object.keys(value)) {
    const member = copyOf((value as Record<string, unknown>)[key], copies);
    Object.defineProperty(copy, key, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return copy;
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

type Path = readonly (string | number)[];

/** `lateAt`: where in the step's inputs what is to be left as it is written stands. */
function walk(value: unknown, path: Path, holder: unknown, replace: (text: string, path: Path) => unknown, lateAt: (path: Path) => Path | undefined): unknown {
  const isText = typeof value === "string";
  if (isText && !mayHoldPlaceholder(value)) return value;
  if (!isText && !isContainer(value)) return value;
  const late = path.length > 0 ? lateAt(path) : undefined;
  if (late !== undefined) return mayHoldPlaceholders(value) ? new Unresolved(value, holder, late) : value;
  if (isText) return replace(value, path);
  if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index], value, replace, lateAt));
  // fromEntries defines own properties, so that a key named __proto__ stays a key
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key], value, replace, lateAt)]));
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
