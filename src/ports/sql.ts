/**
 * A database. `query` runs ONE statement written in the engine's own style, parameters as `$1, $2` (postgres) or `?`
 * (others). Row values: string, number, boolean, null, `Uint8Array`, parsed JSON; a numeric that a double can not hold
 * as `bigint` or `ExactNumber` (a decimal string is taken for text), dates and times as the ISO-like text the engine prints.
 * With `readOnly` the statement runs in a read-only transaction. Rejects with a `StepFailure` for faults of the database
 * (`sql-error`, `connection-failed`, `time-out`), with a `SetupError` when the driver is missing; any other rejection of a
 * host's port counts as `sql-error`.
 */
export interface SqlPort {
  readonly dialect: "postgres" | "mysql" | "sqlite" | (string & {});
  query(
    sql: string,
    params?: readonly unknown[],
    options?: { readOnly?: boolean; signal?: AbortSignal },
  ): Promise<SqlResult>;
  /** Resolves when a statement can begin at once: what the library itself has to start for it is no part of the time that a statement has. */
  ready?(signal: AbortSignal): Promise<void>;
  close?(): Promise<void>;
}

export interface SqlResult {
  readonly columns: string[];
  readonly rows: Record<string, unknown>[];
  /** Of INSERT, UPDATE, DELETE. */
  readonly rowsAffected?: number | undefined;
}
