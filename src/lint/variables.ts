import type { DocumentView, StepView } from "../document/view.js";
import { harvestReach } from "./harvest-reach.js";
import { eachString, placeholdersOf } from "../model/placeholder-syntax.js";

/** A placeholder in a step's inputs. */
export interface VariableUse {
  readonly name: string;
  /** As written, braces included. */
  readonly text: string;
  /** Within the inputs. */
  readonly path: readonly (string | number)[];
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
    for (const name of namesWrittenBy(step)) {
      const known = writers.get(name);
      if (known === undefined) writers.set(name, [step]);
      else known.push(step);
    }
    const used = usesOf(step);
    if (used.length > 0) uses.set(step, used);
  }
  const isHarvestBefore = harvestReach(view);
  return {
    writers,
    uses,
    mayBeHarvested: (step, name) => isHarvestName(name) && isHarvestBefore(step),
    mayBeSeed: (name) => view.given.has(name) || isSeedName(name),
  };
}

/** The placeholders that must have a value when the step runs: those with a default need none. */
function usesOf(step: StepView): VariableUse[] {
  if (step.inputs["literal_braces"] === true) return [];
  const uses = new Map<string, VariableUse>();
  eachString(step.inputs, (text, path) => {
    for (const { name, fallback, text: written } of placeholdersOf(text)) {
      if (fallback === undefined && !uses.has(name)) uses.set(name, { name, text: written, path: [...path] });
    }
  });
  return [...uses.values()];
}

function namesWrittenBy({ inputs, primitive }: StepView): ReadonlySet<string> {
  const names = new Set(declaredBy(primitive?.writes, inputs));
  const { capture } = inputs;
  if (typeof capture === "object" && capture !== null) for (const name of Object.keys(capture)) names.add(name);
  eachString(inputs, (text, path) => {
    const key = path.at(-1);
    if (typeof key === "string" && /(?:^|_)as$/.test(key)) names.add(text); // save_as, capture_as, capture_stdout_as
  });
  return names;
}

function declaredBy(writes: ((inputs: Readonly<Record<string, unknown>>) => readonly string[]) | undefined, inputs: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    return writes?.(inputs) ?? [];
  } catch {
    return []; // inputs that it did not expect; they have a diagnostic of their own
  }
}
