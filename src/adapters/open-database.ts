import { DagradeError } from "../errors.js";
import { SetupError, StepFailure } from "../model/outcome.js";
import type { SqlPort } from "../ports/sql.js";
import type { DatabaseConfig } from "../ports/target.js";
import { openMysql } from "./mysql.js";
import { openPostgres } from "./postgres.js";
import { openSqlite } from "./sqlite.js";

const OPENERS = { postgres: openPostgres, mysql: openMysql, sqlite: openSqlite } as const;

/** A database that a target declares; connected when it is first asked. Throws `CONFIG_INVALID` for an address that is none. */
export function openDatabase(source: DatabaseConfig | SqlPort): SqlPort {
  return "query" in source ? guarded(source) : OPENERS[source.kind](source);
}

/** A host's port stays the host's to close; whatever it rejects with is a fault of the database. */
function guarded(port: SqlPort): SqlPort {
  return {
    dialect: port.dialect,
    query: (sql, params, options) => orFault(() => port.query(sql, params, options)),
    ...(port.ready !== undefined && { ready: (signal) => orFault(async () => port.ready?.(signal)) }),
  };
}

async function orFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StepFailure || error instanceof SetupError || error instanceof DagradeError) throw error;
    throw new StepFailure("sql-error", error instanceof Error ? error.message : String(error));
  }
}
