import { writeJson } from "../../model/json.js";
import { BoundText } from "../../model/template.js";

/**
 * A script with values in the place of its placeholders, each of which stays data: within a string it is a part of that string,
 * elsewhere a literal. Nothing of a value but letters and digits is written as it is, so that none can end the string it is in.
 */
export function scriptWith(script: string | BoundText): string {
  if (!(script instanceof BoundText)) return script;
  return script.texts.reduce((written, text, index) => {
    const value = script.values[index - 1];
    return written + (index === 0 ? "" : isInString(script.texts.slice(0, index).join("x")) ? escaped(asText(value)) : literal(value)) + text;
  }, "");
}

function literal(value: unknown): string {
  if (typeof value === "string") return `"${escaped(value)}"`;
  return value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ? `(${String(value)})` : `JSON.parse("${escaped(asText(value))}")`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (writeJson(value) ?? "null");
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Whether the end of a script lies within quotes. */
function isInString(script: string): boolean {
  let quote: string | undefined;
  for (let index = 0; index < script.length; index++) {
    const character = script[index];
    if (quote !== undefined && character === "\\") index++;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (character === '"' || character === "'" || character === "`") quote = character;
  }
  return quote !== undefined;
}
