// @ts-check
import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endGroup, runToEnd, startGroup } from "./command.js";
import { freePort } from "./free-port.js";

/**
 * A Directus that answers requests.
 * @typedef {object} Directus
 * @property {string} baseUrl
 * @property {string} folder where it was started: `package.json`, `.env`, `uploads/`, `server.log`, and a link to node_modules
 * @property {{ host: string, port: number, database: string, user: string, password: string }} database the one it keeps its data in
 * @property {{ email: string, password: string }} admin
 * @property {string} tokenSecret what it signs access tokens with
 * @property {() => Promise<void>} reset brings back the state of right after the first start, in about a second
 */

/** The database as it was after the first start; a reset copies it. */
const FRESH = "directus_fresh";

/**
 * Makes an empty database, lets Directus set itself up in it and starts it. `scope` ends it again.
 * @param {{ modules: string, folder: string, postgres: import("./postgres.js").Postgres, scope: import("./cleanup.js").Scope }} parts
 *   `folder` must not exist yet
 * @returns {Promise<Directus>}
 */
export async function startDirectus({ modules, folder, postgres, scope }) {
  const { host, port, run } = postgres;
  const database = { host, port, database: "directus", user: "directus", password: randomUUID() };
  const admin = { email: "admin@example.com", password: randomUUID() };
  const adminToken = randomUUID();
  const tokenSecret = randomUUID();
  const ownPort = await freePort();
  const baseUrl = `http://127.0.0.1:${ownPort}`;
  const uploads = join(folder, "uploads");
  const log = join(folder, "server.log");
  /** @param {string} command */
  const directus = (command) => [process.execPath, "node_modules/directus/cli.js", command];
  const place = { cwd: folder, env: plainEnvironment() };

  await run(`create role directus login password '${database.password}'`, "create database directus owner directus");
  await mkdir(uploads, { recursive: true });
  await symlink(modules, join(folder, "node_modules"));
  await copyFile(new URL("app/package.json", import.meta.url), join(folder, "package.json")); // it looks for extensions there
  await writeFile(join(folder, ".env"), settings({ baseUrl, port: ownPort, database, admin, adminToken, tokenSecret }), { mode: 0o600 });
  await runToEnd(directus("bootstrap"), { ...place, signal: scope.signal, timeoutMs: 120_000 });
  await run(`create database ${FRESH} template directus owner directus`);

  const output = await open(log, "a");
  const server = startGroup(directus("start"), { ...place, stdio: ["ignore", output.fd, output.fd] });
  scope.defer(() => endGroup(server, 5_000));
  await output.close(); // the server has its own
  await untilHealthy({ baseUrl, server, log, signal: scope.signal });
  const kept = (await readdir(folder)).filter((entry) => entry !== "uploads");

  async function reset() {
    await run("drop database directus with (force)", `create database directus template ${FRESH} owner directus`);
    for (const entry of await readdir(folder)) if (!kept.includes(entry)) await rm(join(folder, entry), { recursive: true });
    await mkdir(uploads);
    await forgetCaches(baseUrl, adminToken, scope.signal);
  }
  return { baseUrl, folder, database, admin, tokenSecret, reset };
}

/**
 * @param {{ baseUrl: string, port: number, database: Directus["database"], admin: Directus["admin"], adminToken: string, tokenSecret: string }} parts
 * @returns {string} the text of a `.env` file, which both the server and its command line read
 */
function settings({ baseUrl, port, database, admin, adminToken, tokenSecret }) {
  const values = {
    HOST: "127.0.0.1",
    PORT: port,
    PUBLIC_URL: baseUrl,
    KEY: randomUUID(),
    SECRET: tokenSecret,
    DB_CLIENT: "pg",
    DB_HOST: database.host,
    DB_PORT: database.port,
    DB_DATABASE: database.database,
    DB_USER: database.user,
    DB_PASSWORD: database.password,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_TOKEN: adminToken,
    ACCESS_TOKEN_TTL: "1d",
    LOGIN_STALL_TIME: 100, // milliseconds that a refused login takes at least; 500 by default
    STORAGE_LOCATIONS: "local",
    STORAGE_LOCAL_DRIVER: "local",
    STORAGE_LOCAL_ROOT: "./uploads",
    TELEMETRY: false,
    EXTENSIONS_AUTO_RELOAD: false,
    CACHE_ENABLED: false,
    RATE_LIMITER_ENABLED: false,
    PRESSURE_LIMITER_ENABLED: false,
    LOG_LEVEL: "info",
    LOG_STYLE: "raw",
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join("");
}

/** What a program needs to run at all, and nothing that could configure Directus from outside. */
function plainEnvironment() {
  const { PATH, HOME, TMPDIR } = process.env;
  return { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }) };
}

/**
 * @param {{ baseUrl: string, server: import("node:child_process").ChildProcess, log: string, signal: AbortSignal }} parts
 */
async function untilHealthy({ baseUrl, server, log, signal }) {
  const limitMs = 60_000;
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`${baseUrl}/server/health`, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) }).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(100, undefined, { signal });
  }
  const how = server.exitCode === null ? `was not healthy after ${limitMs / 1000} s` : `ended with code ${server.exitCode}`;
  const end = await readFile(log, "utf8").catch(() => "");
  throw new Error(`Directus ${how}; the end of its log:\n${end.slice(-3_000)}`);
}

/**
 * Directus keeps its schema and permissions in memory; after the database was changed under it, it has to read them again.
 * @param {string} baseUrl
 * @param {string} adminToken
 * @param {AbortSignal} signal
 */
async function forgetCaches(baseUrl, adminToken, signal) {
  const answer = await fetch(`${baseUrl}/utils/cache/clear?system`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  });
  if (!answer.ok) throw new Error(`expected Directus to forget its caches, got ${answer.status}: ${await answer.text()}`);
}
