import { writeJson } from "./json.js";
import { isNumeric } from "./exact-number.js";

/** A value in a message: short, on one line, never longer than some 60 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (value === null || typeof value === "boolean" || isNumeric(value)) return String(value).slice(0, 60);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : shortJson(value) ?? `a list of ${value.length}`;
  if (value instanceof URL || value instanceof Headers) return value instanceof URL ? "a URL object" : "a Headers object"; // without keys of their own
  if (typeof value === "object") return Object.keys(value).length === 0 ? "an empty object" : shortJson(value) ?? "an object";
  return `a ${typeof value}`;
}

function shortJson(value: object): string | undefined {
  if (Object.keys(value).length > 5 || Object.values(value).some((item) => typeof item === "object" && item !== null)) return undefined;
  const text = writeJson(value);
  return text !== undefined && text.length <= 60 ? text : undefined;
}
