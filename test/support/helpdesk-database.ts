import { openDatabase as openPool } from "../../examples/helpdesk/app/database.js";
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
  const session = openPool({ ...server, database: main });
  for (const name of names) await session.rows(`CREATE DATABASE ${name}`);
  await session.close();
  const databases = names.map((database) => openDatabase({ ...server, database }, real.folder));
  return {
    databases,
    async stop() {
      await Promise.all(databases.map((database) => database.stop()));
      await real.stop();
    },
  };
}

/** Its connections are shared by the helpdesks that have it one after the other: a new one costs as much as the emptying. */
function openDatabase(connection: Database["connection"], socket: string): Database {
  const database = openPool({ ...connection, host: socket });
  return {
    connection,
    database,
    async clear() {
      await database.rows("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    },
    stop: () => database.close(),
  };
}
