import { z } from "zod";
import { StepFailure } from "../model/outcome.js";
import { Unresolved } from "../model/template.js";
import type { InputFinding } from "./define.js";

/**
 * An input that holds placeholders and whose turn has not come. `ctx.resolve` makes its value when the primitive needs it, so
 * that it sees what the step itself has captured by then.
 */
export class Late<Value> {
  readonly schema: z.ZodType<Value>;
  readonly unresolved: Unresolved;

  constructor(schema: z.ZodType<Value>, unresolved: Unresolved) {
    this.schema = schema;
    this.unresolved = unresolved;
  }
}

/** A late input: its value where no placeholder stands in it, or where it has been resolved. */
export type Lately<Value> = Value | Late<Value>;

/** What {@link late} makes of a schema. */
export type LateSchema<Schema extends z.ZodType> = z.ZodUnion<readonly [z.ZodType<Late<z.output<Schema>>, Unresolved>, Schema]>;

/**
 * An input of this schema whose placeholders are not resolved before the step. Give what comes out of it to `ctx.resolve`.
 * A document is checked against the schema all the same.
 */
export function late<Schema extends z.ZodType>(schema: Schema): LateSchema<Schema> {
  const unresolved = z.instanceof(Unresolved).transform((input) => new Late(schema, input));
  const { description } = z.globalRegistry.get(schema) ?? {};
  return z.union([unresolved, schema]).meta({ placeholders: "late", ...(description !== undefined && { description }) }) as unknown as LateSchema<Schema>;
}

/** Every field of an object {@link late}. */
export function lateKeys<const Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): { [Key in keyof Shape]: LateSchema<Shape[Key]> } {
  return Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, late(schema)])) as unknown as { [Key in keyof Shape]: LateSchema<Shape[Key]> };
}

/** Inputs without what is late. */
export type Resolved<Inputs> = { [Key in keyof Inputs]: Inputs[Key] extends infer Value ? (Value extends Late<infer Inner> ? Inner : Value) : never };

/** Resolves every late field of an object. Throws what `ctx.resolve` throws. */
export function resolveKeys<Inputs extends object>(ctx: { resolve<Value>(input: Lately<Value>): Value }, inputs: Inputs): Resolved<Inputs> {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]: [string, unknown]) => [key, ctx.resolve(value)])) as Resolved<Inputs>;
}

/** The fields of an object that have a value already; for a `check`, which looks at inputs as they are written. */
export function presentKeys<Inputs extends object>(inputs: Inputs): Partial<Resolved<Inputs>> {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !(value instanceof Late))) as Partial<Resolved<Inputs>>;
}

/** Throws the first error that a `check` finds in inputs that came late, as a `StepFailure`: it could not look at them before. */
export function assertSound(ctx: { readonly step: { readonly allowVacuous: boolean } }, findings: Iterable<InputFinding>): void {
  for (const { code, severity = "error", message } of findings) {
    if (severity === "error" && !(code === "vacuous" && ctx.step.allowVacuous)) throw new StepFailure(code, message);
  }
}
