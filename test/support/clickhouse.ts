import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./postgres.js";

/** A ClickHouse of a test's own, as the example's port takes it. */
export interface TestClickhouse {
  readonly config: { readonly url: string; readonly user: string; readonly password: string; readonly database: string };
  stop(): Promise<void>;
}

/** Where ClickHouse's server lies; `undefined` when there is none. With `CI=true` its absence is an error. */
export function clickhouseBinary(): string | undefined {
  const folders = ["/usr/sbin", "/usr/bin", ...(process.env["PATH"] ?? "").split(":")];
  const found = folders.map((folder) => join(folder, "clickhouse-server")).find((path) => existsSync(path));
  if (found === undefined && process.env["CI"] === "true") throw new Error("expected a ClickHouse server on this machine, found none; install clickhouse-server");
  return found;
}

/** A throw-away ClickHouse server with a user who may do everything, in the empty database `default`. */
export async function startClickhouse(): Promise<TestClickhouse> {
  const binary = clickhouseBinary();
  if (binary === undefined) throw new Error("there is no ClickHouse server on this machine");
  const folder = await mkdtemp(join(tmpdir(), "dagrade-clickhouse-"));
  const [httpPort, tcpPort] = [await freePort(), await freePort()];
  for (const name of ["data", "tmp"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "config.xml"), settings(folder, httpPort, tcpPort));
  await writeFile(join(folder, "users.xml"), USERS);
  const server = spawn(binary, [`--config-file=${join(folder, "config.xml")}`], { cwd: folder, stdio: "ignore", env: { ...process.env, TZ: "UTC" } });
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${httpPort}`;
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { config: { url, user: "grader", password: PASSWORD, database: "default" }, stop };
}

/** With a colon and a character beyond Latin-1. */
const PASSWORD = "throw:away-pässwörd-☃";

const USERS = `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><grader>
<password>${PASSWORD}</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
</grader></users></yandex>`;

function settings(folder: string, httpPort: number, tcpPort: number): string {
  return `<yandex><logger><level>none</level></logger><timezone>UTC</timezone>
<http_port>${httpPort}</http_port><tcp_port>${tcpPort}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><users_config>${folder}/users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database><mark_cache_size>5000000</mark_cache_size></yandex>`;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const isReady = await fetch(url).then(({ ok }) => ok, () => false);
    if (isReady) return;
    if (attempt > 600 || server.exitCode !== null) throw new Error("expected ClickHouse to start, it did not");
    await sleep(50);
  }
}
