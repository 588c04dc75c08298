import type { z } from "zod";

/**
 * The schema of a step without the optional fields that its inputs leave out: it says the same of them, in a fraction of the
 * time. Worth its making only for keys that come again and again, as they do in a document of many nodes.
 */
export function narrowedSchema(schema: z.ZodType<Record<string, unknown>>, inputs: Readonly<Record<string, unknown>>): z.ZodType<Record<string, unknown>> {
  const known = narrowings.get(schema) ?? new Narrowing(schema as unknown as z.ZodObject);
  narrowings.set(schema, known);
  return known.for(inputs);
}

const narrowings = new WeakMap<z.ZodType, Narrowing>();

/** How often a set of keys must have come before a schema is made for it. */
const MANY = 32;
/** Of one primitive; documents that are made up by a machine may hold any number of them. */
const MAX_SETS = 256;

class Narrowing {
  readonly #schema: z.ZodObject;
  readonly #fields: readonly string[];
  /** The fields that may be left out without a trace. */
  readonly #optional: ReadonlySet<string>;
  readonly #sets = new Map<string, { count: number; schema?: z.ZodObject }>();

  constructor(schema: z.ZodObject) {
    this.#schema = schema;
    const { shape, checks = [] } = schema._zod.def;
    this.#fields = Object.keys(shape);
    // checks of the whole look at whatever they like
    this.#optional = new Set(checks.length > 0 ? [] : this.#fields.filter((key) => isPlainOptional(shape[key] as z.core.$ZodType)));
  }

  for(inputs: Readonly<Record<string, unknown>>): z.ZodObject {
    if (this.#optional.size === 0) return this.#schema;
    let id = "";
    for (const key of Object.keys(inputs)) if (this.#optional.has(key)) id += `${key}\n`;
    const known = this.#sets.get(id);
    if (known === undefined) {
      if (this.#sets.size < MAX_SETS) this.#sets.set(id, { count: 1 });
      return this.#schema;
    }
    if (known.schema === undefined && ++known.count > MANY) {
      const kept = this.#fields.filter((key) => !this.#optional.has(key) || Object.hasOwn(inputs, key));
      const mask: Record<string, true> = Object.fromEntries(kept.map((key) => [key, true] as const));
      known.schema = this.#schema.pick(mask);
    }
    return known.schema ?? this.#schema;
  }
}

/** Left out, such a field is not in the output either. */
function isPlainOptional(field: z.core.$ZodType): boolean {
  const definition = (field as z.core.$ZodTypes)._zod.def;
  return definition.type === "optional" && definition.innerType._zod.optin === undefined;
}
