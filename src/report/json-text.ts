import { INVISIBLE } from "./visible-text.js";

/**
 * JSON of plain data in which every invisible character is an escape, so that it is harmless on a terminal and still
 * parses to the same values. A `bigint`, which JSON has no form for, becomes a string.
 */
export function jsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? String(item) : item), indent) as string | undefined;
  return (json ?? "null").replace(INVISIBLE, unitEscapes);
}

function unitEscapes(character: string): string {
  return Array.from({ length: character.length }, (_unit, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");
}
