import { numberOf } from "./aliases.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { literal, OPERATOR_WORDS, type Check } from "./expected-words.js";
import { partsJoined } from "./joined.js";
import { selectedCell } from "./selected-cell.js";

/** What a text in the place of a query's result compares with what. */
export interface Comparison {
  /** Absent: the only column, or where there are several how many rows come. */
  readonly column?: string;
  /** It speaks of rows by name. */
  readonly isOfRows?: true;
  readonly check: Check;
}

/** One comparison, or several with `and` between them, all of which must hold; `undefined` where one of them can not be read. */
export function comparisonsIn(text: string, sql: string): readonly Comparison[] | undefined {
  const whole = comparisonIn(text, sql);
  if (whole !== undefined) return [whole];
  const parts = partsJoined(text);
  const comparisons = parts.length === 1 ? [] : parts.map((part) => comparisonIn(part, sql));
  return comparisons.length > 0 && comparisons.every((comparison) => comparison !== undefined) ? comparisons : undefined;
}

/**
 * `cnt >= 1`, `rows >= 1`, `> 2 rows`, `at least 1`: a comparison of a column of the first row, or of the count of rows;
 * `undefined` for a text whose meaning is not plain. What a column equals may be a bare word, but `sql` must select the column.
 */
function comparisonIn(text: string, sql: string): Comparison | undefined {
  const words = text.trim().replace(BOUND_WORDS, (word) => ` ${SIGNS.get(word.toLowerCase().replace(/\s+/g, " ")) ?? word} `).trim();
  const [, sign, number] = /^(>=|<=|==|!=|<>|=|>|<)?\s*(-?\d+(?:\.\d+)?|\{\{[^{}]+\}\})(?:\s*rows?)?$/i.exec(words) ?? [];
  const isOfRows = /[\d}]\s*rows?$/i.test(words);
  if (number !== undefined && (sign !== undefined || isOfRows)) return { ...(isOfRows && { isOfRows }), check: checkOf(sign ?? "==", number) };
  const [, written, operator, operand] = /^(count\s*\(\s*\*\s*\)|[A-Za-z_]\w*)\s*(>=|<=|==|!=|<>|=|>|<)\s*(\S.*)$/is.exec(words) ?? [];
  if (written === undefined || operator === undefined || operand === undefined) return undefined;
  const isCount = COUNT_NAMES.test(written) && !isNamed(written, sql);
  const isEquality = /^(?:==?|!=|<>)$/.test(operator);
  const isOwnColumn = isNamed(written, sql) || /\bselect\s+(?:\w+\.)?\*/i.test(sql);
  if (isEquality && !isCount && !isOwnColumn) return undefined; // `mode=1` may be what a cell holds
  if (!(isEquality && isOwnColumn && /^[\w@.-]+$/.test(operand)) && !/^(?:-?\d+(?:\.\d+)?|true|false|\{\{[^{}]+\}\}|'[^']*'|"[^"]*")$/s.test(operand)) return undefined;
  return { ...(!isCount ? { column: written } : !/^count/i.test(written) && { isOfRows: true }), check: checkOf(operator, operand) };
}

/** Whether a text that can not be read as a check looks as if it were to be one all the same. */
export function looksLikeComparison(text: string): boolean {
  return /\s(?:[<>]=?|[!=]=?|<>)\s|(?:[<>]=?|[!=]=)\s*[-\d'"]|\bbetween\s+\S+\s+and\b/i.test(text) || INSTRUCTION.test(text.trim()) || text.search(BOUND_WORDS) >= 0;
}

/** Words that say something of a value, and that a value may be all the same. */
const INSTRUCTION = /^(?:absent|positive|negative|non[\s_-]?zero|[\w-]+\s+or\s+[\w-]+)$|^(?:(?:(?:does\s+)?not\s+|must\s+)?contains?|(?:any|one|none)\s+of)\s+\S/i;

/** A comparison as an assertion on the result of a query; `undefined` when it says nothing, which is noted. */
export function comparingAssertion({ column, isOfRows, check }: Comparison, draft: Draft, key: string, sql: string): Keys | undefined {
  const { operator, expected } = check;
  const path = column === undefined ? countedPath(sql, isOfRows) : `$.rows[0].${column}`;
  if (isAnyCount(check, sql, column) && (column !== undefined || path === ROW_COUNT || selectedCell(sql)?.kind === "count")) {
    noteAnyCount(draft, key, column);
    return undefined;
  }
  return { path, operator, expected };
}

const ROW_COUNT = "$.row_count";

/** Where that stands of which a number without a name speaks: rows by that name are those that are counted, where one row counts them. */
export function countedPath(sql: string, isOfRows = false): string {
  const cell = selectedCell(sql);
  const isRowCount = cell === undefined || (isOfRows && !(cell.isSingleRow && cell.kind === "count"));
  return isRowCount ? ROW_COUNT : "$.rows[0].*";
}

/** A lower bound that every count meets: of a column, where a statement counts, or of whatever it counts. */
export function isAnyCount(matcher: unknown, sql: string, column?: string): boolean {
  if (!isObject(matcher) || (column !== undefined && !/\bcount\s*\(/i.test(sql))) return false;
  const bound = numberOf(matcher["expected"]);
  return bound !== undefined && ((matcher["operator"] === "gte" && bound <= 0) || (matcher["operator"] === "gt" && bound < 0));
}

/** Says of a bound that every count meets that it asks nothing. */
export function noteAnyCount(draft: Draft, key: string, column?: string): void {
  draft.note("vacuous-expectation", `every count is at least 0, so what is expected of ${column === undefined ? "it" : JSON.stringify(column)} is left out; ask for more`, key);
}

function checkOf(sign: string, operand: string): Check {
  return { operator: OPERATOR_WORDS.get(sign) ?? sign, expected: literal(operand) };
}

/** Whether a statement has a column of that name, rather than a function. */
function isNamed(name: string, sql: string): boolean {
  return /^\w+$/.test(name) && new RegExp(`\\b${name}\\b(?!\\s*\\()`, "i").test(sql);
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ...["at least", "no less than", "no fewer than"].map((words) => [words, ">="] as const),
  ...["at most", "no more than"].map((words) => [words, "<="] as const),
  ...["more than", "greater than"].map((words) => [words, ">"] as const),
  ...["less than", "fewer than"].map((words) => [words, "<"] as const),
  ["exactly", "=="],
]);

const BOUND_WORDS = /\b(?:at\s+least|no\s+less\s+than|no\s+fewer\s+than|at\s+most|no\s+more\s+than|more\s+than|greater\s+than|less\s+than|fewer\s+than|exactly)\b/gi;

/** Names that hardly any column has. */
const COUNT_NAMES = /^(?:rows|row_?count|num_rows|number_of_rows|count(?:\s*\(\s*\*\s*\))?)$/i;
