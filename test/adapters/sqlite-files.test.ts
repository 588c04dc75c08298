import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sqliteFile } from "../../src/adapters/sqlite.js";
import type { SqliteDriver } from "../../src/adapters/sqlite-processes.js";
import type { SqlPort } from "../../src/ports/sql.js";
import { processesLeft, processesWith } from "../support/processes.js";
import { refusalOf } from "../support/refusal.js";
import { runStep } from "../support/run-step.js";
import { makeSqlite } from "../support/sqlite.js";

const DRIVERS: readonly SqliteDriver[] = isBuiltin("node:sqlite") ? ["better-sqlite3", "node:sqlite"] : ["better-sqlite3"];

const ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c";

/** An empty file and a port that reads it, both gone when the test is over, however it ends. */
async function makeOwn(driver: SqliteDriver): Promise<{ readonly own: SqlPort; readonly config: { readonly url: string } }> {
  const { config, ...file } = await makeSqlite();
  const own = sqliteFile(config.url, () => Promise.resolve(driver));
  onTestFinished(async () => {
    await own.close?.();
    await file.stop();
  });
  return { own, config };
}

describe.each(DRIVERS)("a SQLite database through %s", (driver) => {
  let folder: string;
  let sql: SqlPort;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dagrade-sqlite-"));
    const path = join(folder, "app.db");
    await writeFile(path, "");
    sql = sqliteFile(path, () => Promise.resolve(driver));
    await sql.query("CREATE TABLE users (id integer PRIMARY KEY, name text)");
    await sql.query("INSERT INTO users VALUES (1, 'ada')");
    const other = join(folder, "other.db");
    await writeFile(other, "");
    const second = sqliteFile(other, () => Promise.resolve(driver));
    await second.query("CREATE TABLE secrets (word text)");
    await second.close?.();
  });
  afterAll(async () => {
    await sql.close?.();
    await rm(folder, { recursive: true, force: true });
  });

  const reaching = (): string[] => {
    const made = `'${join(folder, "made.db")}'`;
    const other = `'${join(folder, "other.db")}'`;
    return [
      `VACUUM INTO ${made}`,
      `vacuum main into ${made}`,
      `; VACUUM INTO ${made}`,
      `/* SELECT */ VACUUM INTO ${made}`,
      `/*! x */ VACUUM INTO ${made}`,
      `-- SELECT\n\ufeff;;VACUUM/**/INTO ${made}`,
      `ATTACH ${made} AS made`,
      `ATTACH DATABASE ${other} AS other`,
      `;attach ${other} as other`,
      "DETACH main",
      `SELECT load_extension(${made})`,
      `SELECT writefile(${made}, 'x')`,
      `SELECT readfile(${other})`,
      `CREATE VIRTUAL TABLE temp.far USING csv(filename=${other})`,
      `PRAGMA temp_store_directory = ${made}`,
      `PRAGMA main.temp_store_directory = ${made}`,
      `PRAGMA temp_store_directory(${made})`,
      `PRAGMA "temp_store_directory" = ${made}`,
      `PRAGMA/**/temp_store_directory/**/= ${made}`,
      "PRAGMA hard_heap_limit = 1000",
      "PRAGMA writable_schema = ON",
      "PRAGMA journal_mode = WAL",
    ];
  };

  it.each([true, false])("takes no statement that could reach another file or the process, read-only: %s", async (readOnly) => {
    for (const statement of reaching()) await expect(sql.query(statement, [], { readOnly }), statement).rejects.toMatchObject({ name: "StepFailure", code: "sql-error" });
    expect((await readdir(folder)).sort()).toEqual(["app.db", "other.db"]);
    expect((await sql.query("SELECT name FROM users")).rows).toEqual([{ name: "ada" }]);
  });

  it.each<[string, unknown[]]>([
    ["SELECT 'ATTACH x AS y; VACUUM INTO z' AS n", [{ n: "ATTACH x AS y; VACUUM INTO z" }]],
    ["/* VACUUM INTO 'x' */ SELECT 1 AS n -- ATTACH", [{ n: 1 }]],
    ["WITH a(n) AS (VALUES (2)) SELECT n FROM a", [{ n: 2 }]],
    ["PRAGMA user_version", [{ user_version: 0 }]],
    ["PRAGMA main.user_version;", [{ user_version: 0 }]],
    ["PRAGMA foreign_key_list(users)", []],
    ["PRAGMA main . table_info ( users )", [expect.objectContaining({ name: "id" }), expect.objectContaining({ name: "name" })]],
  ])("still answers %s", async (statement, rows) => {
    expect((await sql.query(statement, [], { readOnly: true })).rows).toEqual(rows);
  });

  it("has a process ready when a statement that takes long is ended, and leaves none behind", async () => {
    const { own, config } = await makeOwn(driver);
    const slow = new AbortController();
    const statement = own.query(ENDLESS, [], { signal: slow.signal });
    await expect.poll(() => processesWith(config.url), { timeout: 10_000 }).toHaveLength(2);
    slow.abort(new Error("too slow"));
    await expect(statement).rejects.toThrow("too slow");
    const ready = await processesWith(config.url);
    expect(ready).toHaveLength(1);
    expect((await own.query("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    expect(await processesWith(config.url)).toContain(ready[0]);

    const again = own.query(ENDLESS).catch(() => "ended");
    await expect.poll(async () => (await processesWith(config.url)).length, { timeout: 10_000 }).toBeGreaterThan(1);
    await own.close?.();
    expect(await again).toBe("ended");
    expect(await processesLeft(config.url)).toEqual([]);
  });

  it("takes the start of a process for no part of a limit, neither at first nor after a statement that was ended", async () => {
    const { own, config } = await makeOwn(driver);
    const verify = { strategy: "db_query", sql: "SELECT 1 AS n", expected_result: { n: 1 } };
    expect(await runStep("queue_job_check", { trigger: { type: "none" }, verify, poll: { timeout_ms: 150, interval_ms: 10 } }, { target: { database: own } })).toMatchObject({ outcome: "pass" });
    expect(await own.query(ENDLESS, [], { signal: AbortSignal.timeout(100) }).catch((error: unknown) => error)).toMatchObject({ name: "TimeoutError" });
    const ask = (sql: string, timeout_ms: number) => runStep("db_query", { sql, expected_result: { n: 1 }, poll: { timeout_ms, interval_ms: 10 } }, { target: { database: own } });
    expect(await ask("SELECT 1 AS n", 150)).toMatchObject({ outcome: "pass" });
    expect(await ask(ENDLESS, 150)).toMatchObject({ outcome: "fail", code: "time-out" });
    expect(await ask("SELECT 1 AS n", 150)).toMatchObject({ outcome: "pass" });
    await own.close?.();
    expect(await processesLeft(config.url)).toEqual([]);
  });

  it("starts the next process when it ends one", async () => {
    const { own, config } = await makeOwn(driver);
    await own.query("SELECT 1");
    const [first] = await processesWith(config.url);
    await expect(own.query(ENDLESS, [], { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: "TimeoutError" });
    const next = await processesWith(config.url);
    expect(next).toHaveLength(1);
    expect(next).not.toContain(first);
    await own.ready?.(new AbortController().signal);
    expect((await own.query("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    expect(await processesWith(config.url)).toEqual(next);
    await own.close?.();
    await own.ready?.(new AbortController().signal);
    expect(await processesLeft(config.url)).toEqual([]);
  });

  it("is asked nothing of the kind by a step, not even one of set-up", async () => {
    const made = join(folder, "made.db");
    for (const text of [`VACUUM INTO '${made}'`, `ATTACH '${made}' AS made`]) {
      expect(await refusalOf(runStep("db_query", { sql: text, setup: true }, { target: { database: sql } })), text).toEqual(["sql-unsupported"]);
    }
    expect(await runStep("db_query", { sql: "VACUUM", setup: true }, { target: { database: sql } })).toMatchObject({ outcome: "fail", code: "sql-error" });
    expect(await readdir(folder)).not.toContain("made.db");
  });
});
