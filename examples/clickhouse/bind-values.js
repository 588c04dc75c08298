// @ts-check
import { ExactNumber, StepFailure } from "dagrade";

/**
 * What a `?` can not be: quoted text and names, heredocs and comments, as ClickHouse reads them; at the end, what opens one
 * that does not end. Between them stands the clause that dagrade puts behind a pattern of LIKE where it does not know the
 * dialect: ClickHouse has none, since there a backslash always escapes.
 */
const PIECES = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`|‘[^’]*’|“[^”]*”|\$(\w*)\$[^]*?\$\1\$|--[^\n]*|#[ !][^\n]*|\/\*[^]*?\*\/| ESCAPE '\\'|\?|['"`‘“]|\/\*/g;

/**
 * The statement with a literal in the place of every `?`; older servers take no parameters over HTTP. Throws a `StepFailure`
 * with code `sql-params` for a value that no literal says exactly, and unless there is one value for each `?`; `sql-error` for
 * a quote or a comment that does not end.
 * @param {string} sql
 * @param {readonly unknown[]} values
 */
export function bindValues(sql, values) {
  const pieces = sql.match(PIECES) ?? [];
  const open = pieces.find((piece) => /^(?:['"`‘“]|\/\*)$/.test(piece));
  if (open !== undefined) throw new StepFailure("sql-error", `expected an end of ${open}, found none; a backslash escapes the quote behind it`);
  const slots = pieces.filter((piece) => piece === "?").length;
  if (slots !== values.length) throw refusal(`a value for each of ${slots} question marks, got ${values.length}`, "write if(a, b, c) for a ? b : c, and no placeholder into a name");
  const left = values.values();
  return sql.replace(PIECES, (piece) => (piece === "?" ? literal(left.next().value) : piece === " ESCAPE '\\'" ? "" : piece));
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function literal(value) {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value instanceof Uint8Array) return `unhex('${Buffer.from(value).toString("hex")}')`;
  switch (typeof value) {
    case "boolean":
      return value ? "1" : "0";
    case "string":
      if (/\p{Surrogate}/u.test(value)) throw refusal("text of whole characters", "half a surrogate pair can not be sent");
      return `'${value.replace(/[\\']/g, "\\$&").replaceAll("\0", "\\0")}'`;
    case "number":
      if (Number.isFinite(value)) return spaced(String(value).replace("+", ""));
  }
  if ((typeof value === "bigint" || value instanceof ExactNumber) && isInteger64(String(value))) return spaced(String(value));
  const what = typeof value === "bigint" || typeof value === "number" || value instanceof ExactNumber ? String(value) : typeof value;
  throw refusal(`a text, a boolean, null, a list, or a number of 64 bits, got ${what}`, "give it as a text and convert it in the statement, with toDecimal128(:value, 4) say");
}

/** A larger literal would be read as a float, and rounded. @param {string} text */
function isInteger64(text) {
  return /^-?\d{1,20}$/.test(text) && BigInt(text) >= -(2n ** 63n) && BigInt(text) < 2n ** 64n;
}

/** Two signs in a row would start a comment. @param {string} number */
function spaced(number) {
  return number.startsWith("-") ? ` ${number}` : number;
}

/**
 * @param {string} expected
 * @param {string} advice
 */
function refusal(expected, advice) {
  return new StepFailure("sql-params", `expected ${expected}; ${advice}`);
}
