import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openMysql } from "../../src/adapters/mysql.js";
import { freePort, writeCertificate, type TestServer } from "./postgres.js";
import { selfSigned } from "./self-signed.js";

/** Where MariaDB's programs lie; `undefined` when there are none. With `CI=true` their absence is an error. */
export function mariadbBinaries(): { readonly server: string; readonly install: string } | undefined {
  const folders = ["/usr/sbin", "/usr/bin", ...(process.env["PATH"] ?? "").split(":")];
  const find = (name: string): string | undefined => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const [server, install] = [find("mariadbd"), find("mariadb-install-db")];
  if (server !== undefined && install !== undefined) return { server, install };
  if (process.env["CI"] === "true") throw new Error("expected a MariaDB server on this machine, found no mariadbd; install mariadb-server");
  return undefined;
}

/** A throw-away MariaDB server with a user who may do everything and the empty database `app`; its own character set is latin1. It takes TLS with a certificate of its own from whoever asks. */
export async function startMariadb(): Promise<TestServer> {
  const binaries = mariadbBinaries();
  if (binaries === undefined) throw new Error("there is no MariaDB server on this machine");
  const folder = await mkdtemp(join(tmpdir(), "dagrade-mariadb-"));
  const port = await freePort();
  const data = join(folder, "data");
  const common = ["--no-defaults", `--datadir=${data}`, "--innodb-log-file-size=4M", "--innodb-buffer-pool-size=16M", "--innodb-flush-log-at-trx-commit=0", ...(process.getuid?.() === 0 ? ["--user=root"] : [])];
  await run(binaries.install, [...common, "--auth-root-authentication-method=normal", "--skip-test-db"], { cwd: folder });
  const init = join(folder, "init.sql");
  await writeFile(init, INIT);
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  await writeCertificate({ key, certificate }, selfSigned);
  const server = spawn(binaries.server, [...common, "--bind-address=127.0.0.1", `--port=${port}`, `--socket=${join(folder, "socket")}`, `--init-file=${init}`, "--skip-name-resolve", "--character-set-server=latin1", "--max-connections=20", `--ssl-key=${key}`, `--ssl-cert=${certificate}`], { cwd: folder, stdio: "ignore" });
  const config = { kind: "mysql", host: "127.0.0.1", port, user: "grader", password: PASSWORD, database: "app", connectTimeoutMs: 5_000 } as const;
  await untilReady(config, server);
  return {
    config,
    async certify(shown) {
      await writeCertificate({ key, certificate }, shown);
      const sql = openMysql(config);
      await sql.query("FLUSH SSL");
      await sql.close?.();
    },
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PASSWORD = "throw-away-password";
const INIT = `CREATE DATABASE app CHARACTER SET utf8mb4;
CREATE USER 'grader'@'%' IDENTIFIED BY '${PASSWORD}';
GRANT ALL ON *.* TO 'grader'@'%' WITH GRANT OPTION;
`;
const run = promisify(execFile);

async function untilReady(config: TestServer["config"], server: ChildProcess): Promise<void> {
  const sql = openMysql(config);
  try {
    for (let attempt = 0; ; attempt++) {
      const isReady = await sql.query("SELECT 1").then(() => true, () => false);
      if (isReady) return;
      if (attempt > 600 || server.exitCode !== null) throw new Error("expected MariaDB to start, it did not");
      await sleep(50);
    }
  } finally {
    await sql.close?.();
  }
}
