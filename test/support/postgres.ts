import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import type { DatabaseConfig } from "../../src/ports/target.js";
import { selfSigned } from "./self-signed.js";

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A database server of a test's own. */
export interface TestServer {
  readonly config: DatabaseConfig & { readonly host: string; readonly port: number };
  /** Has new connections shown this certificate, soon; for servers that take TLS. */
  certify?(certificate: Certificate): Promise<void>;
  stop(): Promise<void>;
}

/** A real one also takes connections over a socket in a folder, where a statement costs less than over TCP. */
export interface PostgresServer extends TestServer {
  readonly folder: string;
}

/** A database that is asked through one server after another, as its start takes long. */
export interface TestDatabase {
  serve(options: { readonly maxConnections: number }): Promise<TestServer>;
  stop(): Promise<void>;
}

/** An embedded PostgreSQL (PGlite) behind sockets; it has one session. */
export async function openPglite(): Promise<TestDatabase> {
  setFlagsFromString("--liftoff-only"); // to optimise what runs once, at its start, takes longer than to run it
  const db = await PGlite.create().finally(() => setFlagsFromString("--no-liftoff-only"));
  return {
    async serve({ maxConnections }) {
      const port = await freePort();
      const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port, maxConnections });
      await server.start();
      return { config: { kind: "postgres", host: "127.0.0.1", port, user: "postgres", database: "postgres", connectTimeoutMs: 5_000 }, stop: () => server.stop() };
    },
    stop: () => db.close(),
  };
}

/** A real one, which takes as many connections as it likes. */
export async function openPostgresServer(): Promise<TestDatabase> {
  const server = await startPostgres();
  return { serve: () => Promise.resolve({ ...server, stop: () => Promise.resolve() }), stop: () => server.stop() };
}

/** Where a real PostgreSQL server's programs lie; `undefined` when there are none. With `CI=true` their absence is an error. */
export function postgresBinaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, "bin")), ...(process.env["PATH"] ?? "").split(":")];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
  if (found === undefined && process.env["CI"] === "true") throw new Error("expected a PostgreSQL server on this machine, found no initdb; install postgresql");
  return found;
}

/** A throw-away cluster of a real server, login by password, TLS with a certificate of its own for whoever asks. It never runs as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = postgresBinaries();
  if (binaries === undefined) throw new Error("there is no PostgreSQL server on this machine");
  const folder = await mkdtemp(join(tmpdir(), "dagrade-postgres-"));
  const data = join(folder, "data");
  const secret = join(folder, "password");
  const port = await freePort();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  await writeFile(secret, PASSWORD);
  await writeCertificate({ key, certificate }, selfSigned);
  await handOver([folder, secret, key, certificate]);
  await asServer(binaries, "initdb", ["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", secret, "--no-sync", "-E", "UTF8", "--locale=C"]);
  const settings = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=20 -c ssl=on -c ssl_key_file=${key} -c ssl_cert_file=${certificate}`;
  await asServer(binaries, "pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"]);
  return {
    folder,
    config: { kind: "postgres", host: "127.0.0.1", port, user: "postgres", password: PASSWORD, database: "postgres", connectTimeoutMs: 5_000 },
    async certify(shown) {
      await writeCertificate({ key, certificate }, shown);
      await asServer(binaries, "pg_ctl", ["-D", data, "reload"]);
    },
    async stop() {
      await asServer(binaries, "pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Into these files; where they are there already they stay their owner's. */
export async function writeCertificate(files: { readonly key: string; readonly certificate: string }, { key, cert }: Certificate): Promise<void> {
  await writeFile(files.key, key, { mode: 0o600 });
  await writeFile(files.certificate, cert);
}

/** A port of the loopback interface that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("expected an address with a port");
  return address.port;
}

/** Where Debian and its kin keep them, by version. */
const DEBIAN = "/usr/lib/postgresql";
const PASSWORD = "throw-away-password";
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

async function asServer(binaries: string, program: string, args: readonly string[]): Promise<void> {
  const command = [join(binaries, program), ...args];
  const [file = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
  await run(file, rest, { cwd: tmpdir() });
}

/** Root prepares the folder, the server's own user works in it. */
async function handOver(paths: readonly string[]): Promise<void> {
  for (const path of paths) await chmod(path, 0o700);
  if (!isRoot) return;
  const { stdout } = await run("id", ["-u", "postgres"]);
  for (const path of paths) await chown(path, Number(stdout), -1);
}
