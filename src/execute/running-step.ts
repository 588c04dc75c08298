import type { UsedVariable } from "../model/template.js";
import { isReadLater } from "../primitives/chain-reads.js";
import type { StepSettings } from "../primitives/context.js";
import type { CommonInputs } from "../primitives/step-inputs.js";
import type { WrittenStep } from "../primitives/written-step.js";

/** The settings of a step in its chain, worked out when they are asked for. */
export class RunningStep implements StepSettings {
  readonly #settings: CommonInputs;
  readonly #chain: readonly WrittenStep[];
  readonly #index: number;
  readonly variables: readonly UsedVariable[];

  constructor(settings: CommonInputs, chain: readonly WrittenStep[], index: number, variables: readonly UsedVariable[]) {
    this.#settings = settings;
    this.#chain = chain;
    this.#index = index;
    this.variables = variables;
  }

  get name(): string | undefined {
    return this.#settings.name;
  }
  get source(): string | undefined {
    return this.#settings.source;
  }
  get role(): string | undefined {
    return this.#settings.role;
  }
  get allowVacuous(): boolean {
    return this.#settings.allow_vacuous === true;
  }
  get isSetup(): boolean {
    return this.#settings.setup === true;
  }
  get isReadLater(): boolean {
    return isReadLater(this.#chain, this.#index);
  }
}
