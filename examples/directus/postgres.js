// @ts-check
import { randomUUID } from "node:crypto";
import { access, chown, constants, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { runToEnd } from "./command.js";
import { freePort } from "./free-port.js";

/**
 * A PostgreSQL server of our own: a fresh cluster that listens on the loopback interface only and is removed afterwards.
 * @typedef {object} Postgres
 * @property {string} host
 * @property {number} port
 * @property {(...statements: string[]) => Promise<void>} run runs each statement by itself, as the superuser; throws at the first that fails
 */

const SUPERUSER = "postgres";
const PROGRAMS = ["initdb", "pg_ctl", "psql"];
/** Where packages put the programs outside PATH: every folder of `parent` with that name holds a `bin`. */
const USUAL_FOLDERS = [
  { parent: "/usr/lib/postgresql", name: /^\d+$/ }, // Debian, Ubuntu
  { parent: "/usr", name: /^pgsql-\d+$/ }, // Red Hat
  { parent: "/opt/homebrew/opt", name: /^postgresql@\d+$/ },
  { parent: "/usr/local/opt", name: /^postgresql@\d+$/ },
];

/**
 * Makes a cluster in `folder`/postgres and starts it. `scope` stops it and removes it again.
 * @param {string} folder an existing folder that every user may enter
 * @param {import("./cleanup.js").Scope} scope
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(folder, scope) {
  const bin = await findPrograms();
  const account = await serverAccount();
  const home = join(folder, "postgres");
  const data = join(home, "data");
  const log = join(home, "log");
  const passwordFile = join(home, "password");
  const password = randomUUID();
  /** @type {(argv: readonly string[], signal?: AbortSignal) => Promise<unknown>} */
  const asServer = ([program, ...args], signal) => {
    const argv = [join(bin, String(program)), ...args];
    const prefix = account ? ["runuser", "-u", account.name, "--"] : [];
    return runToEnd([...prefix, ...argv], { timeoutMs: 60_000, cwd: home, ...(signal && { signal }) });
  };

  await mkdir(home, { mode: 0o700 });
  scope.defer(() => rm(home, { recursive: true, force: true }));
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [home, passwordFile]) await chown(path, account.uid, account.gid);
  await asServer(
    ["initdb", "-D", data, "-U", SUPERUSER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", "--locale=C", "--no-sync"],
    scope.signal,
  );

  const port = await freePort();
  const settings = `-h 127.0.0.1 -p ${port} -c unix_socket_directories= -c fsync=off`;
  scope.defer(() => stop(data, asServer));
  try {
    await asServer(["pg_ctl", "-D", data, "-w", "-t", "30", "-l", log, "-o", settings, "start"], scope.signal);
  } catch (error) {
    const why = await readFile(log, "utf8").catch(() => "it wrote no log");
    throw new Error(`PostgreSQL did not start on 127.0.0.1:${port}: ${why.trim().slice(-2_000)}`, { cause: error });
  }

  return {
    host: "127.0.0.1",
    port,
    async run(...statements) {
      const argv = [join(bin, "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", String(port), "-U", SUPERUSER];
      const env = { ...process.env, PGPASSWORD: password, PGCONNECT_TIMEOUT: "10" };
      const input = statements.map((statement) => `${statement};\n`).join("");
      await runToEnd(argv, { signal: scope.signal, timeoutMs: 60_000, env, input });
    },
  };
}

/**
 * @param {string} data the cluster's folder
 * @param {(argv: readonly string[]) => Promise<unknown>} asServer
 */
async function stop(data, asServer) {
  const isRunning = await asServer(["pg_ctl", "-D", data, "status"]).then(
    () => true,
    () => false,
  );
  if (!isRunning) return;
  try {
    await asServer(["pg_ctl", "-D", data, "-w", "-t", "20", "-m", "fast", "stop"]);
  } catch {
    await asServer(["pg_ctl", "-D", data, "-w", "-t", "20", "-m", "immediate", "stop"]);
  }
}

/**
 * Who runs the server when we may not: PostgreSQL refuses to run as root, so root hands it to the user `postgres`.
 * @returns {Promise<{ name: string, uid: number, gid: number } | undefined>} undefined: ourselves
 */
async function serverAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const [name, , uid, gid] = accounts.find(([account]) => account === "postgres") ?? [];
  if (name === undefined) {
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" to hand it to; run this as an ordinary user');
  }
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** @returns {Promise<string>} the folder that holds all the programs: of PATH, else of the newest version installed */
async function findPrograms() {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  for (const { parent, name } of USUAL_FOLDERS) {
    const versions = (await readdir(parent).catch(() => [])).filter((folder) => name.test(folder));
    versions.sort((one, other) => versionOf(other) - versionOf(one));
    folders.push(...versions.map((folder) => join(parent, folder, "bin")));
  }
  for (const folder of folders) {
    const found = await Promise.allSettled(PROGRAMS.map((program) => access(join(folder, program), constants.X_OK)));
    if (found.every(({ status }) => status === "fulfilled")) return folder;
  }
  throw new Error(
    `PostgreSQL is missing: ${PROGRAMS.join(", ")} are together neither in PATH nor where packages put them, such as /usr/lib/postgresql/*/bin; ` +
      "install it (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17)",
  );
}

/** @param {string} folder such as `15`, `pgsql-15`, `postgresql@15` */
function versionOf(folder) {
  return Number(/\d+/.exec(folder)?.[0] ?? 0);
}
