import { numberOf } from "./aliases.js";
import { expectCell, saysTruth } from "./cell-expectations.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { comparingAssertion, comparisonsIn, isAnyCount, looksLikeComparison, noteAnyCount, type Comparison } from "./comparisons.js";
import { OPERATOR_WORDS, type Check } from "./expected-words.js";
import { addAssertion, matcherOf, soleMatcher } from "./query-expectations.js";
import { selectedCell } from "./selected-cell.js";

const FIRST_ROW = ["expected_result", "expected", "expected_first_row", "first_row_assertions", "expected_row_match", "expected_first_row_match", "expected_row"];
const MINIMA = ["expected_result_min", "min_first_row", "expected_min"];
const MAXIMA = ["expected_result_max", "max_first_row", "expected_max"];

/** What a query expects of its rows, under its canonical keys. */
export function rewriteRows(draft: Draft, sql: string): void {
  for (const alias of ["expected_partial_result", "expected_partial"]) if (Array.isArray(draft.get(alias))) draft.rename(alias, "expected_partial_rows");
  for (const key of FIRST_ROW) if (draft.has(key)) rewriteExpected(draft, key, sql);
  for (const [keys, operator] of [[MINIMA, "gte"], [MAXIMA, "lte"]] as const) for (const key of keys) if (draft.has(key)) rewriteBound(draft, key, operator, sql);
  const patterns = draft.get("expected_field_regex");
  if (isObject(patterns)) {
    const { field, regex, pattern = regex } = patterns;
    const byColumn = typeof field === "string" && typeof pattern === "string" ? { [field]: pattern } : patterns;
    expectColumns(draft, "expected_field_regex", Object.fromEntries(Object.entries(byColumn).map(([column, text]) => [column, { operator: "regex", expected: text }])));
  }
  for (const key of ["expected_rows", "expected_partial_rows", "expected_rows_contain"]) {
    const rows = draft.get(key);
    if (isObject(rows)) draft.set(key, [rows]);
    const list = draft.get(key);
    if (Array.isArray(list)) draft.set(key, list.map((row: unknown) => (isObject(row) ? Object.fromEntries(Object.entries(row).map(([column, value]) => [column, soleMatcher(value)])) : row)));
  }
}

/** One of the keys for the first row, which may also hold a count, a word, or a list of rows. */
function rewriteExpected(draft: Draft, key: string, sql: string): void {
  const value = draft.get(key);
  if (value === null || (isObject(value) && Object.keys(value).length === 0)) {
    draft.drop(key, "it expects nothing");
    return;
  }
  if (Array.isArray(value)) {
    if (value.every(isObject)) draft.rename(key, "expected_rows");
    return;
  }
  if (isObject(value)) rewriteColumns(draft, key, value, sql);
  else rewriteScalar(draft, key, value, sql);
}

/** `5`, `">=1"`, `"empty"`, `true`: of one counted cell the cell, else how many rows there are. `"cnt >= 1"`: of a column. */
function rewriteScalar(draft: Draft, key: string, value: unknown, sql: string): void {
  const [comparison, ...further] = typeof value === "string" ? (comparisonsIn(value, sql) ?? []) : [];
  if (comparison !== undefined && further.length > 0) return rewriteComparisons(draft, key, [comparison, ...further], sql);
  if (comparison?.column !== undefined) return rewriteComparison(draft, key, comparison.column, comparison.check, sql);
  const { matcher, more } = comparison === undefined ? matcherOf(value) : { matcher: comparison.check, more: [] };
  if (more.length > 0) return rewriteText(draft, key, value, matcher);
  const word = typeof value === "string" ? value.trim().toLowerCase().replace(/[\s-]+/g, "_") : undefined;
  const cell = comparison?.isOfRows === true ? undefined : selectedCell(sql);
  const isOfNone = word === "empty" || word === "no_rows";
  if (cell !== undefined && (cell.isSingleRow || !isOfNone)) {
    const isPlainText = typeof value === "string" && matcher === value && numberOf(value) === undefined && !saysTruth(value);
    if (!isPlainText && expectCell(draft, key, value, matcher, cell, sql)) return;
  } else if (isOfNone) return void draft.rename(key, "expected_row_count", 0);
  else if (value === true || (word !== undefined && ANY_ROWS.has(word))) return void draft.rename(key, "expected_row_count", { operator: "gte", expected: 1 });
  else if (isNumberOfRows(value, matcher)) return void draft.rename(key, "expected_row_count", isObject(matcher) ? matcher : numberOf(value));
  rewriteText(draft, key, value, matcher);
}

const ANY_ROWS: ReadonlySet<string> = new Set(["non_empty", "not_empty", "nonempty", "present", "exists"]);

function isNumberOfRows(value: unknown, matcher: unknown): boolean {
  const operand = isObject(matcher) ? matcher["expected"] : matcher;
  return numberOf(operand) !== undefined || (isObject(matcher) && typeof operand === "string" && /^\{\{[^{}]+\}\}$/.test(operand));
}

function rewriteText(draft: Draft, key: string, value: unknown, matcher: unknown): void {
  draft.take(key);
  addAssertion(draft, { path: "$.rows[0].*", operator: "equals", expected: value }, key);
  const isInstruction = matcher !== value || (typeof value === "string" && looksLikeComparison(value));
  if (isInstruction) draft.note("unknown-operator", `\`${key}: ${JSON.stringify(value)}\` is no comparison that can be read here, such as "cnt >= 1", so it is compared as a text, and the step will fail unless the only column holds just that; name the column: \`expected_result: {column: value}\``, key);
  else draft.note("expectation-form", `\`${key}: ${JSON.stringify(value)}\` is read as the value of the only column`, key);
}

function rewriteComparison(draft: Draft, key: string, column: string, check: Check, sql: string): void {
  draft.note("expectation-form", `\`${key}: ${JSON.stringify(draft.get(key))}\` is read as a comparison of the column ${JSON.stringify(column)} of the first row`, key);
  rewriteColumns(draft, key, { [column]: { operator: check.operator, expected: check.expected } }, sql);
}

/** `cnt >= 1 AND total < 5`: each of them is an assertion. */
function rewriteComparisons(draft: Draft, key: string, comparisons: readonly Comparison[], sql: string): void {
  draft.note("expectation-form", `\`${key}: ${JSON.stringify(draft.take(key))}\` is read as ${comparisons.length} assertions, all of which must hold`, key);
  for (const comparison of comparisons) {
    const assertion = comparingAssertion(comparison, draft, key, sql);
    if (assertion !== undefined) addAssertion(draft, assertion, key);
  }
}

/** Column -> value; some columns carry their operator in their name, some are no column at all. */
function rewriteColumns(draft: Draft, key: string, expected: Readonly<Keys>, sql: string): void {
  const columns: Keys = {};
  let isRewritten = false;
  for (const [name, value] of Object.entries(expected)) {
    const [, bound] = /^row_count(?:_(gte|lte|min|max))?$/.exec(name) ?? [];
    if (/^row_count/.test(name) && (bound !== undefined || name === "row_count") && !isSelected(name, sql)) {
      const count = bound === undefined ? soleMatcher(value) : { operator: OPERATOR_WORDS.get(bound) ?? bound, expected: numberOf(value) ?? value };
      if (!draft.offer("expected_row_count", count)) addAssertion(draft, { path: "$.row_count", ...(isObject(count) ? count : { expected: count }) }, key);
      isRewritten = true;
      continue;
    }
    const { column, matcher, more } = columnOf(name, value, sql);
    if (isAnyCount(matcher, sql, column)) {
      isRewritten = true;
      noteAnyCount(draft, key, column);
      continue;
    }
    for (const { operator, expected: operand } of more) addAssertion(draft, { path: `$.rows[0].${column}`, operator, ...(operand !== undefined && { expected: operand }) }, key);
    isRewritten ||= column !== name || matcher !== value;
    if (Object.hasOwn(columns, column)) addAssertion(draft, { path: `$.rows[0].${column}`, ...(isObject(matcher) ? matcher : { expected: matcher }) }, key);
    else columns[column] = matcher;
  }
  if (isRewritten) draft.note("expected-word", `the values of \`${key}\` are read as ${JSON.stringify(columns).slice(0, 200)}`, key);
  if (Object.keys(columns).length > 0) expectColumns(draft, key, columns);
  else draft.take(key);
}

const SUFFIX = /^(\w+?)_(gte|gt|lte|lt|min|max|not_null|contains|regex|in|ne|not_empty)$/;

function columnOf(name: string, value: unknown, sql: string): { column: string; matcher: unknown; more: ReturnType<typeof matcherOf>["more"] } {
  const [, column, suffix] = SUFFIX.exec(name) ?? [];
  const plain = matcherOf(value);
  if (column === undefined || suffix === undefined || isSelected(name, sql)) return { column: name, ...plain };
  const operator = OPERATOR_WORDS.get(suffix) ?? suffix;
  if (operator === "not_null" || operator === "not_empty") return { column, matcher: { operator: value === false && operator === "not_null" ? "is_null" : operator }, more: [] };
  return { column, matcher: { operator, expected: value }, more: [] };
}

/** Whether the statement names a column so. */
function isSelected(name: string, sql: string): boolean {
  return new RegExp(`\\b${name}\\b`, "i").test(sql);
}

/** `{column: least}`, or a number for the column in `field`. */
function rewriteBound(draft: Draft, key: string, operator: string, sql: string): void {
  const value = draft.get(key);
  const field = draft.get("field") ?? draft.get("column");
  const number = numberOf(value);
  if (isObject(value)) rewriteColumns(draft, key, Object.fromEntries(Object.entries(value).map(([column, least]) => [column, { operator, expected: numberOf(least) ?? least }])), sql);
  else if (number !== undefined && typeof field === "string") {
    rewriteColumns(draft, key, { [field]: { operator, expected: number } }, sql);
    for (const name of ["field", "column"]) if (draft.get(name) === field) draft.drop(name, "it names the column that is expected");
  } else if (number !== undefined) {
    draft.take(key);
    addAssertion(draft, { path: "$.rows[0].*", operator, expected: number }, key);
    draft.note("alias-key", `\`${key}\` is read as an assertion on the only column`, key);
  }
}

/** Adds to what is expected of the first row; a column that is named twice becomes an assertion. */
function expectColumns(draft: Draft, key: string, columns: Readonly<Keys>): void {
  if (key === "expected_result") {
    draft.set(key, columns);
    return;
  }
  const known = draft.get("expected_result");
  const merged: Keys = isObject(known) ? { ...known } : {};
  for (const [column, matcher] of Object.entries(columns)) {
    if (Object.hasOwn(merged, column)) addAssertion(draft, { path: `$.rows[0].${column}`, ...(isObject(matcher) && typeof matcher["operator"] === "string" ? matcher : { expected: matcher }) }, key);
    else merged[column] = matcher;
  }
  draft.take(key);
  draft.set("expected_result", merged);
  draft.note("alias-key", `\`${key}\` is read as \`expected_result\``, key);
}
