import { z } from "zod";
import { schemaProblems } from "../model/schema-problems.js";

/** The rooms of the catalogue. */
export const FAMILIES = ["files", "http", "json", "sql", "shell", "auth", "judge", "browser", "messaging", "workflow"] as const;

/** Everything that keeps an object from being the definition of a primitive, in words; a member that nobody knows is among it. */
export function definitionProblems(definition: object): readonly string[] {
  const parsed = definitionSchema.safeParse(definition);
  if (parsed.success) return [];
  return schemaProblems(definitionSchema, parsed.error.issues, definition).map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`));
}

const callable = (what: string) => z.custom<unknown>((value) => typeof value === "function", `expected ${what}`);
const slots = ["response", "query", "exec", "page"] as const;

const inputs = z.unknown().superRefine((value, context) => {
  const { type, catchall } = (value as z.core.$ZodTypes | undefined)?._zod?.def as Partial<z.core.$ZodObjectDef> ?? {};
  if (type !== "object") context.addIssue({ code: "custom", message: "expected z.strictObject({...})" });
  else if (catchall?._zod.def.type !== "never") context.addIssue({ code: "custom", message: "expected a strict object, got another one; use z.strictObject({...}) so that unknown keys are reported" });
});

const definitionSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/, "expected a name in snake_case"),
  code: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'expected a code in capitals such as "P04"').optional(),
  family: z.string(`expected a family such as ${FAMILIES.join(", ")}`).min(1, `expected a family such as ${FAMILIES.join(", ")}`),
  summary: z.string("expected a summary: one sentence that says when it passes").regex(/\S/, "expected a summary: one sentence that says when it passes"),
  inputs,
  effects: z.custom<unknown>((value) => typeof value === "function" || value === "none" || value === "read" || value === "write", 'expected "none", "read", "write" or a function of the inputs'),
  produces: z.array(z.enum(slots)).optional(),
  reads: z.union([z.array(z.enum([...slots, "last"])), callable("a list of slots or a function of the inputs that gives one")]).optional(),
  writes: callable("a function of the inputs that gives names of variables").optional(),
  harvest: z.literal(false).optional(),
  readsVariables: z.custom<unknown>((value) => typeof value === "boolean" || typeof value === "function", "expected true, false or a function of the inputs").optional(),
  check: callable("a function of the inputs that gives findings").optional(),
  early: callable("a function of the inputs that gives a look").optional(),
  nested: callable("a function of the inputs that gives steps").optional(),
  run: callable("a function run(inputs, ctx)"),
});
