import { evaluateAssertions } from "../../match/assertions.js";
import { sourceOf } from "../../match/assertion-subject.js";
import { isVacuousCount, isVacuousMatcher, matchValue } from "../../match/matcher.js";
import type { QueryRecord } from "../../model/records.js";
import type { InputFinding } from "../define.js";
import type { ExpectedRow, QueryInputs } from "./query-inputs.js";
import { acceptsEveryResult } from "./result-vacuity.js";

/** Why a result is not as expected. */
export interface Complaint {
  readonly code: string;
  readonly message: string;
}

/** True when the step asks something of the result, or takes something from it. */
export function hasExpectation(given: QueryInputs): boolean {
  const takes = given.save_as !== undefined || Object.keys(given.capture ?? {}).length > 0;
  return takes || EXPECTATIONS.some((key) => given[key] !== undefined);
}

/** The first expectation that the result does not meet. Without a row no expectation of a column and no capture is met. */
export function judgeQuery(record: QueryRecord, given: QueryInputs): Complaint | undefined {
  const { expected_result: first, capture, save_as } = given;
  return (
    judgeCount("rows", record.rowCount, given.expected_row_count) ??
    judgeAffected(record, given.expected_rows_affected) ??
    ([first, capture, save_as].some((key) => key !== undefined) && record.rowCount === 0 ? NO_ROWS : undefined) ??
    unknownColumn(record, [...Object.keys(first ?? {}), ...Object.values(capture ?? {})]) ??
    (first && judgeRow(record, 0, first)) ??
    judgeAllRows(record, given.expected_rows) ??
    judgeFirstRows(record, given.expected_partial_rows) ??
    judgeSomeRows(record, given.expected_rows_contain)
  );
}

/** As {@link judgeQuery} for `assertions`, with the variables that they capture. */
export function judgeAssertions(record: QueryRecord, given: QueryInputs, now: number): { complaint?: Complaint; captures: Readonly<Record<string, unknown>> } {
  if (given.assertions === undefined) return { captures: {} };
  const { ok, code = "not-equal", message, captures } = evaluateAssertions(sourceOf(record, now), given.assertions);
  return ok ? { captures } : { complaint: { code, message }, captures: {} };
}

/** Expectations that every result meets. */
export function* expectationProblems(given: QueryInputs): Generator<InputFinding> {
  for (const key of ["expected_row_count", "expected_rows_affected"] as const) {
    if (given[key] !== undefined && isVacuousCount(given[key])) yield { code: "vacuous", message: "every count is accepted; ask for more", path: [key] };
  }
  for (const key of ["expected_result", "expected_partial_rows", "expected_rows_contain"] as const) {
    const rows = given[key] === undefined ? undefined : [given[key]].flat();
    if (rows?.length === 0) yield { code: "vacuous", message: `\`${key}\` is empty; say what the rows must hold`, path: [key] };
    if (rows?.some((row) => Object.keys(row).length === 0) === true) yield { code: "vacuous", message: "every row meets an expectation of no column; name columns", path: [key] };
  }
  for (const key of ["expected_result", "expected_rows", "expected_partial_rows", "expected_rows_contain"] as const) {
    for (const row of [given[key] ?? []].flat()) {
      const column = Object.keys(row).find((name) => isVacuousMatcher(row[name]));
      if (column !== undefined) yield { code: "vacuous", message: `every value of ${JSON.stringify(column)} is accepted; ask for more`, path: [key] };
    }
  }
  const { assertions = [] } = given;
  if (assertions.length > 0 && assertions.every(acceptsEveryResult)) {
    yield { code: "vacuous", message: "every result has `rows` and a `row_count` of at least 0; assert what they hold", path: ["assertions"] };
  }
}

const EXPECTATIONS = [
  "expected_result",
  "expected_rows",
  "expected_partial_rows",
  "expected_rows_contain",
  "expected_row_count",
  "assertions",
  "expected_rows_affected",
] as const;

const NO_ROWS: Complaint = { code: "no-rows", message: "expected a row, got none" };

function judgeCount(what: string, actual: number, expected: unknown): Complaint | undefined {
  if (expected === undefined) return undefined;
  const { ok, message } = matchValue({ exists: true, value: actual }, expected);
  return ok ? undefined : { code: "wrong-row-count", message: `${message} ${what}` };
}

function judgeAffected({ rowsAffected }: QueryRecord, expected: unknown): Complaint | undefined {
  if (expected === undefined || rowsAffected !== undefined) return judgeCount("rows written", rowsAffected ?? 0, expected);
  return { code: "rows-affected-unknown", message: "expected to be told how many rows were written, got nothing: the statement writes none, or the database does not tell" };
}

function judgeAllRows(record: QueryRecord, expected: readonly ExpectedRow[] | undefined): Complaint | undefined {
  if (expected === undefined) return undefined;
  if (record.rowCount !== expected.length) return rowCount(record, `exactly ${expected.length}`);
  for (const [index, row] of expected.entries()) {
    const extra = record.columns.filter((column) => !Object.hasOwn(row, column));
    if (extra.length > 0) return { code: "unexpected-column", message: `expected ${list(Object.keys(row))} as all columns of row ${index + 1}, got ${list(extra)} as well` };
  }
  return judgeInOrder(record, expected);
}

function judgeFirstRows(record: QueryRecord, expected: readonly ExpectedRow[] | undefined): Complaint | undefined {
  if (expected === undefined) return undefined;
  return record.rowCount < expected.length ? rowCount(record, `at least ${expected.length}`) : judgeInOrder(record, expected);
}

function judgeInOrder(record: QueryRecord, expected: readonly ExpectedRow[]): Complaint | undefined {
  for (const [index, row] of expected.entries()) {
    const complaint = unknownColumn(record, Object.keys(row)) ?? judgeRow(record, index, row);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function judgeSomeRows(record: QueryRecord, expected: readonly ExpectedRow[] | undefined): Complaint | undefined {
  for (const [index, row] of (expected ?? []).entries()) {
    if (record.rowCount === 0) return NO_ROWS;
    const complaint = unknownColumn(record, Object.keys(row));
    if (complaint !== undefined) return complaint;
    if (record.rows.every((_row, at) => judgeRow(record, at, row) !== undefined)) {
      return { code: "no-matching-row", message: `expected a row that meets number ${index + 1} of \`expected_rows_contain\`, got none among ${record.rowCount}` };
    }
  }
  return undefined;
}

function judgeRow(record: QueryRecord, index: number, expected: ExpectedRow): Complaint | undefined {
  const row = record.rows[index] ?? {};
  for (const [column, matcher] of Object.entries(expected)) {
    const found = Object.hasOwn(row, column) ? { exists: true, value: row[column] } : { exists: false };
    const { ok, code = "not-equal", message } = matchValue(found, matcher, { areStringsNumeric: true });
    if (!ok) return { code, message: `column ${JSON.stringify(column)} of row ${index + 1}: ${message}` };
  }
  return undefined;
}

function unknownColumn({ columns }: QueryRecord, wanted: readonly string[]): Complaint | undefined {
  const unknown = wanted.filter((column) => !columns.includes(column));
  return unknown.length === 0 ? undefined : { code: "no-column", message: `expected the column ${list(unknown)}, got ${list(columns)}` };
}

function rowCount(record: QueryRecord, expected: string): Complaint {
  return record.rowCount === 0 ? NO_ROWS : { code: "wrong-row-count", message: `expected ${expected} rows, got ${record.rowCount}` };
}

function list(columns: readonly string[]): string {
  return columns.length === 0 ? "no columns" : columns.map((column) => JSON.stringify(column)).join(", ");
}
