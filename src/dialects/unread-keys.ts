import type { z } from "zod";
import { wrappedSchema } from "../model/wrapped-schema.js";
import { commonKeys, isCommentKey } from "../primitives/common-keys.js";
import type { Primitive } from "../primitives/define.js";
import { parseWrittenInputs, type StepProblem } from "../primitives/step-inputs.js";
import { isObject, type Draft, type Keys, type Path } from "./draft.js";

/**
 * Takes out what the primitive does not read, in the inputs and within them, so that the rest can run. Comments go without
 * a word, everything else with a warning: what the step says less makes it fail where nothing is left to check.
 */
export function dropUnreadKeys(draft: Draft, primitive: Primitive): void {
  const fields = fieldsOf(primitive);
  for (const [key, value] of Object.entries(draft.keys)) {
    if (!fields.has(key) && !Object.hasOwn(commonKeys, key) && !isCommentKey(key)) drop(draft, { code: "unknown-key", path: [key], message: "" });
    else if (value !== null && typeof value === "object" && fields.get(key) === true && !READ_ALREADY.has(primitive.name)) return dropWithin(draft, primitive);
  }
}

/** What is nested in their inputs was read key by key. */
const READ_ALREADY: ReadonlySet<string> = new Set(["json_value_assert", "db_query"]);

/** Of every field: whether there are objects in it whose keys are fixed. */
function fieldsOf(primitive: Primitive): ReadonlyMap<string, boolean> {
  const known = fields.get(primitive) ?? new Map(Object.entries((primitive.inputs as unknown as { readonly shape: Readonly<Record<string, z.ZodType>> }).shape).map(([key, schema]) => [key, holdsObjects(schema)]));
  fields.set(primitive, known);
  return known;
}

const fields = new WeakMap<Primitive, ReadonlyMap<string, boolean>>();

function holdsObjects(schema: z.core.$ZodType): boolean {
  const wrapped = wrappedSchema(schema);
  if (wrapped !== undefined) return holdsObjects(wrapped);
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case "object":
      return true;
    case "union":
      return definition.options.some(holdsObjects);
    case "array":
      return holdsObjects(definition.element);
    case "record":
      return holdsObjects(definition.valueType);
    case "intersection":
      return holdsObjects(definition.left) || holdsObjects(definition.right);
    default:
      return false;
  }
}

function dropWithin(draft: Draft, primitive: Primitive): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = parseWrittenInputs(primitive, draft.keys);
    const unknown = parsed?.ok === false ? parsed.problems.filter(({ code }) => code === "unknown-key") : [];
    if (unknown.length === 0) return;
    for (const problem of unknown) drop(draft, problem);
  }
}

/** What is unknown within an unknown shape shows only when the outer one is gone. */
const MAX_ROUNDS = 5;

function drop(draft: Draft, { path, hint }: StepProblem): void {
  const key = String(path.at(-1));
  const holder = holderOf(draft, path.slice(0, -1));
  if (holder === undefined || !Object.hasOwn(holder, key)) return;
  delete holder[key];
  if (isCommentKey(key)) return;
  const suggestion = hint?.startsWith("did you mean") === true ? `; ${hint}` : "";
  draft.notes.add("unread-key", [...draft.path, ...path], `nobody reads \`${key}\` here, and it is left out${suggestion}`);
}

/** The object at a path, copied on the way so that the published document stays as it is. */
function holderOf(draft: Draft, path: Path): Keys | undefined {
  let holder: Keys = draft.keys;
  for (const key of path) {
    const held = holder[key];
    if (Array.isArray(held)) holder = (holder[key] = [...(held as unknown[])]) as unknown as Keys;
    else if (isObject(held)) holder = holder[key] = { ...held };
    else return undefined;
  }
  return holder;
}
