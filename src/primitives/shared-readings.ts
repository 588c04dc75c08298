import { ExactNumber } from "../model/exact-number.js";
import type { Primitive } from "./define.js";
import { readWrittenInputs, type WrittenInputs } from "./written-inputs.js";

/**
 * Reads the inputs of a document's steps. Steps that say the same, as most of a large document do, share what was read; so do
 * those of documents that are looked at one after the other, as far as {@link MAX_RECENT} reaches.
 */
export function sharedReadings(): Read {
  const known: Readings = new Map();
  return (primitive, inputs) => {
    const text = textOf(inputs, MAX_TEXT);
    if (text === undefined) return readWrittenInputs(primitive, inputs);
    if (text.length > MAX_KEPT) return recentReading(primitive, inputs, text);
    const ofDocument = readingsOf(known, primitive);
    const shared = ofDocument.get(text);
    if (shared !== undefined) return shared;
    const reading = recentReading(primitive, inputs, text);
    ofDocument.set(text, reading);
    return reading;
  };
}

type Read = (primitive: Primitive, inputs: Readonly<Record<string, unknown>>) => WrittenInputs;
type Readings = Pick<WeakMap<Primitive, Map<string, WrittenInputs>>, "get" | "set">;

function readingsOf(readings: Readings, primitive: Primitive): Map<string, WrittenInputs> {
  const known = readings.get(primitive) ?? new Map<string, WrittenInputs>();
  if (known.size === 0) readings.set(primitive, known);
  return known;
}

/** What any document has said of late; all of it is forgotten when it has become too much. */
function recentReading(primitive: Primitive, inputs: Readonly<Record<string, unknown>>, text: string): WrittenInputs {
  const known = readingsOf(recent.readings, primitive).get(text);
  if (known !== undefined) return known;
  const reading = readWrittenInputs(primitive, inputs);
  if (recent.count >= MAX_RECENT) recent = { readings: new WeakMap(), count: 0 };
  readingsOf(recent.readings, primitive).set(text, reading);
  recent.count++;
  return reading;
}

/** Weakly, since hosts make primitives of their own. */
let recent: { readonly readings: Readings; count: number } = { readings: new WeakMap(), count: 0 };

/** Ten megabytes at most. */
const MAX_RECENT = 4_096;

/** Inputs of more characters hardly ever come twice. */
const MAX_TEXT = 2_000;

/** Inputs of more characters come so rarely twice in one document that they would only fill its memory. */
const MAX_KEPT = 400;

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
