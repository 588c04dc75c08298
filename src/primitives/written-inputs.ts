import { MAX_JSON_DEPTH } from "../model/json.js";
import { ExactNumber } from "../model/exact-number.js";
import { SetupError } from "../model/outcome.js";
import { mayHoldPlaceholders } from "../model/placeholder-syntax.js";
import type { InputFinding, Primitive } from "./define.js";
import { givenFindings } from "./given-findings.js";
import { parseWrittenInputs, type ParsedInputs, type StepProblem } from "./step-inputs.js";

/** What can be known of a step's inputs before any run. */
export interface WrittenInputs {
  /** What its schema says about them. */
  readonly problems: readonly StepProblem[];
  /** What its primitive says when they fit the schema. */
  readonly findings: readonly InputFinding[];
  /** The inputs themselves, where they fit the schema and hold no placeholder that it minds. */
  readonly parsed: ParsedInputs | undefined;
  /** What every run is given, frozen; `undefined` where each has to read them itself, with values in the place of placeholders. */
  readonly ready: ParsedInputs | undefined;
}

/**
 * Reads a step's inputs as they are written in a document, whose steps never change: lint and every run go by the same
 * reading. Never throws.
 */
export function readWrittenInputs(primitive: Primitive, inputs: Readonly<Record<string, unknown>>): WrittenInputs {
  return new Reading(primitive, inputs);
}

/** What the primitive says about inputs that fit its schema. Throws what its `check` throws, and a `SetupError` when that gives no findings. */
export function checkInputs(primitive: Primitive, { inputs, settings }: ParsedInputs): readonly InputFinding[] {
  const findings = givenFindings(primitive, primitive.check?.(inputs));
  return settings.allow_vacuous === true ? findings.filter(({ code }) => code !== "vacuous") : findings;
}

const NONE: readonly never[] = [];

/** Documents are looked at more often than they are run: whether runs can share the inputs is found out when one asks. */
class Reading implements WrittenInputs {
  readonly problems: readonly StepProblem[];
  readonly findings: readonly InputFinding[];
  readonly parsed: ParsedInputs | undefined;
  readonly #inputs: Readonly<Record<string, unknown>>;
  #isShareable: boolean | undefined;

  constructor(primitive: Primitive, inputs: Readonly<Record<string, unknown>>) {
    const parsed = parseWrittenInputs(primitive, inputs);
    this.problems = parsed?.ok === false ? parsed.problems : NONE;
    this.findings = parsed?.ok === true ? findingsOf(primitive, parsed) : NONE;
    this.#inputs = inputs;
    this.parsed = parsed?.ok === true ? parsed : undefined;
  }

  get ready(): ParsedInputs | undefined {
    if (this.parsed === undefined) return undefined;
    this.#isShareable ??= (this.#inputs["literal_braces"] === true || !mayHoldPlaceholders(this.#inputs)) && freezeData(this.parsed.inputs);
    return this.#isShareable ? this.parsed : undefined;
  }
}

function findingsOf(primitive: Primitive, parsed: ParsedInputs): readonly InputFinding[] {
  try {
    return checkInputs(primitive, parsed);
  } catch (error) {
    return [{ code: "invalid-input", message: error instanceof SetupError ? error.message : `the check of ${primitive.name} threw: ${String(error)}` }];
  }
}

/** Freezes plain data. False for what a schema made of it otherwise (a `Date`, a `Map`): that can not be shared. */
function freezeData(value: unknown, depth = 0): boolean {
  if (typeof value === "function" || depth > MAX_JSON_DEPTH) return false;
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return false;
  Object.freeze(value);
  return Object.values(value).every((item) => freezeData(item, depth + 1));
}
