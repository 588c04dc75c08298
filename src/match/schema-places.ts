import { keysOf } from "../model/json-pointer.js";
import { isJsonObject } from "./equality.js";

/** Of a schema only what `const` and the members of `enum` say are values to compare with; true for a place within one of them. */
export function isComparedWith(path: readonly (string | number)[]): boolean {
  const isKeyword = (index: number): boolean => !HOLDERS.has(path[index - 1] ?? "");
  return path.some((part, index) => (part === "const" || (part === "enum" && index < path.length - 1)) && isKeyword(index));
}

/** What stands in these are names, not keywords. */
const HOLDERS: ReadonlySet<string | number> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** A reference that would read a value to compare with as a schema; `undefined` when there is none. */
export function referenceToValue(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return schema.map(referenceToValue).find((found) => found !== undefined);
  if (!isJsonObject(schema)) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    const found = REFERENCES.has(key) && typeof value === "string" ? (leadsToValue(value) ? value : undefined) : referenceToValue(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef"]);

function leadsToValue(reference: string): boolean {
  const [, pointer = ""] = reference.split("#");
  try {
    return isComparedWith(keysOf(decodeURIComponent(pointer)));
  } catch {
    return false; // percent signs that encode nothing lead nowhere
  }
}
