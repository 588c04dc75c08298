import { changesVerdict, isIdle, namesExpectation, namesFollowers, OF_THE_NODE } from "../document/node-key-meanings.js";
import { mentions } from "../document/order-keys.js";
import { isCommentKey } from "../primitives/common-keys.js";
import { isObject, type Draft } from "./draft.js";

/** Keys of a node, or of its scoring, that plainly expect something: no step checks it. */
export function expectationsOf(draft: Draft, ids: ReadonlySet<string>): readonly string[] {
  const isOne = (key: string, value: unknown): boolean => namesExpectation(key) && !changesVerdict(key) && !isCommentKey(key) && !isIdle(key, value) && !(namesFollowers(key) && mentions(value, ids));
  return Object.entries(draft.keys).flatMap(([key, value]) => (isOne(key, value) ? [key] : []));
}

/**
 * Keeps a node from earning because of keys that nobody reads: none of its steps is run as if they were not there. Primitives
 * refuse inputs that they do not know, whatever the method of the node.
 */
export function refuseSteps(steps: readonly unknown[], draft: Draft, keys: readonly string[]): void {
  for (const key of new Set(keys)) {
    draft.note("unread-key", `nobody reads \`${key}\` of a node, and it may say what must hold, so that none of its steps will pass; remove it, or say it in the inputs of a step or in \`prereqs\``, key);
    for (const step of steps) if (isObject(step) && isObject(step["inputs"])) step["inputs"][`${key}${OF_THE_NODE}`] = draft.get(key);
  }
}
