import type { z } from "zod";
import { pointerTo } from "../model/json-pointer.js";
import { wrappedSchema } from "../model/wrapped-schema.js";
import { commonKeys, isCommentKey } from "../primitives/common-keys.js";
import type { Primitive } from "../primitives/define.js";
import { parseWrittenInputs, type StepProblem } from "../primitives/step-inputs.js";
import { isObject, type Draft, type Keys, type Path } from "./draft.js";
import { isHarmless } from "./harmless-keys.js";

/**
 * Says of every key that the primitive does not read, in the inputs and within them, that nobody reads it. Those that check
 * nothing are taken out, comments without a word, so that the rest can run. Any other may be an expectation: it stays, and the
 * step fails because of it instead of passing without it.
 */
export function settleUnreadKeys(draft: Draft, primitive: Primitive): void {
  const { shape } = primitive.inputs as unknown as { readonly shape: Readonly<Record<string, z.ZodType>> };
  let isDeep = false;
  for (const key of Object.keys(draft.keys)) {
    const value = draft.keys[key];
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (schema !== undefined) isDeep ||= typeof value === "object" && !READ_ALREADY.has(primitive.name) && mayHoldUnread(schema, value);
    else if (!Object.hasOwn(commonKeys, key) && !isCommentKey(key)) settle(draft, primitive, { path: [key] });
  }
  if (isDeep) settleWithin(draft, primitive);
}

/** What is nested in their inputs was read key by key. */
const READ_ALREADY: ReadonlySet<string> = new Set(["json_value_assert", "db_query"]);

/** Whether a value holds an object with a key that the schema does not have there; much faster than reading it by the schema. */
function mayHoldUnread(schema: z.core.$ZodType, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const wrapped = wrappedSchema(schema);
  if (wrapped !== undefined) return mayHoldUnread(wrapped, value);
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case "object":
      return Object.entries(value).some(([key, item]) => {
        const field = Object.hasOwn(definition.shape, key) ? definition.shape[key] : undefined;
        return field === undefined || mayHoldUnread(field, item);
      });
    case "union":
      return definition.options.every((option) => mayHoldUnread(option, value));
    case "array":
      return Array.isArray(value) && value.some((item) => mayHoldUnread(definition.element, item));
    case "record":
      return Object.values(value).some((item) => mayHoldUnread(definition.valueType, item));
    case "intersection":
      return true;
    default:
      return false;
  }
}

function settleWithin(draft: Draft, primitive: Primitive): void {
  const settled = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = parseWrittenInputs(primitive, draft.keys);
    const problems = parsed?.ok === false ? parsed.problems : [];
    const unknown = problems.filter(({ code, path }) => code === "unknown-key" && path.length > 1 && !settled.has(pointerTo(path)));
    if (unknown.length === 0) return;
    for (const problem of unknown) {
      settled.add(pointerTo(problem.path));
      settle(draft, primitive, problem);
    }
  }
}

/** What is unknown within an unknown shape shows only when the outer one is gone. */
const MAX_ROUNDS = 5;

function settle(draft: Draft, primitive: Primitive, { path, hint }: Pick<StepProblem, "path" | "hint">): void {
  const key = String(path.at(-1));
  const holder = holderOf(draft, path.slice(0, -1));
  if (holder === undefined || !Object.hasOwn(holder, key)) return;
  const isComment = isCommentKey(key);
  const isLost = isComment || isHarmless(primitive.name, key, holder[key]);
  if (isLost) delete holder[key];
  if (isComment) return;
  const suggestion = hint?.startsWith("did you mean") === true ? `; ${hint}` : "";
  draft.notes.add("unread-key", [...draft.path, ...path], `nobody reads \`${key}\` here, ${isLost ? "and it is left out" : MAY_EXPECT}${suggestion}`);
}

/** Why a step fails that has a key which nobody reads. */
export const MAY_EXPECT = "and it may be an expectation, so the step will fail; remove it, or say it in a key that is read";

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
