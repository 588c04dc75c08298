import { ExactNumber, isNumeric, type Numeric } from "../model/exact-number.js";
import { writeJson } from "../model/json.js";
import { readJsonColumn } from "./json-column.js";

/**
 * A value as SQLite stores it, in dagrade's terms: integers exact, and by the type that its column is declared with: 0 and 1
 * of a BOOLEAN are false and true, text of a JSON column is what it says. Everything else is what is stored.
 */
export function readSqliteValue(value: unknown, declared: string | null): unknown {
  const type = (declared ?? "").toUpperCase();
  if (typeof value === "bigint") return (type === "BOOLEAN" || type === "BOOL") && (value === 0n || value === 1n) ? value === 1n : ExactNumber.read(value.toString());
  if (type === "JSON" && typeof value === "string") return readJsonColumn(value);
  return value instanceof Uint8Array ? Uint8Array.from(value) : value; // a Buffer is not only bytes
}

/** A value as SQLite stores it: whole numbers of 64 bits as integers, booleans as 1 and 0, lists and objects as JSON text. */
export function sqliteParameter(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (isNumeric(value)) return numberParameter(value);
  if (value instanceof Uint8Array || typeof value === "string") return value;
  return writeJson(value) ?? null;
}

/** Digits that neither an integer nor a double can hold stay text, which compares with numbers as a number. */
function numberParameter(value: Numeric): bigint | number | string {
  const text = String(value);
  if (!/^[+-]?\d+$/.test(text)) return typeof value === "number" ? value : text;
  const whole = BigInt(text);
  return BigInt.asIntN(64, whole) === whole ? whole : text;
}
