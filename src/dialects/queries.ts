import { kindOfText } from "../primitives/sql/sql-statement.js";
import { numberOf, variableName } from "./aliases.js";
import { canonicalAssertions } from "./assertions.js";
import { pathOf } from "./capturing.js";
import { settleRowCount } from "./cell-expectations.js";
import type { Chain } from "./chain.js";
import { asList, isObject, type Draft, type Path } from "./draft.js";
import { comparingAssertion, comparisonsIn, countedPath } from "./comparisons.js";
import type { Check } from "./expected-words.js";
import { addAssertion, addAssertions } from "./query-expectations.js";
import { rewritePolling } from "./polling.js";
import { rewriteRows } from "./rows.js";

/** Brings the keys of a query into their canonical form: what it asks, of which rows, and what it keeps. */
export function rewriteQuery(draft: Draft, chain: Chain): void {
  if (typeof draft.get("query") === "string") draft.rename("query", "sql");
  const isOfDocuments = ["collection", "command", "pipeline"].some((key) => draft.has(key)) || isObject(draft.get("query"));
  if (isOfDocuments && !draft.has("sql")) draft.note("document-database", "this asks a document database, which needs an adapter of its own; the step will fail");
  const text = draft.get("sql");
  const sql = typeof text === "string" ? text : "";
  const isWrite = sql !== "" && !PLAIN_SELECT.test(sql) && kindOfText(sql) === "write";
  if (isWrite) draft.note("sql-write", "the statement writes, so the step prepares and verifies nothing", "sql");

  rewriteCounts(draft, isWrite, sql);
  rewriteRows(draft, sql);
  settleRowCount(draft, sql);
  rewriteAssertions(draft, chain, sql);
  rewriteKept(draft, sql);
  rewritePolling(draft);
}

/** Most statements; nothing that writes begins so without one of these words. */
const PLAIN_SELECT = /^\s*select\b(?![\s\S]*\b(?:into|insert|update|delete|merge|for|nextval|setval)\b)/i;

const LEAST = ["expected_min_rows", "expected_result_min_rows", "expect_rowcount_min", "min_rows", "expect_min", "min_row_count", "row_count_gte", "expected_row_count_min"];
const MOST = ["expected_max_rows", "expect_rowcount_max", "max_rows", "expect_max", "row_count_lte", "expected_row_count_max"];

/** How many rows there must be, or how many a statement must write. */
function rewriteCounts(draft: Draft, isWrite: boolean, sql: string): void {
  const target = isWrite ? "expected_rows_affected" : "expected_row_count";
  if (draft.get("expected_result_present") === true) draft.rename("expected_result_present", target, { operator: "gte", expected: 1 });
  if (numberOf(draft.get("expect_rows")) !== undefined) draft.rename("expect_rows", target, numberOf(draft.get("expect_rows")));
  else if (Array.isArray(draft.get("expect_rows"))) draft.rename("expect_rows", "expected_rows");
  if (numberOf(draft.get("row_count")) !== undefined) draft.rename("row_count", target, numberOf(draft.get("row_count")));
  if (isWrite) for (const key of ["affected_rows", "expected_affected_rows", "rows_affected"]) draft.rename(key, target);
  for (const [keys, operator] of [[LEAST, "gte"], [MOST, "lte"]] as const) {
    for (const key of keys) {
      const number = numberOf(draft.get(key));
      if (number === undefined) continue;
      if (!draft.rename(key, target, { operator, expected: number })) boundBeside(draft, key, { operator, expected: number }, sql);
    }
  }
}

/** A second bound of the same count is an assertion. */
function boundBeside(draft: Draft, key: string, check: Check, sql: string): void {
  draft.take(key);
  addAssertion(draft, { path: countedPath(sql, true), ...check }, key);
  draft.note("alias-key", `\`${key}\` is read as an assertion on \`row_count\``, key);
}

function rewriteAssertions(draft: Draft, chain: Chain, sql: string): void {
  for (const key of ["additional_assertions", "expected_predicates"]) {
    const value = draft.get(key);
    const members: readonly (readonly [unknown, ...Path])[] = isObject(value)
      ? Object.entries(value).map(([column, expected]) => [{ column, expected }, key, column])
      : Array.isArray(value)
        ? value.map((item: unknown, index) => [item, key, index])
        : [[value, key]];
    if (!members.every(([item]) => isObject(item) || typeof item === "string")) continue; // it is reported, with what it holds
    draft.take(key);
    addAssertions(draft, members.flatMap(([item, ...from]) => compared(item, draft, key, sql).map((assertion) => ({ assertion, from }))));
    draft.note("alias-key", `\`${key}\` is read as \`assertions\``, key);
  }
  const condition = draft.get("expected_result_condition");
  const read = compared(condition, draft, "expected_result_condition", sql);
  if (condition !== undefined && !read.includes(condition)) {
    draft.take("expected_result_condition");
    addAssertions(draft, read.map((assertion) => ({ assertion, from: ["expected_result_condition"] })));
  }
  if (isObject(draft.get("assertions"))) draft.set("assertions", [draft.get("assertions")]);
  readTexts(draft, sql);
  if (!Array.isArray(draft.get("assertions"))) return;
  const { all } = canonicalAssertions(draft.items("assertions"), chain, false);
  draft.setItems("assertions", [...all, ...draft.odd("assertions")]);
}

/** Assertions that are written as texts. */
function readTexts(draft: Draft, sql: string): void {
  const written = draft.get("assertions");
  if (!Array.isArray(written) || !written.some((item) => typeof item === "string")) return;
  draft.take("assertions");
  const placeOf = (item: unknown, index: number): Path => (isObject(item) ? draft.notes.origins.get(item)?.slice(draft.path.length) : undefined) ?? ["assertions", index];
  addAssertions(draft, written.flatMap((item: unknown, index) => compared(item, draft, "assertions", sql).map((assertion) => ({ assertion, from: placeOf(item, index) }))));
}

/** A text that compares something as assertions, of which there are none where it says nothing; anything else as it is. */
function compared(value: unknown, draft: Draft, key: string, sql: string): readonly unknown[] {
  const comparisons = typeof value === "string" ? comparisonsIn(value, sql) : undefined;
  if (comparisons === undefined) return [value];
  const subjects = comparisons.map(({ column }) => (column === undefined ? "what is counted" : comparisons.length === 1 ? "that column" : JSON.stringify(column)));
  draft.note("expectation-form", `${JSON.stringify(value)} is read as an assertion on ${[...new Set(subjects)].join(" and one on ")}`, key);
  return comparisons.flatMap((comparison) => comparingAssertion(comparison, draft, key, sql) ?? []);
}

/** What the query hands on: columns of the first row, or the whole result. */
function rewriteKept(draft: Draft, sql: string): void {
  const column = draft.get("capture_column") ?? draft.get("store_column");
  if (draft.has("capture_only")) draft.drop("capture_only", "a query that captures need not be asked anything else");
  const stored = draft.get("store_as");
  if (isObject(stored)) draft.rename("store_as", "capture");
  else draft.rename("store_as", "save_as", variableName(stored));
  for (const key of ["save_first_row_as", "save_row_as", "capture_as", "store_row_as"]) draft.rename(key, "save_as", variableName(draft.get(key)));
  const id = variableName(draft.get("save_id"));
  if (id !== undefined) draft.rename("save_id", "capture", { [id]: "id" });
  for (const key of ["store_field_as", "capture_var"]) {
    for (const text of draft.has(key) ? asList(draft.get(key)) : []) {
      const [left, path] = String(text).split(/[:=](.+)/s);
      const name = variableName(left);
      if (name === undefined) continue;
      keepField(draft, key, name, path ?? (typeof column === "string" ? column : undefined), sql);
      for (const field of ["capture_column", "store_column"]) if (draft.get(field) === column) draft.drop(field, "it names the column that is kept");
    }
  }
}

/** The named column, or the only one that the statement selects. */
function keepField(draft: Draft, key: string, name: string, field: string | undefined, sql: string): void {
  const wanted = (field ?? firstColumn(sql))?.trim();
  draft.take(key);
  draft.note("alias-key", `\`${key}\` is read as a capture of ${name}`, key);
  const [, column = wanted] = /^\$\.rows\[0\]\.(\w+)$/.exec(wanted ?? "") ?? [];
  if (column !== undefined && /^\w+$/.test(column)) draft.set("capture", { ...(draft.get("capture") as object | undefined), [name]: column });
  else addAssertion(draft, { path: wanted?.startsWith("$") === true ? wanted : wanted === undefined ? "$.rows[0].*" : pathOf(`rows[0].${wanted}`), operator: "not_null", capture_as: name }, key);
}

/** The name of the first selected column, where the statement shows it. */
function firstColumn(sql: string): string | undefined {
  const [, item = ""] = /^\s*select\s+(?:distinct\s+)?(.*?)(?:\s+from\b|,|$)/is.exec(sql) ?? [];
  const [, alias] = /\s+as\s+["`]?(\w+)["`]?\s*$/i.exec(item) ?? [];
  return alias ?? /^(?:\w+\.)?["`]?(\w+)["`]?$/.exec(item.trim())?.[1];
}
