import type { FieldPacket, TypedParameter } from "mysql2";
import { ExactNumber, isNumeric, type Numeric } from "../model/exact-number.js";
import { writeJson } from "../model/json.js";
import { readJsonColumn } from "./json-column.js";

/**
 * A value as MySQL's protocol gives it, in dagrade's terms: integers and decimals exact, FLOAT as the shortest number that
 * is stored so, BIT as a number, bytes, JSON with exact numbers. 0 and 1 of a TINYINT(1), which is what BOOLEAN means
 * there, are false and true; dates and times stay text.
 */
export function readMysqlValue(value: unknown, field: FieldPacket): unknown {
  if (value === null || value === undefined) return null;
  const { columnType: type, columnLength: length } = field;
  if (type === TINY) return length === 1 && (value === 0 || value === 1) ? value === 1 : value;
  if (type === FLOAT && typeof value === "number") return shortestFloat(value);
  if (type === BIT && value instanceof Uint8Array) return ExactNumber.read(BigInt(`0x0${Buffer.from(value).toString("hex")}`).toString());
  if (EXACT.has(type) && typeof value === "string") return ExactNumber.read(value);
  if ((type === JSON_TYPE || field.extendedFormat === "json") && typeof value === "string") return readJsonColumn(value);
  // the driver's bytes are a part of what came from the network
  return value instanceof Uint8Array ? Uint8Array.from(value) : value;
}

/** A value as a prepared statement takes it: whole numbers as integers, others as decimals, lists and objects as JSON text. */
export function mysqlParameter(value: unknown, types: typeof TypedParameter): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return types.TINY(value ? 1 : 0);
  if (isNumeric(value)) return numberParameter(value, types);
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === "string" ? value : (writeJson(value) ?? null);
}

function numberParameter(value: Numeric, types: typeof TypedParameter): unknown {
  const text = String(value);
  if (/^[+-]?\d+$/.test(text)) {
    const whole = BigInt(text);
    if (BigInt.asIntN(64, whole) === whole) return types.LONGLONG(whole);
    if (BigInt.asUintN(64, whole) === whole) return types.LONGLONG.unsigned(whole);
  }
  return /^[+-]?[\d.]+$/.test(text) ? types.NEWDECIMAL(text) : types.DOUBLE(Number(text));
}

/** Types as the protocol numbers them. */
const TINY = 1;
const FLOAT = 4;
const BIT = 16;
const JSON_TYPE = 245;
/** DECIMAL, BIGINT, NEWDECIMAL: the driver gives them as text. */
const EXACT: ReadonlySet<number | undefined> = new Set([0, 8, 246]);

/** The number with the fewest digits that a float of 4 bytes can not tell from this one. */
function shortestFloat(value: number): number {
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return value;
}
