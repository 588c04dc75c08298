import { z } from "zod";
import { hasControl } from "../model/control-characters.js";
import { BoundText } from "../model/template.js";
import { wrappedSchema } from "../model/wrapped-schema.js";
import { commonSchema } from "./common-keys.js";

/**
 * Where a placeholder stands decides how its value is written there:
 * `text` as it is, `path` as one percent-encoded segment, `query` percent-encoded, `shell` as one quoted word,
 * `argument` as it is unless the command reads it as code, `regex` escaped, `json-path` as a name or quoted text without syntax, `sql` as a bound parameter,
 * `graphql` as content of a string or a plain word. In `late` nothing is written before the primitive asks for it. A `rule`
 * says what is asked of the system under test, or how strictly: as `text`, but no value that the system gave may stand there. A
 * `scalar` is text where a list or an object would say so: as `text`, but neither of them may come from the system.
 */
export type PlaceholderContext = "text" | "path" | "query" | "shell" | "argument" | "regex" | "json-path" | "sql" | "graphql" | "late" | "rule" | "scalar";

declare module "zod" {
  interface GlobalMeta {
    /** How placeholders in this field are written; a function decides by the object that holds the field, by the step's inputs and by the place within the field. */
    placeholders?: PlaceholderContext | ((holder: Readonly<Record<string, unknown>>, inputs: Readonly<Record<string, unknown>>, path: readonly (string | number)[]) => PlaceholderContext);
  }
}

/** A request path on one line; a placeholder in it becomes one percent-encoded segment. */
export const urlPath = (): z.ZodString =>
  z
    .string()
    .min(1)
    .refine((path) => !hasControl(path), "expected a path without tabs, line ends and other control characters, which URLs lose silently; percent-encode what is meant")
    .meta({ placeholders: "path" });

/** Text that is already percent-encoded, as a form body; a placeholder in it is encoded. */
export const encodedText = (): z.ZodString => z.string().meta({ placeholders: "query" });

/** A command line for `sh -c`; a placeholder in it becomes one quoted word. */
export const shellText = (): z.ZodString => z.string().min(1).meta({ placeholders: "shell" });

/** A regular expression; a placeholder in it matches its value literally. */
export const regexText = (): z.ZodString => z.string().meta({ placeholders: "regex" });

/** A GraphQL document; a placeholder in it is content of the string that it stands in, or a plain word. */
export const graphqlText = (): z.ZodString => z.string().min(1).meta({ placeholders: "graphql" });

/** One SQL statement; a placeholder in it, quoted or not, becomes a bound parameter. */
export const sqlText = (): z.ZodType<string | BoundText, string | BoundText> =>
  z.union([z.string().min(1), z.instanceof(BoundText)]).meta({ placeholders: "sql" });

/** How placeholders at `path` within an input of this schema are written; `holder` is the object that holds the input itself. */
export function placeholderContext(schema: z.ZodType, path: readonly (string | number)[], inputs: unknown, holder?: unknown): PlaceholderContext {
  return contextAt(schema, path, inputs, { holder, inputs }) ?? "text";
}

/** As {@link placeholderContext}, in the inputs of a whole step, which may hold the keys that every step accepts. */
export function stepPlaceholderContext(schema: z.ZodType, path: readonly (string | number)[], inputs: unknown): PlaceholderContext {
  const site = { holder: undefined, inputs };
  return contextAt(schema, path, inputs, site) ?? contextAt(commonSchema, path, inputs, site) ?? "text";
}

/** Whether a place within inputs of this schema is, or lies in, something `late`. */
export function isLateAt(schema: z.ZodType, path: readonly (string | number)[], inputs: unknown): boolean {
  return path.some((_key, index) => placeholderContext(schema, path.slice(0, index + 1), inputs) === "late");
}

function contextAt(
  schema: z.core.$ZodType,
  path: readonly (string | number)[],
  value: unknown,
  site: { readonly holder: unknown; readonly inputs: unknown },
): PlaceholderContext | undefined {
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  const declared = z.globalRegistry.get(schema)?.placeholders;
  // a declaration speaks of the text itself, or of every text within a field that may hold anything
  if (declared !== undefined && (path.length === 0 || HOLDS_ANYTHING.has(definition.type))) {
    return typeof declared === "function" ? declared(asObject(site.holder), asObject(site.inputs), path) : declared;
  }
  const wrapped = wrappedSchema(schema);
  if (wrapped !== undefined) return contextAt(wrapped, path, value, site);
  if (path.length === 0 && definition.type !== "union") return isStructured(schema) ? "scalar" : undefined;
  switch (definition.type) {
    case "union":
      for (const option of definition.options) {
        const context = contextAt(option, path, value, site);
        if (context !== undefined && (path.length > 0 || context !== "scalar")) return context;
      }
      return path.length === 0 && isStructured(schema) ? "scalar" : undefined;
    case "object": {
      const [key = "", ...rest] = path;
      const field = Object.hasOwn(definition.shape, key) ? definition.shape[key] : undefined;
      return field === undefined ? undefined : contextAt(field, rest, asObject(value)[key], { ...site, holder: value });
    }
    case "record":
      return contextAt(definition.valueType, path.slice(1), asObject(value)[path[0] ?? ""], { ...site, holder: value });
    case "array":
      return contextAt(definition.element, path.slice(1), asObject(value)[path[0] ?? ""], { ...site, holder: value });
    default:
      return undefined;
  }
}

/** Whether a list or an object there has a meaning of its own, such as alternatives or another way to compare, and is no plain data. */
function isStructured(schema: z.core.$ZodType): boolean {
  const wrapped = wrappedSchema(schema);
  if (wrapped !== undefined) return isStructured(wrapped);
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case "union":
      return !definition.options.some(isAnything) && definition.options.some(isStructured);
    case "object":
      return true;
    case "array":
      return isStructured(definition.element);
    default:
      return false;
  }
}

function isAnything(schema: z.core.$ZodType): boolean {
  return (schema as z.core.$ZodTypes)._zod.def.type === "unknown";
}

const HOLDS_ANYTHING: ReadonlySet<string> = new Set(["unknown", "any", "record"]);

function asObject(value: unknown): Readonly<Record<string | number, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
