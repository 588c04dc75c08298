import type { z } from "zod";
import { placeholdersOf } from "../model/placeholder-syntax.js";
import { schemaProblems, type MayBecome, type SchemaProblem } from "../model/schema-problems.js";
import { didYouMean, suggester } from "../model/suggest.js";
import { commonKeys, commonSchema, isCommentKey } from "./common-keys.js";
import type { Primitive } from "./define.js";
import { narrowedSchema } from "./narrowed-schema.js";

/** The keys that every step accepts, as they stand in the document. */
export type CommonInputs = z.output<typeof commonSchema>;

/** Something wrong with a step's inputs. */
export interface StepProblem {
  readonly code: "unknown-key" | "invalid-input";
  /** Within the inputs. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
  /** The known key or word that was probably meant. */
  readonly meant?: string;
}

/** A step's inputs, the common keys apart from the primitive's own and comments left out. */
export interface ParsedInputs {
  readonly settings: CommonInputs;
  readonly inputs: Record<string, unknown>;
}

/** The inputs, or every problem with them. */
export type StepInputs = ({ readonly ok: true } & ParsedInputs) | { readonly ok: false; readonly problems: readonly StepProblem[] };

/**
 * Reads the inputs of one step: parsed by the primitive's schema with its defaults filled in, or every problem with them.
 * A common key that the primitive declares itself is the primitive's. Never throws.
 */
export function parseStepInputs(primitive: Primitive, rawInputs: unknown): StepInputs {
  return parse(primitive, rawInputs, () => false);
}

/**
 * As {@link parseStepInputs}, for inputs as they are written: what a placeholder may still turn into a fitting value is no
 * problem. `undefined` when nothing is wrong that can be known before the run, yet the inputs can not be parsed either.
 */
export function parseWrittenInputs(primitive: Primitive, rawInputs: unknown): StepInputs | undefined {
  const parsed = parse(primitive, rawInputs, isLiteral(rawInputs) ? () => false : mayResolve);
  return parsed.ok || parsed.problems.length > 0 ? parsed : undefined;
}

function parse(primitive: Primitive, rawInputs: unknown, mayBecome: MayBecome): StepInputs {
  if (typeof rawInputs !== "object" || rawInputs === null || Array.isArray(rawInputs)) {
    return { ok: false, problems: [{ code: "invalid-input", path: [], message: "expected the inputs to be an object" }] };
  }
  const { common, own } = split(primitive, rawInputs as Record<string, unknown>);
  try {
    const settings = common === NO_SETTINGS ? BARE : commonSchema.safeParse(common);
    const inputs = narrowedSchema(primitive.inputs, own).safeParse(own);
    if (settings.success && inputs.success) return { ok: true, settings: settings.data, inputs: inputs.data };
    const problems = [
      ...(inputs.error ? schemaProblems(primitive.inputs, inputs.error.issues, own, mayBecome) : []),
      ...(settings.error ? schemaProblems(commonSchema, settings.error.issues, common, mayBecome) : []),
    ];
    return { ok: false, problems: problems.map((problem) => stepProblem(primitive, problem)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [{ code: "invalid-input", path: [], message: `the schema of ${primitive.name} threw: ${reason}` }] };
  }
}

/** Most steps give none of the common keys. */
const NO_SETTINGS: Readonly<Record<string, unknown>> = Object.freeze({});
const BARE = commonSchema.safeParse(NO_SETTINGS);

/** True for the keys that every step accepts. */
function isCommonKey(key: string): boolean {
  return Object.hasOwn(commonKeys, key);
}

function split(primitive: Primitive, inputs: Record<string, unknown>): { common: Readonly<Record<string, unknown>>; own: Record<string, unknown> } {
  const declared = ownKeys(primitive);
  const isOwn = (key: string): boolean => Object.hasOwn(declared, key) || !(isCommonKey(key) || isCommentKey(key));
  const keys = Object.keys(inputs);
  if (keys.every(isOwn)) return { common: NO_SETTINGS, own: inputs };
  return {
    common: Object.fromEntries(keys.filter((key) => isCommonKey(key) && !isOwn(key)).map((key) => [key, inputs[key]])),
    own: Object.fromEntries(keys.filter(isOwn).map((key) => [key, inputs[key]])),
  };
}

/** The fields of a primitive's schema, which is a strict object by construction. */
function ownKeys(primitive: Primitive): Readonly<Record<string, unknown>> {
  const definition = (primitive.inputs as unknown as z.core.$ZodTypes)._zod.def;
  return definition.type === "object" ? definition.shape : {};
}

function stepProblem(primitive: Primitive, problem: SchemaProblem): StepProblem {
  if (problem.code !== "unknown-key") return { ...problem, code: "invalid-input" };
  const { path, message, hint } = problem;
  if (path.length !== 1) return { ...problem, code: "unknown-key" };
  const meant = suggester([...Object.keys(ownKeys(primitive)), ...Object.keys(commonKeys)])(String(path[0]));
  return { code: "unknown-key", path, message: `${message} for ${primitive.name}`, ...(hint !== undefined && { hint }), ...(meant !== undefined && { ...didYouMean(meant), meant }) };
}

function isLiteral(inputs: unknown): boolean {
  return typeof inputs === "object" && inputs !== null && (inputs as Record<string, unknown>)["literal_braces"] === true;
}

/** A placeholder that is the whole text may become anything, one within a text only other text. */
function mayResolve(value: unknown, isType: boolean): boolean {
  if (typeof value !== "string") return false;
  const placeholders = placeholdersOf(value);
  return placeholders.length > 0 && (!isType || placeholders[0]?.text === value.trim());
}
