import { SetupError } from "../../model/outcome.js";
import type { SqlPort } from "../../ports/sql.js";
import { mysqlCatalog } from "./mysql-catalog.js";
import { postgresCatalog } from "./postgres-catalog.js";
import { sqliteCatalog } from "./sqlite-catalog.js";

/** What a database says about its own tables. */
export interface Catalog {
  /** The tables and views of a schema; default: of the schemas where unqualified names are looked up, in that order. */
  tables(schema?: string): Promise<readonly Table[]>;
  /** In the order of the table's definition. */
  columns(table: Table): Promise<readonly Column[]>;
  /** Those that can be used; primary keys and unique constraints are indexes too. */
  indexes(table: Table): Promise<readonly Index[]>;
  /** Whether its booleans are the numbers 0 and 1, so that a default of `false` may be printed as 0. */
  readonly areBooleansNumbers: boolean;
  /** A declared type in the words of the database, its length or precision apart (`varchar(20)` -> `character varying`, `20`). */
  readType(declared: string): TypeName;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
}

export interface Column {
  readonly name: string;
  /** As the database prints it, e.g. `character varying(255)`. */
  readonly type: string;
  /** Where its type is defined, of lists that of their elements; `undefined` when the catalog does not tell. */
  readonly typeSchema?: string;
  /** Words of the standard's `information_schema` for types that are printed by their own name: `USER-DEFINED`, `ARRAY`. */
  readonly generalType?: string;
  readonly isNullable: boolean;
  /** An expression; `undefined` when there is none. */
  readonly default?: string;
}

export interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  readonly isPrimary: boolean;
  /** It holds only the rows that meet a condition. */
  readonly isPartial: boolean;
  /** The key columns in order; null where an expression stands, or where only the start of a column is unique. */
  readonly columns: readonly (string | null)[];
}

/** Asks the database itself, in a read-only transaction. */
export type CatalogQuery = (sql: string, params: readonly string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A type without its modifiers, and the modifiers. */
export interface TypeName {
  readonly family: string;
  /** Where it is written. */
  readonly schema?: string;
  readonly modifiers?: string;
}

/** The catalog behind a port. Throws a `SetupError` with code `unsupported-dialect` for a database that has no such catalog here. */
export function catalogOf(port: SqlPort, signal: AbortSignal): Catalog {
  const rowsOf: CatalogQuery = async (sql, params) => (await port.query(sql, params, { readOnly: true, signal })).rows;
  if (Object.hasOwn(CATALOGS, port.dialect)) return CATALOGS[port.dialect as keyof typeof CATALOGS](rowsOf);
  const known = Object.keys(CATALOGS).map((dialect) => JSON.stringify(dialect)).join(", ");
  throw new SetupError("unsupported-dialect", `expected a database of a dialect among ${known} to look up tables in, got ${JSON.stringify(port.dialect)}; use db_query with its own catalog`);
}

const CATALOGS = { postgres: postgresCatalog, mysql: mysqlCatalog, sqlite: sqliteCatalog } as const;
