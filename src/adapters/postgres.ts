import type { Client, ClientConfig, QueryArrayResult, QueryConfig } from "pg";
import { DagradeError } from "../errors.js";
import type { DatabaseConfig } from "../ports/target.js";
import type { SqlPort, SqlResult } from "../ports/sql.js";
import { loadDriver } from "./load-driver.js";
import { PostgresConnections } from "./postgres-connections.js";
import { statementFailure } from "./postgres-failures.js";
import { PostgresReader, postgresParameter } from "./postgres-values.js";

/**
 * A PostgreSQL database through `pg`, connected when it is first asked. Each statement runs in a transaction of its own,
 * parameters bound, and with `readOnly` in a read-only one that is rolled back; several statements in one text are
 * refused by the server. An aborted statement is cancelled on the server. Columns of the same name are told apart as
 * `name`, `name_2`, ... Throws `CONFIG_INVALID` without a `url` or `host`; rejects with `DRIVER_MISSING` when `pg` is not
 * installed, and as `SqlPort` says.
 */
export function openPostgres(config: DatabaseConfig): SqlPort {
  if (config.url === undefined && config.host === undefined) {
    throw new DagradeError("CONFIG_INVALID", "expected `url` or `host` of the database, got neither");
  }
  let opening: Promise<PostgresConnections> | undefined;
  let isClosed = false;
  return {
    dialect: "postgres",

    async query(sql, params = [], { readOnly = false, signal = new AbortController().signal } = {}) {
      opening ??= loadDriver("the driver for PostgreSQL", "pg", () => import("pg")).then(({ default: driver }) => new PostgresConnections(driver, clientConfig(config)));
      const connections = await opening;
      if (isClosed) await connections.close();
      const client = await connections.begin(readOnly ? "BEGIN READ ONLY" : "BEGIN", signal);
      let isSound = false;
      try {
        const result = await connections.run(client, signal, () => transact(client, sql, params, { readOnly, schema: config.schema }));
        isSound = true;
        return result;
      } catch (error) {
        if (signal.aborted) throw error;
        isSound = await isRolledBack(client);
        throw statementFailure(error);
      } finally {
        connections.release(client, isSound);
      }
    },

    async close() {
      isClosed = true;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

function clientConfig(config: DatabaseConfig): ClientConfig {
  const { url, host, port, user, password, database, ssl, connectTimeoutMs = 10_000 } = config;
  return {
    ...(url !== undefined && { connectionString: url }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(ssl !== undefined && { ssl }),
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: "dagrade",
  };
}

/** The search path is set for this transaction alone: an embedded server may have one session for all its clients. */
const SET_SCHEMA = "SELECT pg_catalog.set_config('search_path', pg_catalog.quote_ident($1), true)";

async function transact(
  client: Client,
  sql: string,
  params: readonly unknown[],
  { readOnly, schema }: { readOnly: boolean; schema: string | undefined },
): Promise<SqlResult> {
  if (schema !== undefined) await client.query(SET_SCHEMA, [schema]);
  const query: QueryConfig & { rowMode: "array"; queryMode: "extended" } = {
    text: sql,
    values: params.map(postgresParameter),
    rowMode: "array",
    queryMode: "extended", // the simple protocol would run several statements
    types: new PostgresReader(),
  };
  const result = await client.query<unknown[]>(query);
  await client.query(readOnly ? "ROLLBACK" : "COMMIT");
  return resultOf(result);
}

function resultOf({ fields, rows, command, rowCount }: QueryArrayResult<unknown[]>): SqlResult {
  const columns = distinct(fields.map(({ name }) => name));
  return {
    columns,
    // fromEntries defines own properties, so that a column named __proto__ stays a column
    rows: rows.map((values) => Object.fromEntries(columns.map((column, index) => [column, values[index]]))),
    ...(WRITING.has(command) && rowCount !== null && { rowsAffected: rowCount }),
  };
}

const WRITING: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Names that occur again get a number that no other column has. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let number = 2; used.has(own) || (own !== name && taken.has(own)); number++) own = `${name}_${number}`;
    used.add(own);
    return own;
  });
}

async function isRolledBack(client: Client): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false; // the connection is gone, and the transaction with it
  }
}
