import type { Catalog, CatalogQuery, Column, Index, Table } from "./catalog.js";
import { indexesOf, type IndexKey } from "./index-keys.js";
import { readTypeName } from "./type-names.js";

type Row = Readonly<Record<string, unknown>>;

/** The catalog of SQLite, from its pragmas. Types are what the declarations say: SQLite itself stores anything anywhere. */
export function sqliteCatalog(rowsOf: CatalogQuery): Catalog {
  const keysOf = async ({ schema, name }: Table): Promise<Index[]> => indexesOf((await rowsOf(INDEXES, [name, schema, schema])).map(readKey));
  return {
    areBooleansNumbers: true,
    tables: async (schema = "main") => (await rowsOf(TABLES, [schema])).map(readTable),
    columns: async (table) => {
      const [rows, indexes] = [await rowsOf(COLUMNS, [table.name, table.schema]), await keysOf(table)];
      const rowId = rowIdOf(rows, indexes);
      return rows.map((row) => readColumn(row, rowId));
    },
    indexes: async (table) => {
      const indexes = await keysOf(table);
      const rowId = rowIdOf(await rowsOf(COLUMNS, [table.name, table.schema]), indexes);
      return rowId === undefined ? indexes : [{ name: "INTEGER PRIMARY KEY", isUnique: true, isPrimary: true, isPartial: false, columns: [rowId] }, ...indexes];
    },
    readType: readTypeName,
  };
}

const TABLES = `
SELECT schema, name, type FROM pragma_table_list
WHERE schema = ? AND type IN ('table', 'view', 'virtual') AND name NOT GLOB 'sqlite_*' ORDER BY name`;

/** hidden 1: a column of a virtual table that is no part of its rows. */
const COLUMNS = `
SELECT name, type, "notnull" AS is_not_null, dflt_value AS default_value, pk FROM pragma_table_xinfo(?, ?) WHERE hidden <> 1 ORDER BY cid`;

const INDEXES = `
SELECT l.name, l."unique" AS is_unique, l.origin, l.partial AS is_partial, i.name AS column_name
FROM pragma_index_list(?, ?) AS l JOIN pragma_index_xinfo(l.name, ?) AS i WHERE i.key = 1 ORDER BY l.name, i.seqno`;

/** The one column that is the table's own row number: it is unique and never null, and has no index beside the table. */
function rowIdOf(columns: readonly Row[], indexes: readonly Index[]): string | undefined {
  const [key, ...others] = columns.filter(({ pk }) => Number(pk) > 0);
  const isRowId = key !== undefined && others.length === 0 && !indexes.some(({ isPrimary }) => isPrimary);
  return isRowId ? String(key["name"]) : undefined;
}

function readTable({ schema, name, type }: Row): Table {
  return { schema: String(schema), name: String(name), isView: type === "view" };
}

function readColumn({ name, type, is_not_null: isNotNull, default_value: expression }: Row, rowId: string | undefined): Column {
  return {
    name: String(name),
    type: String(type),
    isNullable: Number(isNotNull) === 0 && name !== rowId,
    ...(typeof expression === "string" && { default: expression }),
  };
}

function readKey({ name, is_unique: isUnique, origin, is_partial: isPartial, column_name: column }: Row): IndexKey {
  return { name: String(name), isUnique: Number(isUnique) === 1, isPrimary: origin === "pk", isPartial: Number(isPartial) === 1, column: typeof column === "string" ? column : null };
}
