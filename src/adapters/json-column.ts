import { readJson } from "../model/json.js";

/** A JSON column's value with exact numbers; what can not be read as JSON (nested too deep) stays text. */
export function readJsonColumn(text: string): unknown {
  const reading = readJson(text);
  return reading.ok ? reading.value : text;
}
