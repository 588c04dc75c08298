import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { DagradeError } from "../errors.js";
import type { SqlPort } from "../ports/sql.js";
import type { DatabaseConfig } from "../ports/target.js";
import { loadDriver } from "./load-driver.js";
import { pooledDatabase } from "./pooled-database.js";
import { sqliteConnector } from "./sqlite-connector.js";
import { SqliteProcesses, type SqliteDriver } from "./sqlite-processes.js";

/**
 * A SQLite database in a file: `url` is its path or a `file:` URL, else `database` is the path; it is never created.
 * Statements run outside of the event loop, each with a connection of its own, with `readOnly` one that can not write and
 * takes only statements that read, and none that reaches another file; an aborted statement is ended. A file that another process has locked is waited for
 * up to 5 seconds. Through `node:sqlite` where Node has it with the types of columns, else `better-sqlite3`. Throws
 * `CONFIG_INVALID` without a path; rejects with `DRIVER_MISSING` when there is no driver, and as `SqlPort` says.
 */
export function openSqlite(config: DatabaseConfig): SqlPort {
  return sqliteFile(pathOf(config), driver);
}

/** The database in this file, read with that driver; `load` gives it, or rejects with `DRIVER_MISSING`. */
export function sqliteFile(path: string, load: () => Promise<SqliteDriver>): SqlPort {
  let loading: Promise<SqliteProcesses> | undefined;
  const processes = (): Promise<SqliteProcesses> => (loading ??= load().then((driver) => new SqliteProcesses(driver, path)));
  const database = pooledDatabase("sqlite", async () => sqliteConnector(await processes(), path));
  return {
    ...database,
    ready: async (signal) => (await processes()).ready(signal),
    async close() {
      await loading?.then((started) => started.close()).catch(() => {});
      await database.close?.();
    },
  };
}

function pathOf({ url, database, schema }: DatabaseConfig): string {
  const text = url ?? database;
  if (text === undefined || text === "") throw new DagradeError("CONFIG_INVALID", "expected `url` or `database` of the SQLite database to be the path of its file, got neither");
  if (/^(?:file:)?:memory:|[?&]mode=memory/.test(text)) throw new DagradeError("CONFIG_INVALID", "expected the path of a file, got a database in memory: it is the system's own; give it a file");
  if (schema !== undefined) throw new DagradeError("CONFIG_INVALID", `expected no \`schema\` for a SQLite database, got ${JSON.stringify(schema)}; a file has none`);
  if (text.startsWith("file://")) return fileURLToPath(text);
  return text.startsWith("file:") ? decodeURIComponent(text.slice("file:".length).replace(/[?#].*$/s, "")) : text;
}

async function driver(): Promise<SqliteDriver> {
  if (hasBuiltIn()) return "node:sqlite";
  await loadDriver("the driver for SQLite", "better-sqlite3", () => import("better-sqlite3"));
  return "better-sqlite3";
}

/** From 22.16 and 23.11 on a statement of `node:sqlite` tells the types of its columns; it is not loaded to find out, since it warns. */
function hasBuiltIn(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return isBuiltin("node:sqlite") && (major > 23 || (major === 23 && minor >= 11) || (major === 22 && minor >= 16));
}
