import type { ConnectionOptions, SslOptions } from "mysql2";
import { DagradeError } from "../errors.js";
import type { SqlPort } from "../ports/sql.js";
import type { DatabaseConfig } from "../ports/target.js";
import { loadDriver } from "./load-driver.js";
import { mysqlConnector } from "./mysql-connector.js";
import { pooledDatabase } from "./pooled-database.js";
import { parseUrl } from "../model/parse-url.js";

/**
 * A MySQL or MariaDB database through `mysql2`, connected when it is first asked. Each statement is prepared on the server
 * and runs in a transaction of its own; with `readOnly` in a read-only one that takes only statements that read, and is
 * rolled back. Several statements in one text are refused by the server; an aborted one is killed there. What a statement
 * leaves in its session (variables, locks, temporary tables) ends with it. `schema` names the database when `database`
 * does not. Throws `CONFIG_INVALID` without a `url` or `host`; rejects with `DRIVER_MISSING` when `mysql2` is not
 * installed, and as `SqlPort` says.
 */
export function openMysql(config: DatabaseConfig): SqlPort {
  const options = connectionOptions(config);
  return pooledDatabase("mysql", async () => {
    const { default: driver } = await loadDriver("the driver for MySQL", "mysql2", () => import("mysql2"));
    return mysqlConnector(driver, options);
  });
}

function connectionOptions(config: DatabaseConfig): ConnectionOptions {
  const parts = { ...(config.url !== undefined && partsOf(config.url)), ...given(config) };
  const { host, port = 3306, user, password, database = config.schema, ssl } = parts;
  if (host === undefined) throw new DagradeError("CONFIG_INVALID", "expected `url` or `host` of the database, got neither");
  return {
    ...(host.startsWith("/") ? { socketPath: host } : { host, port }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(ssl !== undefined && ssl !== false && { ssl: tlsOptions(ssl === true ? {} : ssl) }),
    connectTimeout: config.connectTimeoutMs ?? 10_000,
    charset: "UTF8MB4_GENERAL_CI",
    flags: ["-LOCAL_FILES"], // no server reads files of this machine
    multipleStatements: false,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  };
}

/** The driver looks at the name in a certificate only when it is told to; in the place of an address it looks for `localhost`. */
function tlsOptions({ rejectUnauthorized = true, ca }: Exclude<DatabaseConfig["ssl"], boolean | undefined>): SslOptions {
  return { rejectUnauthorized, verifyIdentity: rejectUnauthorized, ...(ca !== undefined && { ca }) };
}

type Parts = Pick<DatabaseConfig, "host" | "port" | "user" | "password" | "database" | "ssl">;

function given({ host, port, user, password, database, ssl }: DatabaseConfig): Parts {
  return Object.fromEntries(Object.entries({ host, port, user, password, database, ssl }).filter(([, value]) => value !== undefined));
}

/** The driver would read options of its own from the query; only what says where the database is counts. */
function partsOf(text: string): Parts {
  const url = parseUrl(text);
  if (url === undefined || !/^(?:mysql|mariadb):$/.test(url.protocol)) {
    throw new DagradeError("CONFIG_INVALID", "expected the `url` of the database as mysql://user:password@host:port/database, got something else");
  }
  const secured = [...url.searchParams.keys()].find((name) => /ssl|tls/i.test(name));
  if (secured !== undefined) throw new DagradeError("CONFIG_INVALID", `expected the \`url\` of the database without ${secured}, got it; say so with \`ssl\` of the database`);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(url.port !== "" && { port: Number(url.port) }),
    ...(url.username !== "" && { user: decodeURIComponent(url.username) }),
    ...(url.password !== "" && { password: decodeURIComponent(url.password) }),
    ...(url.pathname.length > 1 && { database: decodeURIComponent(url.pathname.slice(1)) }),
  };
}
