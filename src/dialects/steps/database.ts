import { listed, spelled } from "../aliases.js";
import { asList, isObject, type Draft } from "../draft.js";
import { rewriteQuery } from "../queries.js";
import type { Spelling } from "../spellings.js";

/** The database. */
export const databaseSpellings = {
  db_query: { aliases: { database: "db", ...spelled("sql", "statement") }, rewrite: rewriteQuery },
  db_table_exists: { aliases: { database: "db", table: listed("tables"), collection: listed("tables"), collections: listed("tables"), table_name: listed("tables") }, rewrite: rewriteTables },
  db_column_check: { aliases: { database: "db", table_name: "table", collection: "table", ...spelled("expected_columns", "columns", "expected_fields", "column_type_check", "required_columns") }, rewrite: rewriteColumns },
  db_index_check: { aliases: { database: "db", table_name: "table", collection: "table", ...spelled("expected_indexes", "indexes", "patterns") }, rewrite: rewriteIndexes },
} satisfies Readonly<Record<string, Spelling>>;

function rewriteTables(draft: Draft): void {
  const tables = draft.get("tables");
  const names = asList(tables).flatMap((table) => (typeof table === "string" ? table.split(",").map((name) => name.trim()) : [table]));
  if (tables !== undefined && (!Array.isArray(tables) || names.length !== tables.length)) draft.set("tables", names);
}

function rewriteColumns(draft: Draft): void {
  const columns = draft.get("expected_columns");
  if (isObject(columns)) {
    draft.set("expected_columns", Object.entries(columns).map(([name, type]) => (isObject(type) ? { name, ...type } : typeof type === "string" ? { name, type } : name)));
    draft.note("expectation-form", "columns by name are read as a list of {name, type}", "expected_columns");
  } else if (typeof columns === "string") draft.set("expected_columns", [columns]);
  for (const column of draft.items("expected_columns")) {
    for (const alias of ["column", "column_name", "field"]) column.rename(alias, "name");
    for (const alias of ["data_type", "dtype"]) column.rename(alias, "type");
    column.rename("is_nullable", "nullable", nullable(column.get("is_nullable")));
  }
}

function nullable(value: unknown): unknown {
  return value === "YES" ? true : value === "NO" ? false : value;
}

/** All the ways to say which columns an index is on. */
function rewriteIndexes(draft: Draft): void {
  const { columns, column, expected_columns: expected, fields, index_name: name, is_unique: isUnique, unique_required: mustBeUnique, unique } = draft.keys;
  const [key, given] = [["columns", columns], ["column", column], ["expected_columns", expected], ["fields", fields]].find(([, value]) => value !== undefined) ?? [];
  if (typeof key === "string" && !draft.has("expected_indexes")) {
    const isAny = [isUnique, mustBeUnique, unique].some((flag) => flag === true);
    draft.set("expected_indexes", [{ columns: columnsOf(given), ...(isAny && { unique: true }), ...(typeof name === "string" && { name }) }]);
    for (const part of [key, "index_name", "is_unique", "unique_required", "unique"]) if (draft.has(part)) draft.drop(part, "it is read as a part of `expected_indexes`");
  }
  const indexes = draft.get("expected_indexes");
  if (typeof indexes === "string") draft.set("expected_indexes", [{ columns: [indexes] }]);
  if (!Array.isArray(indexes)) return;
  draft.set("expected_indexes", indexes.map((index: unknown) => (Array.isArray(index) || typeof index === "string" ? { columns: columnsOf(index) } : index)));
  if (indexes.some((index) => !isObject(index))) draft.note("expectation-form", "a list of columns, or one column, is read as {columns}", "expected_indexes");
  for (const index of draft.items("expected_indexes")) {
    for (const alias of ["fields", "column", "expected_columns"]) index.rename(alias, "columns", index.has(alias) ? columnsOf(index.get(alias)) : undefined);
    for (const alias of ["is_unique", "unique_required"]) index.rename(alias, "unique");
    for (const alias of ["index_name", "indexname"]) index.rename(alias, "name");
    if (typeof index.get("columns") === "string") index.set("columns", columnsOf(index.get("columns")));
  }
}

/** One column or several; of a document database: field -> direction. */
function columnsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return isObject(value) ? Object.keys(value) : String(value).split(",").map((name) => name.trim());
}
