import type { z } from "zod";
import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";
import type { Step } from "../model/dag.js";
import type { Verdict } from "../model/outcome.js";
import type { Slot } from "../model/records.js";
import type { PrimitiveContext } from "./context.js";
import { definitionProblems, type FAMILIES } from "./definition-problems.js";

/** A room of the catalogue, or one of the host's own. */
export type Family = (typeof FAMILIES)[number] | (string & {});

/** What a step may do to the system under test. `none`: it does not touch it. Decides what may overlap with what. */
export type Effects = "none" | "read" | "write";

/** Something wrong with a step's inputs that their schema can not say. */
export interface InputFinding {
  readonly code: string;
  /** Default: `error`. */
  readonly severity?: "error" | "warning" | "info" | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Within the inputs. */
  readonly path?: readonly (string | number)[] | undefined;
}

/** Slots that are read. */
export type Reads = readonly (Slot | "last")[];

/** A step within the inputs of another one. */
export interface NestedStep {
  readonly step: Step;
  /** Where the step stands within the inputs of the outer one. */
  readonly path: readonly (string | number)[];
}

/** A look at the system before the run, or the node, does anything to it; `ctx.earlyLook` gives what it found. */
export interface EarlyLook {
  readonly since: "run" | "node";
  /** What is looked at: steps of the same subject share one look. */
  readonly subject: string;
  /** Its rejection is given to the step that asks. */
  look(ctx: Pick<PrimitiveContext, "files" | "exec" | "clock" | "signal">): Promise<unknown>;
}

/** What an author of a primitive writes. `Inputs` is a strict zod object. */
export interface PrimitiveDefinition<Inputs extends z.ZodType<Record<string, unknown>>> {
  /** In snake_case, unique in a registry. */
  readonly name: string;
  /** The code of published DAG files, e.g. `P04`. */
  readonly code?: string | undefined;
  readonly family: Family;
  /** One sentence: when it passes. */
  readonly summary: string;
  readonly inputs: Inputs;
  /** A function decides by the inputs as written (placeholders unresolved). */
  readonly effects: Effects | ((inputs: Readonly<Record<string, unknown>>) => Effects);
  /** The slots that it writes; they are cleared before it starts, also when its inputs can not be resolved. */
  readonly produces?: readonly Slot[] | undefined;
  /** The slots that it reads when its `source` is not given, or a function that says so by the inputs as written; `last` reads whatever was written last. */
  readonly reads?: Reads | ((inputs: Readonly<Record<string, unknown>>) => Reads) | undefined;
  /** Variables that it writes by itself, by the inputs as written; used to find placeholders that nothing sets. */
  readonly writes?: (inputs: Readonly<Record<string, unknown>>) => readonly string[];
  /** False: the `harvest` policy does not look at the responses that it produces. */
  readonly harvest?: false | undefined;
  /** Whether it reads variables by `ctx.vars`, beside placeholders; default true, so that it never runs before a writer. */
  readonly readsVariables?: boolean | ((inputs: Readonly<Record<string, unknown>>) => boolean);
  /** What the schema can not say, always the same of the same inputs; runs when a document is linted and again, on the resolved inputs, before the step. */
  readonly check?: (inputs: z.output<Inputs>) => readonly InputFinding[];
  /** What it must have seen beforehand; not called for inputs whose placeholders have no values by then. */
  readonly early?: (inputs: z.output<Inputs>) => EarlyLook | undefined;
  /** The steps that it runs by `ctx.runChain`, as written, so that they are checked when the document is. */
  readonly nested?: (inputs: Readonly<Record<string, unknown>>) => readonly NestedStep[];
  /** The inputs are shared with other runs of the document: they are frozen unless placeholders were resolved in them. */
  run(inputs: z.output<Inputs>, ctx: PrimitiveContext): Verdict | Promise<Verdict>;
}

/** A primitive as a registry holds it: the definition, with its inputs' type put aside. */
export type Primitive = PrimitiveDefinition<z.ZodType<Record<string, unknown>>>;

/**
 * Makes a primitive. Its schema must be a strict object (unknown keys are problems of the document, not noise).
 * Throws `CONFIG_INVALID` naming every problem of the definition, members that nobody knows among them.
 */
export function definePrimitive<const Inputs extends z.ZodType<Record<string, unknown>>>(
  definition: PrimitiveDefinition<Inputs>,
): Primitive {
  if (typeof definition !== "object" || (definition as unknown) === null) {
    throw new DagradeError("CONFIG_INVALID", `expected the definition of a primitive, got ${describeValue(definition)}; give an object { name, family, summary, inputs, effects, run }`);
  }
  const primitive = Object.freeze({ ...definition }) as unknown as Primitive;
  const problems = definitionProblems(primitive);
  if (problems.length > 0) {
    throw new DagradeError("CONFIG_INVALID", `primitive ${describeValue(definition.name)} is not usable: ${problems.join("; ")}`);
  }
  defined.add(primitive);
  return primitive;
}

/** Whether {@link definePrimitive} made a value, so that everything about it was checked. */
export function isPrimitive(value: unknown): value is Primitive {
  return typeof value === "object" && value !== null && defined.has(value);
}

const defined = new WeakSet<object>();

/** The effect of a step as written. */
export function effectsOf(primitive: Primitive, inputs: Readonly<Record<string, unknown>>): Effects {
  return typeof primitive.effects === "function" ? primitive.effects(inputs) : primitive.effects;
}

/** What a step reads, as written, when it names no `source`. */
export function readsOf(primitive: Primitive, inputs: Readonly<Record<string, unknown>>): Reads {
  const { reads = [] } = primitive;
  return typeof reads === "function" ? reads(inputs) : reads;
}
