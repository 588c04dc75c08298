import type { DocumentView, StepView } from "../document/view.js";
import { harvestReach } from "./harvest-reach.js";
import { GENERATED_NAMES } from "../model/generated-values.js";
import { eachString, mayHoldPlaceholders, placeholdersOf } from "../model/placeholder-syntax.js";
import { isLateAt } from "../primitives/placeholder.js";

/** A placeholder in a step's inputs. */
export interface VariableUse {
  readonly name: string;
  /** As written, braces included. */
  readonly text: string;
  /** Within the inputs. */
  readonly path: readonly (string | number)[];
  /** Resolved while its step runs, and the step itself writes the variable. */
  readonly isOwn: boolean;
}

/** The variables of a document, as far as they show in it. */
export interface DocumentVariables {
  /** The steps that write each variable by name, in document order. */
  readonly writers: ReadonlyMap<string, readonly StepView[]>;
  /** By step, one use a name; steps that use none are left out. */
  readonly uses: ReadonlyMap<StepView, readonly VariableUse[]>;
  /** Whether the `harvest` policy may have found a variable of this name in some answer before the step. */
  readonly mayBeHarvested: (step: StepView, name: string) => boolean;
  /** Whether the host gives a variable of this name: it said so, or it gives such names by itself. */
  readonly mayBeSeed: (name: string) => boolean;
}

/** Collects the variables of a document, once a view. */
export function variablesOf(view: DocumentView): DocumentVariables {
  const known = collected.get(view) ?? collect(view);
  collected.set(view, known);
  return known;
}

/** Names that the `harvest` policy takes: `id`, `*_id`, tokens and keys. */
function isHarvestName(name: string): boolean {
  return /(?:^|[_-])(?:id|uuid|token|key)$/i.test(name) || /[a-z0-9](?:Id|Token|Key)$/.test(name);
}

/** Names that a host gives by itself: base URLs and the fields of users, `{role}_{field}`. */
function isSeedName(name: string): boolean {
  return name === "base_url" || name === "frontend_url" || /^[A-Za-z]\w*_(?:user_?name|email|password|login|name|user|phone|secret|otp)$/i.test(name);
}

const collected = new WeakMap<DocumentView, DocumentVariables>();

function collect(view: DocumentView): DocumentVariables {
  const writers = new Map<string, StepView[]>();
  const uses = new Map<StepView, readonly VariableUse[]>();
  for (const step of view.steps) {
    const own = namesWrittenBy(step);
    for (const name of own) {
      const known = writers.get(name);
      if (known === undefined) writers.set(name, [step]);
      else known.push(step);
    }
    const used = usesOf(step, own);
    if (used.length > 0) uses.set(step, used);
  }
  let isHarvestBefore: ((step: StepView) => boolean) | undefined;
  return {
    writers,
    uses,
    mayBeHarvested: (step, name) => isHarvestName(name) && (isHarvestBefore ??= harvestReach(view))(step),
    mayBeSeed: (name) => view.given.has(name) || (!view.isNative && GENERATED_NAMES.has(name)) || isSeedName(name),
  };
}

/** The placeholders that must have a value when the step runs: those with a default need none. */
function usesOf({ inputs, primitive }: StepView, own: readonly string[]): readonly VariableUse[] {
  if (inputs["literal_braces"] === true || !mayHoldPlaceholders(inputs)) return NONE;
  const uses = new Map<string, VariableUse>();
  eachString(inputs, (text, path) => {
    for (const { name, fallback, text: written } of placeholdersOf(text)) {
      if (fallback !== undefined || uses.get(name)?.isOwn === false) continue;
      const isOwn = primitive !== undefined && own.includes(name) && isLateAt(primitive.inputs, path, inputs);
      if (!isOwn || !uses.has(name)) uses.set(name, { name, text: written, path: [...path], isOwn });
    }
  });
  return [...uses.values()];
}

const NONE: readonly never[] = [];

/** Each name once. */
function namesWrittenBy({ inputs, primitive }: StepView): readonly string[] {
  const names = [...declaredBy(primitive?.writes, inputs), ...namesCapturedBy(inputs)];
  return names.length > 1 ? [...new Set(names)] : names;
}

/** The variables that a step writes because its author has named them. */
export function namesCapturedBy(inputs: Readonly<Record<string, unknown>>): readonly string[] {
  const { capture } = inputs;
  const names = typeof capture === "object" && capture !== null ? Object.keys(capture) : [];
  collectAliases(inputs, names);
  return names;
}

/** The texts under `save_as`, `capture_as`, `capture_stdout_as`, however deep. */
function collectAliases(value: object, names: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (typeof item === "object" && item !== null) collectAliases(item, names);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "object" && member !== null) collectAliases(member as object, names);
    else if (typeof member === "string" && (key === "as" || key.endsWith("_as"))) names.push(member);
  }
}

function declaredBy(writes: ((inputs: Readonly<Record<string, unknown>>) => readonly string[]) | undefined, inputs: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    return writes?.(inputs) ?? [];
  } catch {
    return []; // inputs that it did not expect; they have a diagnostic of their own
  }
}
