import { matchValue } from "../match/matcher.js";
import { numberOf } from "./aliases.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { isAnyCount, noteAnyCount } from "./comparisons.js";
import { addAssertion, checkForm } from "./query-expectations.js";
import { selectedCell, type SelectedCell } from "./selected-cell.js";

/** Where the only column of the first row stands. */
const CELL = "$.rows[0].*";

/**
 * Reads a value, or the check that it stands for, as what is expected of the only column of the first row. False when it can
 * not be: a count is compared with numbers alone.
 */
export function expectCell(draft: Draft, key: string, value: unknown, matcher: unknown, { kind }: SelectedCell, sql: string): boolean {
  const check = kind === "count" ? checkOfCount(value, matcher) : checkOfValue(value, matcher, kind === "truth");
  if (check === undefined) return false;
  draft.take(key);
  if (kind === "count" && isAnyCount(check, sql)) noteAnyCount(draft, key);
  else {
    addAssertion(draft, { path: CELL, ...check, ...(!ON_ONE.has(check["operator"]) && { each: "all" }) }, key);
    draft.note("ambiguous-count", `\`${key}: ${JSON.stringify(value)}\` is read as the selected value, not as the number of rows`, key);
  }
  return true;
}

/** Whether a text says of something that it is true, or false; `yes` may be what a column holds. */
export function saysTruth(text: string): boolean {
  return /^(?:true|false|empty|no[\s_-]rows|present|exists)$/i.test(text.trim());
}

/** A number of rows says nothing of a statement that always gives one: of one that counts it is what is counted. */
export function settleRowCount(draft: Draft, sql: string): void {
  const count = draft.get("expected_row_count");
  const cell = count === undefined ? undefined : selectedCell(sql);
  if (cell?.isSingleRow !== true) return;
  if (cell.kind === "count") {
    draft.take("expected_row_count");
    if (isAnyCount(count, sql)) return noteAnyCount(draft, "expected_row_count");
    addAssertion(draft, { path: CELL, ...checkForm(count) }, "expected_row_count");
    draft.note("ambiguous-count", "the statement gives one row whatever it counts, so a number of rows is read as the counted value");
  } else if (matchValue({ exists: true, value: 1 }, count).ok) {
    draft.take("expected_row_count");
    draft.note("vacuous-expectation", "the statement gives one row whatever is stored, so the number of rows says nothing and is left out; compare the selected value");
  }
}

function checkOfCount(value: unknown, matcher: unknown): Keys | undefined {
  const truth = truthOf(value, matcher);
  if (truth !== undefined && numberOf(value) === undefined && !COMPARING.has(operatorOf(matcher))) return truth ? { operator: "gte", expected: 1 } : { operator: "equals", expected: 0 };
  const check = checkForm(matcher);
  const number = numberOf(check["expected"]);
  if (number !== undefined) return { ...check, expected: number };
  return COMPARING.has(operatorOf(check)) && isPlaceholder(check["expected"]) ? check : undefined;
}

function checkOfValue(value: unknown, matcher: unknown, isTruth: boolean): Keys | undefined {
  const truth = isTruth || typeof value === "boolean" || /^(?:true|false)$/i.test(String(value).trim()) ? truthOf(value, matcher) : undefined;
  if (truth !== undefined) return { operator: "in", expected: truth ? [true, 1] : [false, 0] }; // not every database has truth values
  if (operatorOf(matcher) === "exists") return { operator: "not_null" };
  if (!isObject(matcher)) return { operator: "equals", expected: numberOf(matcher) ?? matcher };
  return matcher;
}

/** Whether something says that it must be true, or false. */
function truthOf(value: unknown, matcher: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase().replace(/[\s-]+/g, "_");
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  const { operator, expected } = checkForm(matcher);
  const number = typeof expected === "boolean" ? Number(expected) : numberOf(expected);
  if (operator === "not_equals" && (number === 0 || number === 1)) return number === 0;
  if (operator === "equals" && (number === 0 || number === 1)) return number === 1;
  return (operator === "gt" && number === 0) || (operator === "gte" && number === 1) ? true : undefined;
}

const TRUE: ReadonlySet<string> = new Set(["true", "t", "1", "yes", "exists", "present", "non_empty", "not_empty", "nonempty"]);
const FALSE: ReadonlySet<string> = new Set(["false", "f", "0", "no", "not_exists", "empty", "no_rows"]);
const COMPARING: ReadonlySet<unknown> = new Set(["equals", "not_equals", "gt", "gte", "lt", "lte"]);

/** These are always about one value; others may be about all that are found. */
const ON_ONE: ReadonlySet<unknown> = new Set([...COMPARING, "in", "not_null", "is_null"]);

function operatorOf(matcher: unknown): unknown {
  return isObject(matcher) ? matcher["operator"] : undefined;
}

function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && /^\{\{[^{}]*\}\}$/.test(value);
}
