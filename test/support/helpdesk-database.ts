import pg from "pg";
import { startPostgres as startEmbedded } from "../../examples/helpdesk/embedded-postgres.js";
import { postgresBinaries, startPostgres } from "./postgres.js";

type Database = Awaited<ReturnType<typeof startEmbedded>>;

/** Databases of helpdesks, for as many of them as may run at a time. */
export interface HelpdeskDatabases {
  readonly databases: readonly Database[];
  stop(): Promise<void>;
}

/** Of a real server where there is one, which works faster than the embedded one; that has a single session. */
export async function startHelpdeskDatabases(count: number): Promise<HelpdeskDatabases> {
  if (postgresBinaries() === undefined) {
    const embedded = await startEmbedded();
    return { databases: [embedded], stop: () => embedded.stop() };
  }
  const real = await startPostgres();
  const { host, port, user = "", password = "", database: main = "" } = real.config;
  const server = { host, port, user, password };
  const names = Array.from({ length: count }, (_, index) => `helpdesk_${index}`);
  await query({ ...server, database: main }, ...names.map((name) => `CREATE DATABASE ${name}`));
  return { databases: names.map((database) => realDatabase({ ...server, database })), stop: () => real.stop() };
}

function realDatabase(connection: Database["connection"]): Database {
  return {
    connection,
    clear: () =>
      query(
        connection,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        "DROP SCHEMA public CASCADE",
        "CREATE SCHEMA public",
      ),
    stop: () => Promise.resolve(),
  };
}

async function query(connection: Database["connection"], ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
