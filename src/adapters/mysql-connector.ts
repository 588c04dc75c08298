import type { Connection, ConnectionOptions, FieldPacket, ResultSetHeader, TypedParameter } from "mysql2";
import type { SqlResult } from "../ports/sql.js";
import type { DatabaseConnector, Statement } from "./database-connector.js";
import { connectionFailure, isLostConnection, statementFailure } from "./mysql-failures.js";
import { mysqlParameter, readMysqlValue } from "./mysql-values.js";
import { assertReads, writesRows } from "./read-statement.js";
import { ResultSize, sqlResult } from "./sql-result.js";

interface Driver {
  createConnection(config: ConnectionOptions): Connection;
  readonly TypedParameter: typeof TypedParameter;
}

const CANCEL_MS = 1_000;

/** Talks to MySQL or MariaDB. */
export function mysqlConnector(driver: Driver, config: ConnectionOptions): DatabaseConnector<Connection> {
  const where = `MySQL at ${config.socketPath ?? `${config.host}:${config.port}`}${config.database === undefined ? "" : `, database ${JSON.stringify(config.database)}`}`;
  return {
    create: (onLost) => driver.createConnection(config).on("error", onLost).on("end", onLost),
    connect: (client) => called((done) => client.connect(done)),
    begin: (client, isReadOnly) => simple(client, isReadOnly ? "START TRANSACTION READ ONLY" : "START TRANSACTION"),
    run: (client, statement) => unlessLost(client, transact(client, statement, driver)),
    restore,
    cancel: (client) => cancel(client, () => driver.createConnection(config)),
    end: (client) => called((done) => client.end(done)),
    destroy: (client) => client.destroy(),
    isLost: isLostConnection,
    connectionFailure: (error) => connectionFailure(error, where),
    statementFailure,
  };
}

async function transact(client: Connection, statement: Statement, driver: Driver): Promise<SqlResult> {
  const { sql, isReadOnly } = statement;
  if (isReadOnly) assertReads(sql);
  const params = statement.params.map((value) => mysqlParameter(value, driver.TypedParameter));
  const { names, rows, affected } = await execute(client, sql, params).catch((error: unknown) => {
    if ((error as { errno?: unknown }).errno === UNPREPARABLE && params.length === 0) return execute(client, sql, undefined);
    throw error;
  });
  if (!isReadOnly) await simple(client, "COMMIT");
  const rowsAffected = writesRows(sql) ? (names.length > 0 ? rows.length : affected) : undefined;
  return sqlResult(names, rows, rowsAffected);
}

/** "This command is not supported in the prepared statement protocol yet". */
const UNPREPARABLE = 1295;

interface Answer {
  readonly names: readonly string[];
  readonly rows: unknown[][];
  readonly affected?: number;
}

/** As a prepared statement: parameters never become a part of the text. Without parameters (`undefined`) as it is. The first of several results counts. */
function execute(client: Connection, sql: string, params: readonly unknown[] | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const size = new ResultSize();
    const rows: unknown[][] = [];
    let fields: readonly FieldPacket[] = [];
    let names: readonly string[] = [];
    let affected: number | undefined;
    let isFirst = true;
    const options = { sql, rowsAsArray: true };
    const running = params === undefined ? client.query(options) : client.execute({ ...options, values: params as string[] });
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error(String(error)));
    running
      .on("fields", (columns: FieldPacket[] | undefined, index?: number) => {
        isFirst = index === undefined || index === 0;
        if (!isFirst || columns === undefined) return;
        fields = columns;
        names = columns.map(({ name }) => name);
        // the driver would throw for a column named __proto__ where nobody could catch it
        columns.forEach((column, at) => Object.defineProperty(column, "name", { value: `column ${at}` }));
      })
      .on("result", (row: unknown[] | ResultSetHeader) => {
        if (!Array.isArray(row)) affected ??= row.affectedRows;
        else if (isFirst) {
          try {
            for (const value of row) size.add(sizeOf(value));
            rows.push(row.map((value, index) => read(value, fields[index])));
          } catch (error) {
            client.destroy(); // the rest would still be sent
            fail(error);
          }
        }
      })
      .on("error", fail)
      .on("end", () => resolve({ names, rows, ...(affected !== undefined && { affected }) }));
  });
}

function read(value: unknown, field: FieldPacket | undefined): unknown {
  return field === undefined ? value : readMysqlValue(value, field);
}

function sizeOf(value: unknown): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
}

/** Settings, variables, locks and temporary tables of the statement end; the server then speaks its own default character set again. */
async function restore(client: Connection): Promise<boolean> {
  await simple(client, "ROLLBACK");
  await called((done) => client.reset(done));
  await simple(client, "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci");
  return true;
}

/** The server would not notice a closed connection before the statement's end. */
async function cancel(client: Connection, open: () => Connection): Promise<void> {
  const { threadId } = client;
  if (typeof threadId !== "number" || threadId === 0) return;
  const other = open().on("error", () => {});
  const killed = simple(other, `KILL QUERY ${threadId}`).catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([killed, new Promise((resolve) => (timer = setTimeout(resolve, CANCEL_MS)))]);
  clearTimeout(timer);
  other.destroy();
}

/** When its connection breaks the driver tells a statement that is read row by row nothing, but the connection alone. */
function unlessLost<T>(client: Connection, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    client.once("error", reject);
    void work.then(resolve, reject).finally(() => client.off("error", reject));
  });
}

function simple(client: Connection, sql: string): Promise<void> {
  return called((done) => client.query(sql, done));
}

function called(start: (done: (error: Error | null | undefined) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}
