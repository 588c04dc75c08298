import type { Catalog, CatalogQuery, Column, Table, TypeName } from "./catalog.js";
import { indexesOf, type IndexKey } from "./index-keys.js";
import { readTypeName } from "./type-names.js";

type Row = Readonly<Record<string, unknown>>;

/** The catalog of MySQL and MariaDB, from `information_schema`: it shows what the user may use. A schema is a database. */
export function mysqlCatalog(rowsOf: CatalogQuery): Catalog {
  // the server compares names without regard to case
  const ofTable = async (sql: string, { schema, name }: Table): Promise<Row[]> =>
    (await rowsOf(sql, [schema, name])).filter((row) => row["table_schema"] === schema && row["table_name"] === name);
  return {
    areBooleansNumbers: true,
    tables: async (schema) => {
      const rows = await (schema === undefined ? rowsOf(`${TABLES} = DATABASE() ${IN_ORDER}`, []) : rowsOf(`${TABLES} = ? ${IN_ORDER}`, [schema]));
      return rows.map(readTable).filter((table) => schema === undefined || table.schema === schema);
    },
    columns: async (table) => {
      const rows = await ofTable(COLUMNS, table);
      const isMariadb = rows.some((row) => /mariadb/i.test(textOf(row["version"])));
      const checks = isMariadb ? (await ofTable(CHECKS, table)).map((row) => textOf(row["clause"])) : [];
      return rows.map((row) => readColumn(row, isMariadb, checks));
    },
    indexes: async (table) => indexesOf((await ofTable(INDEXES, table)).filter(isUsable).map(readKey)),
    readType,
  };
}

const TABLES = `
SELECT TABLE_SCHEMA AS table_schema, TABLE_NAME AS table_name, TABLE_TYPE AS kind FROM information_schema.TABLES
WHERE TABLE_TYPE <> 'SEQUENCE' AND TABLE_SCHEMA`;

const IN_ORDER = "ORDER BY TABLE_NAME";

const OF_TABLE = "TABLE_SCHEMA = ? AND TABLE_NAME = ?";

const COLUMNS = `
SELECT TABLE_SCHEMA AS table_schema, TABLE_NAME AS table_name, COLUMN_NAME AS name, COLUMN_TYPE AS type, DATA_TYPE AS data_type,
  IS_NULLABLE AS is_nullable, COLUMN_DEFAULT AS default_value, EXTRA AS extra, VERSION() AS version
FROM information_schema.COLUMNS WHERE ${OF_TABLE} ORDER BY ORDINAL_POSITION`;

/** MariaDB's JSON is a text with this check. */
const CHECKS = `
SELECT CONSTRAINT_SCHEMA AS table_schema, TABLE_NAME AS table_name, CHECK_CLAUSE AS clause
FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ? AND TABLE_NAME = ?`;

/** All columns, since those that tell whether an index is used differ by server. */
const INDEXES = `
SELECT s.*, TABLE_SCHEMA AS table_schema, TABLE_NAME AS table_name FROM information_schema.STATISTICS s
WHERE ${OF_TABLE} ORDER BY INDEX_NAME, SEQ_IN_INDEX`;

function readTable({ table_schema: schema, table_name: name, kind }: Row): Table {
  return { schema: textOf(schema), name: textOf(name), isView: textOf(kind).includes("VIEW") };
}

function readColumn(row: Row, isMariadb: boolean, checks: readonly string[]): Column {
  const [name, type] = [textOf(row["name"]), textOf(row["type"])];
  const expression = isMariadb ? mariadbDefault(row) : mysqlDefault(row);
  const isJson = checks.some((clause) => clause === `json_valid(\`${name.replaceAll("`", "``")}\`)`);
  return { name, type, isNullable: row["is_nullable"] === "YES", ...(isJson && { generalType: "JSON" }), ...(expression !== undefined && { default: expression }) };
}

/** MariaDB prints an expression, with backslashes in its texts. */
function mariadbDefault({ default_value: value }: Row): string | undefined {
  if (typeof value !== "string" || value === "NULL") return undefined;
  return value.startsWith("'") ? value.replace(/\\(.)/gs, (_all, char: string) => (char === "'" ? "''" : char)) : value;
}

/** MySQL prints the bare value, unless it says that it is an expression. */
function mysqlDefault({ default_value: value, data_type: type, extra }: Row): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = textOf(value);
  const isExpression = /DEFAULT_GENERATED/i.test(textOf(extra)) || /^CURRENT_TIMESTAMP/i.test(text);
  return isExpression || NUMBERS.has(textOf(type)) ? text : `'${text.replaceAll("'", "''")}'`;
}

const NUMBERS: ReadonlySet<string> = new Set(["tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double", "bit", "year"]);

/** One that is invisible or ignored is kept up to date, but no query uses it. */
function isUsable(row: Row): boolean {
  return row["IS_VISIBLE"] !== "NO" && row["IGNORED"] !== "YES";
}

function readKey(row: Row): IndexKey {
  const [name, column] = [textOf(row["INDEX_NAME"]), row["COLUMN_NAME"]];
  const isUnique = Number(row["NON_UNIQUE"]) === 0;
  const isWhole = row["SUB_PART"] === null || row["SUB_PART"] === undefined;
  return { name, isUnique, isPrimary: name === "PRIMARY", isPartial: false, column: column === null || column === undefined || (isUnique && !isWhole) ? null : textOf(column) };
}

/** `boolean` is `tinyint(1)`; the width of other integers is only for display, and `unsigned` counts when it is written. */
function readType(declared: string): TypeName {
  const { family: name, modifiers } = readTypeName(declared);
  if (name === "boolean") return { family: "tinyint", modifiers: "1" };
  const [, written = name, sign] = /^(.*?)( unsigned)?(?: signed)?(?: zerofill)?$/.exec(name) ?? [];
  const { family } = readTypeName(written);
  const own = INTEGERS.has(family) && !(family === "tinyint" && modifiers === "1") ? undefined : modifiers;
  const all = [own, sign?.trim()].filter((part) => part !== undefined).join(",");
  return { family: family === "real" ? "double" : family, ...(all !== "" && { modifiers: all }) };
}

const INTEGERS: ReadonlySet<string> = new Set(["tinyint", "smallint", "mediumint", "int", "bigint", "year"]);

/** Some servers give the texts of their catalog as bytes. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === "string" ? value : "";
}
