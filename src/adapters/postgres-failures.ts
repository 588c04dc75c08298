import type { Client } from "pg";
import { StepFailure } from "../model/outcome.js";

/** What a server says about a statement (protocol message ErrorResponse). */
interface ServerError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly position?: string;
}

/** A connection that could not be opened: nothing listens, no answer in time, login refused, no such database. */
export function connectionFailure(error: unknown, { host, port, database }: Pick<Client, "host" | "port" | "database">): StepFailure {
  const where = `PostgreSQL at ${host}:${port}${database === undefined ? "" : `, database ${JSON.stringify(database)}`}`;
  return new StepFailure("connection-failed", `expected a connection to ${where}, got ${reasonOf(error)}`, stateOf(error));
}

/** Why a statement did not end: refused by the server, stopped by it, or the connection was lost. */
export function statementFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  if (isLostConnection(error)) return new StepFailure("connection-failed", `the connection was lost: ${reasonOf(error)}`, stateOf(error));
  if (!isServerError(error)) return new StepFailure("sql-error", reasonOf(error));
  const { code, message, detail, hint, position } = error;
  const evidence = { sqlState: code, ...(detail && { detail }), ...(hint && { hint }), ...(position && { position: Number(position) }) };
  // 57014: query_canceled, here by a time limit that the server itself has
  return new StepFailure(code === "57014" ? "time-out" : "sql-error", `${message} (SQLSTATE ${code})`, evidence);
}

/** True when it is the connection that failed and not the statement. */
export function isLostConnection(error: unknown): boolean {
  if (isServerError(error)) return /^08(?!P01)|^57P0[1-5]$/.test(error.code); // 08P01 speaks of the message: a parameter has no value, say
  const { code = "", message } = error as NodeJS.ErrnoException;
  return /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/.test(code) || /^Connection terminated|^Client has encountered a connection error|^Client was closed/.test(message);
}

function isServerError(error: unknown): error is ServerError {
  const { code, severity } = error as Partial<ServerError>;
  return typeof severity === "string" && typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
}

/** Of several attempts (IPv6, then IPv4) the first one's reason. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const message = first instanceof Error ? first.message : String(first);
  return message === "timeout expired" ? "no answer in time" : message;
}

function stateOf(error: unknown): { sqlState: string } | undefined {
  return isServerError(error) ? { sqlState: error.code } : undefined;
}
