import type { ClientConfig } from "pg";
import { DagradeError } from "../errors.js";
import { parseUrl } from "../model/parse-url.js";
import type { SqlPort } from "../ports/sql.js";
import type { DatabaseConfig } from "../ports/target.js";
import { loadDriver } from "./load-driver.js";
import { pooledDatabase } from "./pooled-database.js";
import { postgresConnector } from "./postgres-connector.js";

/**
 * A PostgreSQL database through `pg`, connected when it is first asked. Each statement runs in a transaction of its own,
 * parameters bound, and with `readOnly` in a read-only one that is rolled back; several statements in one text are
 * refused by the server. An aborted statement is cancelled on the server. What a statement leaves in its session
 * (settings, temporary tables, advisory locks) ends with it, unless the server has one session for all its clients.
 * Throws `CONFIG_INVALID` without a `url` or `host`, and for a `url` of something else; rejects with `DRIVER_MISSING` when `pg` is not installed, and as
 * `SqlPort` says.
 */
export function openPostgres(config: DatabaseConfig): SqlPort {
  if (config.url === undefined && config.host === undefined) {
    throw new DagradeError("CONFIG_INVALID", "expected `url` or `host` of the database, got neither");
  }
  if (config.url !== undefined && !isPostgresUrl(config.url)) {
    throw new DagradeError("CONFIG_INVALID", "expected the `url` of the database as postgres://user:password@host:port/database, got something else");
  }
  return pooledDatabase("postgres", async () => {
    const { default: driver } = await loadDriver("the driver for PostgreSQL", "pg", () => import("pg"));
    return postgresConnector(driver, clientConfig(config), config.schema);
  });
}

/** The driver takes the folder of a socket as well, and a URL without a host, whose `?host=` names one. */
function isPostgresUrl(text: string): boolean {
  if (text.startsWith("/") || text.startsWith("socket:")) return true;
  return /^postgres(?:ql)?:\/\//i.test(text) && parseUrl(text.replace("@/", "@localhost/")) !== undefined;
}

function clientConfig(config: DatabaseConfig): ClientConfig {
  const { url, host, port, user, password, database, ssl, connectTimeoutMs = 10_000 } = config;
  return {
    ...(url !== undefined && { connectionString: url }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(ssl !== undefined && { ssl }),
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: "dagrade",
  };
}
