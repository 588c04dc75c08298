import { StepFailure } from "../model/outcome.js";

/** What the driver rejects with: `errno` and `sqlState` when the server said so, `fatal` when the connection is over. */
interface DriverError extends Error {
  readonly code?: string;
  readonly errno?: number;
  readonly sqlState?: string;
  readonly sqlMessage?: string;
  readonly fatal?: boolean;
}

/** A connection that could not be opened: nothing listens, no answer in time, login refused, no such database. */
export function connectionFailure(error: unknown, where: string): StepFailure {
  return new StepFailure("connection-failed", `expected a connection to ${where}, got ${reasonOf(error)}`, stateOf(error));
}

/** Why a statement did not end: refused by the server, stopped by it, or the connection was lost. */
export function statementFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  if (isLostConnection(error)) return new StepFailure("connection-failed", `the connection was lost: ${reasonOf(error)}`, stateOf(error));
  const { errno, sqlState } = error as DriverError;
  const code = errno !== undefined && STOPPED.has(errno) ? "time-out" : "sql-error";
  return new StepFailure(code, `${reasonOf(error)}${sqlState === undefined ? "" : ` (SQLSTATE ${sqlState})`}`, stateOf(error));
}

/** True when it is the connection that failed and not the statement. */
export function isLostConnection(error: unknown): boolean {
  const { code = "", errno, fatal } = error as DriverError;
  return fatal === true || (errno !== undefined && GONE.has(errno)) || /^(?:PROTOCOL_|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/.test(code);
}

/** Server is shutting down, connection killed, idle for too long. */
const GONE: ReadonlySet<number> = new Set([1053, 1927, 4031]);
/** Query interrupted, MariaDB's and MySQL's own time limits. */
const STOPPED: ReadonlySet<number> = new Set([1317, 1969, 3024]);

/** Of several attempts (IPv6, then IPv4) the first one's reason. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  if (!(first instanceof Error)) return String(first);
  const { code, sqlMessage, message } = first as DriverError;
  return code === "ETIMEDOUT" ? "no answer in time" : (sqlMessage ?? message);
}

function stateOf(error: unknown): { sqlState: string; errno?: number } | undefined {
  const { sqlState, errno } = error as DriverError;
  return sqlState === undefined ? undefined : { sqlState, ...(errno !== undefined && { errno }) };
}
