import type { Clock } from "../ports/clock.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { EarlyLook, NestedStep } from "../primitives/define.js";
import { stepsWithin } from "../primitives/nested-steps.js";
import type { Registry } from "../primitives/registry.js";
import { parseStepInputs } from "../primitives/step-inputs.js";
import { WrittenStep } from "../primitives/written-step.js";
import { resolveInputs, type Lookup } from "./resolve.js";

/** What was seen of the system before the run, or a node, did anything to it; by subject. Rejects as the look did. */
export type EarlyLooks = ReadonlyMap<string, Promise<unknown>>;

/** What looking needs. */
export interface LookingSite {
  readonly registry: Registry;
  readonly target: OpenTarget;
  readonly clock: Clock;
  readonly signal: () => AbortSignal;
  /** The variables that have values by now. */
  readonly lookup: Lookup;
}

/** Whether some step of a chain, or one within it, may ask for an early look. */
export function mayLookEarly(steps: readonly WrittenStep[]): boolean {
  return steps.some(({ primitive }) => primitive?.early !== undefined || primitive?.nested !== undefined);
}

/** Looks for all steps that asked for it, those within other steps too; resolves when all have been seen. Never rejects. */
export async function lookEarly(since: EarlyLook["since"], steps: readonly WrittenStep[], site: LookingSite): Promise<EarlyLooks> {
  const looks = new Map<string, Promise<unknown>>();
  for (const step of withNested(steps, site.registry)) {
    const early = earlyOf(step, site.lookup);
    if (early?.since !== since || looks.has(early.subject)) continue;
    const { target } = site;
    const ports = { get files() { return target.files; }, exec: (name?: string) => target.exec(name), clock: site.clock, signal: site.signal() };
    looks.set(early.subject, Promise.resolve().then(() => early.look(ports)));
  }
  if (looks.size > 0) await Promise.allSettled(looks.values());
  return looks;
}

function* withNested(steps: readonly WrittenStep[], registry: Registry): Generator<WrittenStep> {
  for (const step of steps) {
    if (step.primitive?.early !== undefined) yield step;
    const nested = withinOf(step);
    yield* withNested(nested.map(({ step: { type, inputs } }) => new WrittenStep(type, inputs, registry.get(type))), registry);
  }
}

/** A document whose primitives can not say this is refused when it is loaded. */
function withinOf({ primitive, inputs }: WrittenStep): readonly NestedStep[] {
  try {
    return stepsWithin(primitive, inputs);
  } catch {
    return [];
  }
}

/** Undefined where something can not be known yet; then the step is told that nothing was seen. */
function earlyOf({ primitive, inputs }: WrittenStep, lookup: Lookup): EarlyLook | undefined {
  if (primitive === undefined) return undefined;
  try {
    const resolved = inputs["literal_braces"] === true ? inputs : resolveInputs(primitive.inputs, inputs, lookup).inputs;
    const parsed = parseStepInputs(primitive, resolved);
    return parsed.ok ? primitive.early?.(parsed.inputs) : undefined;
  } catch {
    return undefined;
  }
}
