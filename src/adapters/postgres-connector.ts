import { connect } from "node:net";
import type { Client, ClientConfig, QueryArrayResult, QueryConfig } from "pg";
import type { SqlResult } from "../ports/sql.js";
import type { DatabaseConnector, Statement } from "./database-connector.js";
import { connectionFailure, isLostConnection, statementFailure } from "./postgres-failures.js";
import { PostgresReader, postgresParameter } from "./postgres-values.js";
import { sqlResult } from "./sql-result.js";

const CANCEL_MS = 1_000;

/** Talks to PostgreSQL; `schema` is where unqualified names are looked up. */
export function postgresConnector(driver: { Client: new (config: ClientConfig) => Client }, config: ClientConfig, schema: string | undefined): DatabaseConnector<Client> {
  const withOwnSession = new WeakSet<Client>();
  return {
    create: (onLost) => new driver.Client(config).on("error", onLost).on("end", onLost),
    async connect(client) {
      await client.connect();
      if (await hasOwnSession(client)) withOwnSession.add(client);
    },
    begin: async (client, isReadOnly) => void (await client.query(isReadOnly ? "BEGIN READ ONLY" : "BEGIN")),
    run: (client, statement) => transact(client, statement, schema),
    restore: (client, isReadOnly) => restore(client, isReadOnly, withOwnSession.has(client)),
    cancel,
    end: (client) => client.end(),
    destroy: (client) => void socketOf(client)?.destroy(),
    isLost: isLostConnection,
    connectionFailure,
    statementFailure,
  };
}

/** The search path is set for this transaction alone: an embedded server may have one session for all its clients. */
const SET_SCHEMA = "SELECT pg_catalog.set_config('search_path', pg_catalog.quote_ident($1), true)";

async function transact(client: Client, { sql, params, isReadOnly }: Statement, schema: string | undefined): Promise<SqlResult> {
  if (schema !== undefined) await client.query(SET_SCHEMA, [schema]);
  const query: QueryConfig & { rowMode: "array"; queryMode: "extended" } = {
    text: sql,
    values: params.map(postgresParameter),
    rowMode: "array",
    queryMode: "extended", // the simple protocol would run several statements
    types: new PostgresReader(),
  };
  const { fields, rows, command, rowCount }: QueryArrayResult<unknown[]> = await client.query<unknown[]>(query);
  if (!isReadOnly) await client.query("COMMIT");
  return sqlResult(fields.map(({ name }) => name), rows, WRITING.has(command) ? (rowCount ?? undefined) : undefined);
}

const WRITING: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** An embedded server (PostgreSQL compiled to WebAssembly) has one session for all its clients: what is in it may be the system's own. */
async function hasOwnSession(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ version: string }>("SELECT pg_catalog.version() AS version");
  return !/emcc|emscripten|wasm/i.test(rows[0]?.version ?? "");
}

/** Settings, temporary tables, prepared statements and locks of the statement end; the locks of a read outlive its transaction, too. */
async function restore(client: Client, isReadOnly: boolean, isOwnSession: boolean): Promise<boolean> {
  if (!isOwnSession) await client.query("ROLLBACK");
  else if (isReadOnly) await client.query("ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()");
  else {
    if (client.getTransactionStatus() !== "I") await client.query("ROLLBACK");
    await client.query("DISCARD ALL");
  }
  return client.getTransactionStatus() === "I";
}

/**
 * Asks the server to stop what the connection is doing (PostgreSQL's protocol, "Canceling Requests in Progress"): the
 * server would not notice a closed connection before the statement's end. Waits until it has read the request.
 */
async function cancel(client: Client): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: unknown; secretKey: unknown };
  if (typeof processID !== "number" || typeof secretKey !== "number") return;
  const request = Buffer.alloc(16);
  [16, 80877102, processID, secretKey].forEach((word, index) => request.writeInt32BE(word | 0, index * 4));
  const socket = client.host.startsWith("/") ? connect(`${client.host}/.s.PGSQL.${client.port}`) : connect(client.port, client.host);
  await new Promise<void>((resolve) => {
    socket.setTimeout(CANCEL_MS, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.resume().end(request);
  });
}

function socketOf(client: Client): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;
}
