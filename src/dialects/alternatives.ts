import type { Draft, Keys } from "./draft.js";

/** Assertions in their canonical form. */
export interface Assertions {
  /** All of them must hold. */
  readonly all: Keys[];
  /** One of them must hold as well. */
  readonly any: Keys[];
}

/** Readings of which one must hold, each of them a list of assertions that hold together. */
export interface Alternatives {
  readonly draft: Draft;
  readonly readings: Keys[][];
  /** What says the same without a choice. */
  readonly otherwise?: Keys[];
}

/**
 * Puts together what must hold. There is one list of alternatives, of single assertions: where a document has more than that,
 * all of the others must hold, which is more than it asked and never less.
 */
export function settleAlternatives(required: readonly Keys[][], groups: readonly Alternatives[], hasChoice: boolean): Assertions {
  const all = required.flat();
  const chosen = groups.find(({ readings }) => hasChoice && readings.every(({ length }) => length === 1));
  for (const group of groups) {
    if (group === chosen) continue;
    all.push(...(group.otherwise ?? group.readings.flat()));
    if (group.otherwise === undefined) group.draft.note("unread-key", "these alternatives can not be told apart from the others, so all of them must hold");
  }
  const any = chosen?.readings.flat() ?? [];
  for (const assertion of [...all, ...any]) for (const key of Object.keys(assertion)) if (assertion[key] === undefined) delete assertion[key];
  return { all, any };
}
