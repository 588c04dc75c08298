import type { z } from "zod";

/** The schema that another one wraps without changing which keys it reads (optional, default, pipe, ...); `undefined` when it wraps none. */
export function wrappedSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "nonoptional":
    case "catch":
      return definition.innerType;
    case "pipe":
      return definition.in;
    case "lazy":
      return definition.getter();
    default:
      return undefined;
  }
}
