import type { Catalog, CatalogQuery, Column, Table, TypeName } from "./catalog.js";
import { indexesOf, type IndexKey } from "./index-keys.js";

/** The catalog of PostgreSQL, from `pg_catalog`: it shows what is there whatever the user may do with it. */
export function postgresCatalog(rowsOf: CatalogQuery): Catalog {
  return {
    areBooleansNumbers: false,
    tables: async (schema) => (await (schema === undefined ? rowsOf(TABLES_ON_PATH, []) : rowsOf(TABLES_IN_SCHEMA, [schema]))).map(readTable),
    columns: async ({ schema, name }) => (await rowsOf(COLUMNS, [schema, name])).map(readColumn),
    indexes: async ({ schema, name }) => indexesOf((await rowsOf(INDEXES, [schema, name])).map(readKey)),
    readType,
  };
}

const TABLES = `
SELECT n.nspname::text AS schema, c.relname::text AS name, c.relkind::text AS kind
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`;

/** r: table, p: partitioned, f: foreign, v: view, m: materialized view. */
const KINDS = "c.relkind IN ('r', 'p', 'f', 'v', 'm')";

const TABLES_IN_SCHEMA = `${TABLES} WHERE ${KINDS} AND n.nspname = $1::text ORDER BY c.relname`;

const TABLES_ON_PATH = `${TABLES}
JOIN unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS path(nspname, position) ON path.nspname = n.nspname
WHERE ${KINDS} ORDER BY path.position, c.relname`;

const OF_TABLE = "n.nspname = $1::text AND c.relname = $2::text";

const COLUMNS = `
SELECT a.attname::text AS name, pg_catalog.format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) AS type,
  CASE WHEN t.typcategory = 'A' THEN 'ARRAY' WHEN t.typnamespace <> 'pg_catalog'::regnamespace AND t.typtype <> 'd' THEN 'USER-DEFINED' END AS general_type,
  (SELECT tn.nspname::text FROM pg_catalog.pg_type b JOIN pg_catalog.pg_namespace tn ON tn.oid = b.typnamespace WHERE b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)) AS type_schema,
  NOT (a.attnotnull OR (t.typtype = 'd' AND t.typnotnull)) AS is_nullable, pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS default_value
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE ${OF_TABLE} AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum`;

/** One row for each key column; those that are only included (INCLUDE) are no key. */
const INDEXES = `
SELECT ic.relname::text AS name, i.indisunique AS is_unique, i.indisprimary AS is_primary, i.indpred IS NOT NULL AS is_partial, a.attname::text AS column
FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class ic ON ic.oid = i.indexrelid
JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL generate_series(1, i.indnkeyatts) AS key(position)
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[key.position - 1] AND a.attnum <> 0
WHERE ${OF_TABLE} AND i.indisvalid
ORDER BY ic.relname, key.position`;

function readTable({ schema, name, kind }: Record<string, unknown>): Table {
  return { schema: String(schema), name: String(name), isView: kind === "v" || kind === "m" };
}

function readColumn({ name, type, general_type: general, type_schema: typeSchema, is_nullable: isNullable, default_value: expression }: Record<string, unknown>): Column {
  return {
    name: String(name),
    type: String(type),
    isNullable: isNullable === true,
    ...(typeof typeSchema === "string" && { typeSchema }),
    ...(typeof general === "string" && { generalType: general }),
    ...(typeof expression === "string" && { default: expression }),
  };
}

function readKey({ name, column, is_unique: isUnique, is_primary: isPrimary, is_partial: isPartial }: Record<string, unknown>): IndexKey {
  return { name: String(name), isUnique: isUnique === true, isPrimary: isPrimary === true, isPartial: isPartial === true, column: typeof column === "string" ? column : null };
}

/** Other names of a type, as PostgreSQL's documentation lists them (table 8.1) -> the name that it prints. */
const ALIASES: Readonly<Record<string, string>> = {
  int: "integer",
  int4: "integer",
  serial: "integer",
  serial4: "integer",
  int8: "bigint",
  bigserial: "bigint",
  serial8: "bigint",
  int2: "smallint",
  smallserial: "smallint",
  serial2: "smallint",
  varchar: "character varying",
  char: "character",
  bpchar: "character",
  decimal: "numeric",
  float8: "double precision",
  float: "double precision",
  double: "double precision",
  float4: "real",
  bool: "boolean",
  varbit: "bit varying",
  timestamp: "timestamp without time zone",
  timestamptz: "timestamp with time zone",
  time: "time without time zone",
  timetz: "time with time zone",
};

/** `timestamp(3) with time zone`, `numeric(10,2)[]`, `"Role"`: modifiers, brackets, quotes and the schema come off the name. */
function readType(declared: string): TypeName {
  const text = declared.trim().replace(/\s+/g, " ");
  const modifiers = /\(([^)]*)\)/.exec(text)?.[1]?.replace(/\s/g, "");
  const brackets = /(?:\[\d*\])+$/.test(text) ? "[]" : "";
  const name = text.replace(/\s*\([^)]*\)/, "").replace(/\s*(?:\[\d*\])+$/, "");
  const [, schema, own = name] = /^(?:(.*)\.)?([^.]*)$/.exec(name) ?? [];
  const family = own.replaceAll('"', "").toLowerCase();
  return { family: (Object.hasOwn(ALIASES, family) ? ALIASES[family] : family) + brackets, ...(schema !== undefined && { schema: unquoted(schema) }), ...(modifiers !== undefined && { modifiers }) };
}

/** An identifier as PostgreSQL reads it: in lower case unless it is quoted. */
function unquoted(identifier: string): string {
  const quoted = /^"((?:[^"]|"")+)"$/.exec(identifier)?.[1];
  return quoted?.replaceAll('""', '"') ?? identifier.toLowerCase();
}
