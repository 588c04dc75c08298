import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";

/**
 * @typedef {{ sql: string, params: unknown[], isReadOnly: boolean, maxSize: number }} Request
 * @typedef {{ name: string, type: string | null }} Column
 * @typedef {{ columns: Column[], rows: unknown[][], changes: unknown }} Answer
 * @typedef {"connection-failed" | "sql-error" | "result-too-large"} Fault
 * @typedef {{
 *   columns(): Column[]; rows(params: unknown[]): Iterable<unknown[]>;
 * }} Prepared
 * @typedef {{ prepare(sql: string): Prepared; changes(): unknown; close(): void }} Database
 */

// A statement can not be interrupted but with its process, so it has one of its own. Plain JavaScript, so that it runs as it
// stands from the sources and from the package.
const [driver, path = ""] = process.argv.slice(2);
const open = driver === "node:sqlite" ? await builtIn() : await betterSqlite();

// a statement that goes on for ever would not notice that nobody waits for it any more
const watch = `const { workerData } = require("node:worker_threads");
setInterval(() => process.ppid === workerData || process.kill(process.pid, "SIGKILL"), 500);`;
new Worker(watch, { eval: true, workerData: process.ppid }).unref();

process.on("message", (request) => {
  process.send?.(answerTo(/** @type {Request} */ (request)));
});
process.send?.({ isReady: true });

/**
 * Each statement has a connection of its own: nothing that it sets is seen by the next.
 * @param {Request} request
 * @returns {{ answer: Answer } | { fault: Fault, message: string, code?: string }}
 */
function answerTo(request) {
  let database;
  try {
    if (!statSync(path).isFile()) throw new Error("something that is no file");
    database = open(request.isReadOnly); // the drivers would create a file that is not there
  } catch (error) {
    return faultOf("connection-failed", error);
  }
  try {
    return run(database, request);
  } catch (error) {
    return faultOf("sql-error", error);
  } finally {
    database.close();
  }
}

/**
 * @param {Database} database
 * @param {Request} request
 * @returns {{ answer: Answer } | { fault: Fault, message: string }}
 */
function run(database, { sql, params, maxSize }) {
  const prepared = database.prepare(sql);
  const rows = [];
  let size = 0;
  for (const row of prepared.rows(params)) {
    for (const value of row) size += typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
    if (size > maxSize) return { fault: "result-too-large", message: "" };
    rows.push(row);
  }
  return { answer: { columns: prepared.columns(), rows, changes: database.changes() } };
}

/**
 * @param {Fault} fault
 * @param {unknown} error
 * @returns {{ fault: Fault, message: string, code?: string }}
 */
function faultOf(fault, error) {
  const { message, code, errstr } = /** @type {{ message: string, code?: unknown, errstr?: unknown }} */ (error);
  const state = typeof errstr === "string" ? errstr : typeof code === "string" ? code : undefined;
  return { fault, message, ...(state !== undefined && { code: state }) };
}

/** @returns {Promise<(isReadOnly: boolean) => Database>} */
async function betterSqlite() {
  const { default: Driver } = await import("better-sqlite3");
  return (isReadOnly) => {
    const database = new Driver(path, { readonly: isReadOnly, fileMustExist: true });
    database.defaultSafeIntegers(true);
    prepareSession((sql) => void database.exec(sql), isReadOnly);
    return {
      prepare(sql) {
        const statement = database.prepare(sql);
        if (!statement.reader) return { columns: () => [], rows: (params) => (statement.run(...params), []) };
        return {
          columns: () => statement.columns().map(({ name, type }) => ({ name, type })),
          rows: (params) => /** @type {Iterable<unknown[]>} */ (statement.raw(true).iterate(...params)),
        };
      },
      changes: () => database.prepare("SELECT changes()").pluck().get(),
      close: () => void database.close(),
    };
  };
}

/** @returns {Promise<(isReadOnly: boolean) => Database>} */
async function builtIn() {
  // a name in a variable: Node's types of the oldest version that is supported do not know it
  const name = "node:sqlite";
  /** @type {any} */
  const { DatabaseSync } = await import(name);
  return (isReadOnly) => {
    const database = new DatabaseSync(path, { readOnly: isReadOnly });
    prepareSession((sql) => database.exec(sql), isReadOnly);
    return {
      prepare(sql) {
        const statement = database.prepare(sql);
        if (/[^\s;]/.test(sql.slice(statement.sourceSQL.length))) throw new Error("expected one statement, got more");
        // it takes NULL for a parameter without a value, so that one value more must be too many
        const isExplained = /^\s*EXPLAIN\b/i.test(sql);
        const takes = (/** @type {unknown[]} */ values) => (database.prepare(`EXPLAIN ${sql}`).get(...values), true);
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        return {
          columns: () => statement.columns(),
          rows(params) {
            if (!isExplained && takes(params) && succeeds(() => takes([...params, null]))) throw new Error("expected a value for each parameter, got too few");
            return statement.iterate(...params);
          },
        };
      },
      changes: () => database.prepare("SELECT changes() AS n").get().n,
      close: () => database.close(),
    };
  };
}

/** @param {() => unknown} attempt */
function succeeds(attempt) {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {(sql: string) => void} run
 * @param {boolean} isReadOnly
 */
function prepareSession(run, isReadOnly) {
  run(`PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA query_only = ${isReadOnly ? "ON" : "OFF"}; SELECT count(*) FROM sqlite_schema`);
}
