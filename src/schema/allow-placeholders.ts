import type { JsonSchema } from "./json-schema-of.js";

/** What the schemas that {@link allowPlaceholders} makes refer to. */
export const PLACEHOLDER_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  placeholder: {
    type: "string",
    pattern: "^\\s*\\{\\{\\s*[A-Za-z_][^{}]*\\}\\}\\s*$",
    description: "A placeholder such as {{item_id}}: the value that it stands for is checked in the run.",
  },
  text_with_placeholder: {
    type: "string",
    pattern: "\\{\\{\\s*[A-Za-z_][^{}]*\\}\\}",
    description: "Text with a placeholder such as {{item_id}}: what it turns into is checked in the run.",
  },
};

/** The schema with a placeholder allowed in the place of every value within it; the outermost object stays an object. */
export function allowPlaceholders(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === "properties" || key === "$defs") return [key, mapValues(value as Record<string, JsonSchema>, opened)];
      if (key === "items" || (key === "additionalProperties" && isSchema(value))) return [key, opened(value as JsonSchema)];
      if (key === "prefixItems") return [key, (value as JsonSchema[]).map(opened)];
      if (key === "anyOf" || key === "oneOf" || key === "allOf") return [key, (value as JsonSchema[]).map(allowPlaceholders)];
      return [key, value];
    }),
  );
}

function opened(schema: JsonSchema): JsonSchema {
  const inner = allowPlaceholders(schema);
  if (takesAnyText(inner)) return inner;
  const { description, default: fallback, ...rest } = inner;
  return {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: [...optionsOf(rest), { $ref: `#/$defs/${isText(rest) ? "text_with_placeholder" : "placeholder"}` }],
  };
}

/** A union takes one more option; anything else becomes one of two. */
function optionsOf(schema: JsonSchema): readonly unknown[] {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && Object.keys(rest).length === 0 ? anyOf : [schema];
}

/** Whether some text fits: a placeholder may then be a part of it. Of anything else, and of a word among other types, it must be the whole. */
function isText({ type, anyOf, ...rest }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).some((option) => isText(option) && !("enum" in option) && !("const" in option));
  return type === "string" || typeof rest["const"] === "string";
}

/** Whether a text with a placeholder fits already. */
function takesAnyText(schema: JsonSchema): boolean {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).some(takesAnyText);
  const isText = type === undefined ? !["enum", "const", "oneOf", "allOf", "$ref"].some((key) => key in schema) : type === "string" || (Array.isArray(type) && type.includes("string"));
  return isText && !["enum", "const", "pattern", "format", "maxLength", "contentEncoding"].some((key) => key in schema);
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function mapValues(values: Readonly<Record<string, JsonSchema>>, change: (value: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
