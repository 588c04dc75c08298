import { CAPTURING, SAVING } from "./capturing.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import type { Site } from "./node.js";

/** A step that was taken in. */
export interface TakenStep {
  /** Name of its primitive; as written when nobody knows it. */
  readonly name: string;
  readonly inputs: Keys;
}

/** The steps of one node so far. Later ones may refer to earlier ones, which then keep what they got. */
export class Chain {
  readonly site: Site;
  /** The node. */
  readonly node: Draft;
  readonly #steps: unknown[] = [];

  constructor(node: Draft, site: Site) {
    this.node = node;
    this.site = site;
  }

  /** How many steps there are so far; the place of the next one, from 0. */
  get length(): number {
    return this.#steps.length;
  }

  /** All steps as they are written, the later ones too. */
  get written(): readonly unknown[] {
    const list = this.node.get("primitive_chain");
    return Array.isArray(list) ? (list as readonly unknown[]) : [];
  }

  add(step: unknown): void {
    this.#steps.push(step);
  }

  steps(): readonly unknown[] {
    return this.#steps;
  }

  /** An earlier step, by its place from 0. */
  at(place: number): TakenStep | undefined {
    const step = this.#steps[place];
    if (!isObject(step) || typeof step["type"] !== "string" || !isObject(step["inputs"])) return undefined;
    const { type, inputs } = step;
    return { name: this.site.registry?.get(type)?.name ?? type, inputs };
  }

  /** The place of the last earlier step of a primitive, from 0. */
  lastOf(name: string): number | undefined {
    for (let place = this.length - 1; place >= 0; place--) if (this.at(place)?.name === name) return place;
    return undefined;
  }

  /** The kind of result that the next step finds, as the last earlier step leaves it. */
  lastSlot(): string | undefined {
    for (let place = this.length - 1; place >= 0; place--) {
      const produced = this.site.registry?.get(this.at(place)?.name ?? "")?.produces ?? [];
      if (produced.length > 0) return produced[0];
    }
    return undefined;
  }

  /** The name under which an earlier step keeps its whole result; it is given one when it has none and can have one. */
  nameOf(place: number): string | undefined {
    const step = this.at(place);
    if (step === undefined || !SAVING.has(step.name)) return undefined;
    const known = step.inputs["save_as"];
    if (typeof known === "string") return known;
    if (known !== undefined) return undefined;
    const id = this.node.get("id");
    const name = `step_${place + 1}_of_${String(id).replace(/[^\w-]/g, "_")}`;
    step.inputs["save_as"] = name;
    return name;
  }

  /** Whether an earlier step of this chain keeps its result under a name. */
  isSaved(name: string): boolean {
    return this.#steps.some((_step, place) => this.at(place)?.inputs["save_as"] === name);
  }

  /** Adds captures to the last step that can capture; false when there is none. */
  captureLast(captures: Readonly<Record<string, string>>): boolean {
    for (let place = this.length - 1; place >= 0; place--) {
      const step = this.at(place);
      if (step === undefined || !CAPTURING.has(step.name)) continue;
      const { capture } = step.inputs;
      step.inputs["capture"] = { ...captures, ...(isObject(capture) && capture) };
      return true;
    }
    return false;
  }
}
