import { ExactNumber, isNumeric, type Numeric } from "../model/exact-number.js";
import { writeJson } from "../model/json.js";
import { readJsonColumn } from "./json-column.js";
import { readPostgresArray } from "./postgres-array.js";
import { ResultSize } from "./sql-result.js";

/**
 * Reads the values of one result from the text that PostgreSQL prints: integers, numerics and floats exactly, booleans,
 * JSON with exact numbers, bytes, arrays of all these; everything else, dates, times and money too, stays that text.
 * Throws a `StepFailure` with code `result-too-large` beyond `MAX_RESULT_SIZE`.
 */
export class PostgresReader {
  readonly #size = new ResultSize();

  /** As the driver asks for it, by the type's oid. */
  getTypeParser(oid: number): (text: string) => unknown {
    const read = readerOf(oid);
    return (text) => {
      this.#size.add(text.length);
      return read(text);
    };
  }
}

/**
 * A value as the driver binds it: numbers with all their digits, bytes, lists of plain values as arrays, lists and objects
 * that hold others as JSON text.
 */
export function postgresParameter(value: unknown): string | null | Buffer | (string | null)[] {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (isPlain(value)) return String(value);
  return isPlainList(value) ? value.map((item) => (item === null ? null : String(item))) : (writeJson(value) ?? null);
}

type Plain = string | boolean | Numeric;

function isPlain(value: unknown): value is Plain {
  return typeof value === "string" || typeof value === "boolean" || isNumeric(value);
}

function isPlainList(value: unknown): value is (Plain | null)[] {
  return Array.isArray(value) && value.every((item) => item === null || isPlain(item));
}

/** Types by oid, as `pg_type.dat` of PostgreSQL fixes them. */
const NUMBERS = new Set([20, 21, 23, 26, 28, 700, 701, 1700, 5069]);
const BOOLEAN = 16;
const BYTES = 17;
const JSON_TYPES = new Set([114, 3802]);

/** Array type -> type of its elements. */
const ELEMENTS = new Map([
  [199, 114], [1000, 16], [1001, 17], [1002, 18], [1003, 19], [1005, 21], [1007, 23], [1009, 25], [1014, 1042], [1015, 1043],
  [1016, 20], [1021, 700], [1022, 701], [1028, 26], [1040, 829], [1041, 869], [651, 650], [1115, 1114], [1182, 1082],
  [1183, 1083], [1185, 1184], [1187, 1186], [1231, 1700], [1270, 1266], [2951, 2950], [3807, 3802], [791, 790],
]);

function readerOf(oid: number): (text: string) => unknown {
  if (NUMBERS.has(oid)) return readNumber;
  if (oid === BOOLEAN) return (text) => text === "t";
  if (oid === BYTES) return readBytes;
  if (JSON_TYPES.has(oid)) return readJsonColumn;
  const element = ELEMENTS.get(oid);
  if (element === undefined) return (text) => text;
  const readElement = readerOf(element);
  return (text) => readPostgresArray(text, readElement);
}

function readNumber(text: string): number | ExactNumber {
  return /^-?Infinity$|^NaN$/.test(text) ? Number(text) : ExactNumber.read(text);
}

/** In the hexadecimal form, or in the older escaped one that a server may be set to. */
function readBytes(text: string): Uint8Array {
  if (text.startsWith("\\x")) return new Uint8Array(Buffer.from(text.slice(2), "hex"));
  const plain = text.replace(/\\(\\|[0-7]{3})/g, (_all, code: string) => (code === "\\" ? code : String.fromCharCode(parseInt(code, 8))));
  return new Uint8Array(Buffer.from(plain, "latin1"));
}
