import type { ChildProcess } from "node:child_process";
import { StepFailure } from "../model/outcome.js";
import type { SqlResult } from "../ports/sql.js";
import type { DatabaseConnector, Statement } from "./database-connector.js";
import { assertReads, writesRows } from "./read-statement.js";
import { MAX_RESULT_SIZE, sqlResult, tooLarge } from "./sql-result.js";
import type { SqliteProcesses } from "./sqlite-processes.js";
import { assertStaysInFile } from "./sqlite-statement.js";
import { readSqliteValue, sqliteParameter } from "./sqlite-values.js";

/** What `sqlite-process.js` says: that it can be asked, then an answer to each request. */
type Reply =
  | { readonly isReady: true }
  | { readonly answer: { readonly columns: readonly { readonly name: string; readonly type: string | null }[]; readonly rows: readonly (readonly unknown[])[]; readonly changes: unknown } }
  | { readonly fault: "connection-failed" | "sql-error" | "result-too-large"; readonly message: string; readonly code?: string };

type Answer = Exclude<Reply, { isReady: true }>;

/** Reads and writes a file in processes of its own: a statement there blocks nothing here, and ends with its process. */
export function sqliteConnector(processes: SqliteProcesses, path: string): DatabaseConnector<ChildProcess> {
  return {
    create: (onLost) => processes.take().on("error", onLost).on("exit", onLost),
    connect: (child) => processes.started(child),
    begin: () => Promise.resolve(),
    run: (child, statement) => processes.during(() => run(child, statement, path)),
    restore: () => Promise.resolve(true), // each statement opens the file anew
    cancel: (child) => processes.cancel(child),
    end: (child) => processes.end(child),
    destroy: (child) => void child.kill("SIGKILL"),
    isLost: (error) => !(error instanceof StepFailure),
    connectionFailure: (error) => failure("connection-failed", path, reasonOf(error)),
    statementFailure: (error) => (error instanceof StepFailure ? error : failure("connection-failed", path, reasonOf(error))),
  };
}

async function run(child: ChildProcess, { sql, params, isReadOnly }: Statement, path: string): Promise<SqlResult> {
  assertStaysInFile(sql);
  if (isReadOnly) assertReads(sql);
  const reply = await ask(child, { sql, params: params.map(sqliteParameter), isReadOnly, maxSize: MAX_RESULT_SIZE });
  if ("fault" in reply) {
    if (reply.fault === "result-too-large") throw tooLarge();
    throw failure(reply.fault, path, reply.message, reply.code);
  }
  const { columns, rows, changes } = reply.answer;
  const values = rows.map((row) => row.map((value, index) => readSqliteValue(value, columns[index]?.type ?? null)));
  return sqlResult(columns.map(({ name }) => name), values, writesRows(sql) && !isReadOnly ? Number(changes) : undefined);
}

function ask(child: ChildProcess, request: Record<string, unknown>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      child.off("message", onMessage).off("error", onError).off("exit", onExit);
      end();
    };
    const onMessage = (reply: Reply): void => {
      if (!("isReady" in reply)) settle(() => resolve(reply));
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error("the process that read it ended")));
    child.on("message", onMessage).on("error", onError).on("exit", onExit);
    child.send(request, (error) => error && onError(error));
  });
}

function failure(code: "connection-failed" | "sql-error", path: string, message: string, state?: string): StepFailure {
  const evidence = state === undefined ? undefined : { state };
  return new StepFailure(code, code === "sql-error" ? message : `expected a SQLite database in the file ${path}, got ${message}`, evidence);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
