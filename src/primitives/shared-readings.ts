import { ExactNumber } from "../model/exact-number.js";
import type { Primitive } from "./define.js";
import { readWrittenInputs, type WrittenInputs } from "./written-inputs.js";

/** Reads the inputs of a document's steps. Steps that say the same, as most of a large document do, share what was read. */
export function sharedReadings(): (primitive: Primitive, inputs: Readonly<Record<string, unknown>>) => WrittenInputs {
  const known = new Map<Primitive, Map<string, WrittenInputs>>();
  return (primitive, inputs) => {
    const text = textOf(inputs, MAX_TEXT);
    if (text === undefined) return readWrittenInputs(primitive, inputs);
    const readings = known.get(primitive) ?? new Map<string, WrittenInputs>();
    if (readings.size === 0) known.set(primitive, readings);
    const reading = readings.get(text) ?? readWrittenInputs(primitive, inputs);
    readings.set(text, reading);
    return reading;
  };
}

/** Inputs of more characters hardly ever come twice. */
const MAX_TEXT = 400;

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
