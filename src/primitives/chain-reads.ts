import type { Slot } from "../model/records.js";
import { readsOf } from "./define.js";
import type { WrittenStep } from "./written-step.js";

/** True when a later step of the chain reads what the step at `index` leaves in one of its slots. */
export function isReadLater(chain: readonly WrittenStep[], index: number): boolean {
  const producer = chain[index];
  const produced = producer?.primitive?.produces ?? [];
  if (produced.length === 0) return false;
  const slots = new Set<Slot>(produced);
  const name = producer?.inputs["save_as"];
  let isLast = true;
  for (let later = index + 1; later < chain.length; later++) {
    const step = chain[later];
    if (step === undefined) continue;
    const { primitive, inputs } = step;
    const { source } = inputs;
    if (source === `step:${index + 1}` || (typeof name === "string" && source === name)) return true;
    // `exec.stdout` names a part of the slot
    const reads = typeof source === "string" ? [source.split(".", 1)[0]] : primitive === undefined ? [] : readsOf(primitive, inputs);
    if (reads.some((read) => (read === "last" ? isLast : slots.has(read as Slot)))) return true;
    for (const slot of primitive?.produces ?? []) {
      slots.delete(slot);
      isLast = false;
    }
  }
  return false;
}
