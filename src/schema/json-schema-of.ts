import { z } from "zod";

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of what a zod schema reads. References within it start at `root`, the place that it will have in a
 * larger schema.
 */
export function jsonSchemaOf(schema: z.ZodType, root = "#"): JsonSchema {
  const { $schema: _dropped, ...json } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema["placeholders"]; // for the runner, not for editors
      if (zodSchema._zod.def.type === "custom") jsonSchema.not = {}; // a class of the implementation: no text can hold it
      if (jsonSchema.format !== undefined && !FORMATS.has(jsonSchema.format)) delete jsonSchema.format; // its pattern says the same
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return tidy(json, root) as JsonSchema;
}

/** The formats of the draft (JSON Schema Validation, section 7.3); validators refuse others. */
const FORMATS: ReadonlySet<string> = new Set([
  "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference",
  "iri", "iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex",
]); // prettier-ignore

/** Drops the options that no document can take, and lets references start at `root`. The only option left is no choice. */
function tidy(value: unknown, root: string): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, root));
  if (typeof value !== "object" || value === null) return value;
  const { anyOf, ...rest } = tidyMembers(value, root);
  if (anyOf === undefined) return rest;
  const [option, ...others] = anyOf as readonly object[];
  return others.length === 0 ? { ...option, ...rest } : { ...rest, anyOf };
}

function tidyMembers(value: object, root: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      if (key === "$ref" && typeof item === "string") return [[key, item.replace(/^#/, root)]];
      if (key === "not") return []; // only a custom schema has it: alone it takes anything
      if ((key === "anyOf" || key === "oneOf") && Array.isArray(item)) return [[key, tidy(item.filter((option) => !isNever(option)), root)]];
      return [[key, tidy(item, root)]];
    }),
  );
}

function isNever(option: unknown): boolean {
  return typeof option === "object" && option !== null && "not" in option;
}
