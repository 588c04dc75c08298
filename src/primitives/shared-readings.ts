import { ExactNumber } from "../model/exact-number.js";
import type { Primitive } from "./define.js";
import { readWrittenInputs, type WrittenInputs } from "./written-inputs.js";

/**
 * Reads the inputs of a step. Steps that say the same share what was read, in one document or in several that are looked at one
 * after the other, as far as {@link MAX_KEPT} reaches.
 */
export function readShared(primitive: Primitive, inputs: Readonly<Record<string, unknown>>): WrittenInputs {
  const text = textOf(inputs, MAX_TEXT);
  if (text === undefined) return readWrittenInputs(primitive, inputs);
  const known = kept.readings.get(primitive)?.get(text);
  if (known !== undefined) return known;
  const reading = readWrittenInputs(primitive, inputs);
  keep(primitive, text, reading);
  return reading;
}

/** All that is kept is forgotten when it has become too much. */
function keep(primitive: Primitive, text: string, reading: WrittenInputs): void {
  if (kept.count >= MAX_KEPT) kept = { readings: new WeakMap(), count: 0 };
  kept.count++;
  const { readings } = kept;
  const ofPrimitive = readings.get(primitive);
  if (ofPrimitive === undefined) readings.set(primitive, new Map([[text, reading]]));
  else ofPrimitive.set(text, reading);
}

/** Weakly, since hosts make primitives of their own. */
let kept: { readonly readings: WeakMap<Primitive, Map<string, WrittenInputs>>; count: number } = { readings: new WeakMap(), count: 0 };

/** Ten megabytes at most. */
const MAX_KEPT = 4_096;

/** Inputs of more characters hardly ever come twice. */
const MAX_TEXT = 2_000;

/** A text that only equal plain data has: texts come with their lengths, so that none can pretend to be more. `undefined` when it would be too long. */
function textOf(value: unknown, room: number): string | undefined {
  if (typeof value === "string") return value.length > room ? undefined : `${value.length}:${value}`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof ExactNumber) return textOf(value.text, room)?.replace(":", "=");
  const isList = Array.isArray(value);
  let text = isList ? "[" : "{";
  for (const key of Object.keys(value)) {
    const member = textOf((value as Record<string, unknown>)[key], room - text.length);
    if (member === undefined) return undefined;
    text += isList ? `${member},` : `${key.length}:${key}${member},`;
    if (text.length > room) return undefined;
  }
  return isList ? `${text}]` : `${text}}`;
}
