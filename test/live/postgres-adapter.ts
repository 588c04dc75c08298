import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "../../src/adapters/postgres.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import type { SqlPort } from "../../src/ports/sql.js";
import type { TestDatabase, TestServer } from "../support/postgres.js";

const exact = (text: string): ExactNumber => {
  const value = ExactNumber.read(text);
  if (typeof value === "number") throw new Error(`${text} is no number beyond a double`);
  return value;
};

/** A PostgreSQL that cases are run on. */
export interface PostgresSite extends Pick<TestDatabase, "serve"> {
  readonly isReal: boolean;
  readonly isThere: boolean;
  /** What PostgreSQL itself makes of values and catalogs is asked of one of them. */
  readonly isAskedAll: boolean;
}

/** The adapter on a database; one that is embedded takes one connection at a time. */
export function adapterCases({ isReal, isThere, isAskedAll, serve }: PostgresSite): void {
  let server: TestServer;
  let sql: SqlPort;
  beforeAll(async () => {
    if (!isThere) return;
    server = await serve({ maxConnections: 1 });
    sql = openPostgres(server.config);
  });
  afterAll(async () => {
    await sql?.close?.();
    await server?.stop();
  });
  const test = it.skipIf(!isThere);
  const asked = <Row>(rows: Row[]): Row[] => (isAskedAll ? rows : []);

  const one = async (expression: string, ...params: unknown[]): Promise<unknown> =>
    (await sql.query(`SELECT ${expression} AS value`, params, { readOnly: true })).rows[0]?.["value"];

  test.each<[string, unknown]>(asked([
    ["1::int2", 1],
    ["(-2147483648)::int4", -2147483648],
    ["9007199254740991::int8", 9007199254740991],
    ["9007199254740993::int8", exact("9007199254740993")],
    ["count(*)", 1],
    ["sum(2::int8)", 2],
    ["2.670::numeric", 2.67],
    ["123456789012345678901234567890.12::numeric", exact("123456789012345678901234567890.12")],
    ["0.1::float4", 0.1],
    ["0.1::float8 + 0.2::float8", 0.30000000000000004],
    ["1e300::float8", 1e300],
    ["'NaN'::float8", NaN],
    ["'-Infinity'::float8", -Infinity],
    ["true", true],
    ["false", false],
    ["NULL::int", null],
    ["''::text", ""],
    ["'it''s'::text", "it's"],
    ["'12.50'::text", "12.50"],
    ["'a'::char(3)", "a  "],
    ["'2024-02-29'::date", "2024-02-29"],
    ["'2024-02-29 13:14:15.123456'::timestamp", "2024-02-29 13:14:15.123456"],
    ["'2024-02-29 13:14:15+02'::timestamptz AT TIME ZONE 'UTC'", "2024-02-29 11:14:15"],
    ["'infinity'::timestamp", "infinity"],
    ["'13:14:15'::time", "13:14:15"],
    ["'1 day 02:03:04'::interval", "1 day 02:03:04"],
    ["'c0ffee00-0000-4000-8000-000000000000'::uuid", "c0ffee00-0000-4000-8000-000000000000"],
    ["'\\xdeadbeef'::bytea", Uint8Array.from([0xde, 0xad, 0xbe, 0xef])],
    [`'{"a": [1, 2.50, 9007199254740993, 1e400], "b": null, "__proto__": 1}'::jsonb -> 'a'`, [1, 2.5, exact("9007199254740993"), exact("1" + "0".repeat(400))]],
    [`'{"n": 12345678901234567890.10}'::json`, { n: exact("12345678901234567890.10") }],
    ["'\"text\"'::jsonb", "text"],
    ["'null'::jsonb", null],
    ["'{1,NULL,9007199254740993}'::int8[]", [1, null, exact("9007199254740993")]],
    ["'{{1.10,2},{3,4}}'::numeric[]", [[1.1, 2], [3, 4]]],
    ["'[0:1]={5,6}'::int4[]", [5, 6]],
    ["'{}'::int4[]", []],
    ["'{t,f,NULL}'::bool[]", [true, false, null]],
    [`ARRAY['a,b', 'c"d', 'e\\f', '', 'NULL', NULL, '{x}']`, ["a,b", 'c"d', "e\\f", "", "NULL", null, "{x}"]],
    [`ARRAY['{"a": 9007199254740993}'::jsonb]`, [{ a: exact("9007199254740993") }]],
    ["ARRAY['\\x00ff'::bytea]", [Uint8Array.from([0, 255])]],
    ["ARRAY['2024-02-29'::date]", ["2024-02-29"]],
    ["ARRAY['2024-02-29 13:14:15'::timestamp]", ["2024-02-29 13:14:15"]],
    ["'{a,b}'::name[]", ["a", "b"]],
    ["row(1, 'a')", "(1,a)"],
    ["int4range(1, 5)", "[1,5)"],
  ]))("reads %s", async (expression, expected) => {
    expect(await one(expression)).toEqual(expected);
  });

  test.each<[string, unknown, unknown]>(asked([
    ["$1::int8", exact("9007199254740993"), exact("9007199254740993")],
    ["$1::int8", 9007199254740993n, exact("9007199254740993")],
    ["$1::numeric", 2.67, 2.67],
    ["$1::text", "'; DROP TABLE x; --", "'; DROP TABLE x; --"],
    ["$1::text", "\\ \" ' é 漢 😀", "\\ \" ' é 漢 😀"],
    ["$1::bool", false, false],
    ["$1::text", null, null],
    ["$1::text", undefined, null],
    ["$1::jsonb", { a: [exact("9007199254740993")] }, { a: [exact("9007199254740993")] }],
    ["$1::jsonb", [{ a: 1 }], [{ a: 1 }]],
    ["$1::text[]", ["a,b", null, "c"], ["a,b", null, "c"]],
    ["2 = ANY($1::int[])", [1, 2], true],
    ["$1::bytea", Uint8Array.from([0, 1, 255]), Uint8Array.from([0, 1, 255])],
  ]))("binds %s to %o", async (expression, value, expected) => {
    expect(await one(expression, value)).toEqual(expected);
  });

  test("reads what it binds, whatever its type", async () => {
    const { rows } = await sql.query("SELECT $1::int8 AS big, $2::numeric AS exact, $3::text AS text, $4::bool AS flag, $5::jsonb AS json, $6::text[] AS list, $7::bytea AS bytes", [
      exact("9007199254740993"),
      2.67,
      "\\ \" ' é 漢 😀",
      false,
      [{ a: 1 }],
      ["a,b", null],
      Uint8Array.from([0, 1, 255]),
    ]);
    expect(rows).toEqual([{ big: exact("9007199254740993"), exact: 2.67, text: "\\ \" ' é 漢 😀", flag: false, json: [{ a: 1 }], list: ["a,b", null], bytes: Uint8Array.from([0, 1, 255]) }]);
  });

  test("keeps columns of the same name apart, and odd names as they are", async () => {
    const { columns, rows } = await sql.query('SELECT 1 AS count, 2 AS count, 3 AS count_2, 4 AS count, 5 AS "__proto__", 6 AS "a ""b"".c", 7');
    expect(columns).toEqual(["count", "count_3", "count_2", "count_4", "__proto__", 'a "b".c', "?column?"]);
    expect(columns.map((column) => Object.getOwnPropertyDescriptor(rows[0], column)?.value as unknown)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("keeps what a read would write from happening", async () => {
    await sql.query("CREATE TABLE guarded (id int)");
    const refused = { name: "StepFailure", code: "sql-error", evidence: { sqlState: "25006" } };
    await expect(sql.query("INSERT INTO guarded VALUES (1)", [], { readOnly: true })).rejects.toMatchObject(refused);
    await expect(sql.query("WITH x AS (INSERT INTO guarded VALUES (1) RETURNING 1) SELECT * FROM x", [], { readOnly: true })).rejects.toMatchObject(refused);
    await expect(sql.query("DROP TABLE guarded", [], { readOnly: true })).rejects.toMatchObject(refused);
    await expect(sql.query("SELECT set_config('transaction_read_only', 'off', true)", [], { readOnly: true })).rejects.toMatchObject({ code: "sql-error" });
    expect(await one("(SELECT count(*) FROM guarded)")).toBe(0);
  });

  test("tells how many rows were written, and only of what writes rows", async () => {
    await sql.query("CREATE TABLE written (id int)");
    expect(await sql.query("INSERT INTO written SELECT generate_series(1, 5)")).toEqual({ columns: [], rows: [], rowsAffected: 5 });
    expect(await sql.query("UPDATE written SET id = id + 10 WHERE id < $1 RETURNING id", [3])).toEqual({ columns: ["id"], rows: [{ id: 11 }, { id: 12 }], rowsAffected: 2 });
    expect(await sql.query("DELETE FROM written WHERE false")).toMatchObject({ rowsAffected: 0 });
    expect(await sql.query("SELECT * FROM written WHERE false")).toEqual({ columns: ["id"], rows: [] });
  });

  test("takes no second statement, however it is written", async () => {
    for (const text of ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE IF EXISTS nothing"]) {
      await expect(sql.query(text)).rejects.toMatchObject({ code: "sql-error", evidence: { sqlState: "42601" } });
      await expect(sql.query(text, [], { readOnly: true })).rejects.toMatchObject({ code: "sql-error" });
    }
  });

  test("goes on after an error, with the state of the server as evidence", async () => {
    await expect(sql.query("SELECT * FROM no_such_table")).rejects.toMatchObject({ name: "StepFailure", code: "sql-error", evidence: { sqlState: "42P01", position: 15 } });
    await expect(sql.query("SELECT 1 / $1::int", [0], { readOnly: true })).rejects.toMatchObject({ evidence: { sqlState: "22012" } });
    await expect(sql.query("SELECT $1::int", ["x"])).rejects.toMatchObject({ evidence: { sqlState: "22P02" } });
    expect(await one("1")).toBe(1);
  });

  test("fails for a constraint that is checked at the end of the transaction", async () => {
    await sql.query("CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    await sql.query("INSERT INTO late VALUES (1)");
    await expect(sql.query("INSERT INTO late VALUES (1)")).rejects.toMatchObject({ evidence: { sqlState: "23505" } });
    expect(await one("(SELECT count(*) FROM late)")).toBe(1);
  });

  test("leaves no transaction open, whatever the statement was", async () => {
    for (const text of ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT a"]) await sql.query(text).catch(() => undefined);
    expect(await one("pg_current_xact_id_if_assigned()::text")).toBeNull();
    await sql.query("CREATE TABLE afterwards (id int)");
    expect(await one("(SELECT count(*) FROM afterwards)")).toBe(0);
  });

  test("looks up names in the schema that is configured, and keeps the setting to itself", async () => {
    await sql.query('CREATE SCHEMA "Tenant ""1"""');
    await sql.query('CREATE TABLE "Tenant ""1""".things (id int)');
    const tenant = openPostgres({ ...server.config, schema: 'Tenant "1"' });
    try {
      if (!isReal) await sql.close?.(); // the embedded server takes one connection at a time
      expect((await tenant.query("SELECT count(*) AS n FROM things")).rows).toEqual([{ n: 0 }]);
      expect((await tenant.query("INSERT INTO things VALUES (1)")).rowsAffected).toBe(1);
      await expect(tenant.query("SELECT * FROM guarded")).rejects.toMatchObject({ evidence: { sqlState: "42P01" } });
    } finally {
      await tenant.close?.();
      if (!isReal) sql = openPostgres(server.config);
    }
    await expect(sql.query("SELECT * FROM things")).rejects.toMatchObject({ evidence: { sqlState: "42P01" } });
  });

  it.skipIf(isReal)("leaves the one session of an embedded server to the system", async () => {
    const { Client } = (await import("pg")).default;
    await sql.close?.(); // it takes one connection at a time
    const system = async (...statements: string[]): Promise<unknown> => {
      const client = new Client(server.config);
      await client.connect();
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
      await client.end();
      return rows;
    };
    await system("CREATE TEMP TABLE kept (a int)", "PREPARE kept AS SELECT 1", "SELECT set_config('dagrade.kept', 'yes', false)");
    const grader = openPostgres(server.config);
    await grader.query("CREATE TABLE written_by_grader (a int)");
    await grader.query("SELECT 1", [], { readOnly: true });
    await grader.close?.();
    expect(await system("SELECT current_setting('dagrade.kept') AS setting, (SELECT count(*) FROM pg_class WHERE relname = 'kept')::int AS tables, (SELECT count(*) FROM pg_prepared_statements WHERE name = 'kept')::int AS statements")).toEqual([{ setting: "yes", tables: 1, statements: 1 }]);
    sql = openPostgres(server.config);
  });

  test("runs many statements at once", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => one("$1::int", index)));
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  // what a real server does then is asked beside the other engines
  if (!isReal) {
    test("does not keep a result that is too large", async () => {
      await expect(sql.query("SELECT repeat('x', 1000000) FROM generate_series(1, 34)", [], { readOnly: true })).rejects.toMatchObject({ code: "result-too-large" });
      expect(await one("1")).toBe(1);
    });
  }

  test("starts nothing for a signal that is aborted already", async () => {
    const reason = new Error("over");
    await expect(sql.query("CREATE TABLE never_made (id int)", [], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await one("to_regclass('never_made')::text")).toBeNull();
  });

  describe.skipIf(!isReal || !isThere)("under load", () => {
    test("cancels on the server what is aborted, and goes on", async () => {
      const reason = new Error("the step is over");
      const started = Date.now();
      await expect(sql.query("SELECT pg_sleep(300), 'mark-cancel'", [], { readOnly: true, signal: AbortSignal.any([AbortSignal.timeout(300)]) })).rejects.toMatchObject({ name: "TimeoutError" });
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 200);
      await expect(sql.query("CREATE TABLE slept AS SELECT pg_sleep(300)::text", [], { signal: controller.signal })).rejects.toBe(reason);
      expect(Date.now() - started).toBeLessThan(5_000);
      await sleep(200);
      const left = "(SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid() AND query LIKE '%pg_sleep(300)%' AND query NOT LIKE '%pg_stat_activity%')";
      expect(await one(left)).toBe(0);
    });

    test("waits for its turn no longer than its signal", async () => {
      const busy = new AbortController();
      const running = Array.from({ length: 4 }, () => sql.query("SELECT pg_sleep(300)", [], { signal: busy.signal }).catch((error: unknown) => error));
      await sleep(300);
      await expect(sql.query("SELECT 1", [], { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: "TimeoutError" });
      busy.abort(new Error("enough"));
      await Promise.all(running);
      expect(await one("1")).toBe(1);
    });

    test("fails when the connection is lost in the middle, and connects again", async () => {
      const victim = sql.query("SELECT pg_sleep(300), 'mark-lost'").catch((error: unknown) => error);
      await sleep(300);
      await sql.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%mark-lost%' AND pid <> pg_backend_pid()");
      expect(await victim).toMatchObject({ name: "StepFailure", code: "connection-failed" });
      expect(await one("1")).toBe(1);
    });

    test("does not notice an idle connection that was lost", async () => {
      const other = openPostgres(server.config);
      try {
        expect((await sql.query("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
        await other.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dagrade' AND pid <> pg_backend_pid()");
        expect(await one("1")).toBe(1);
        expect(await one("2")).toBe(2);
      } finally {
        await other.close?.();
      }
    });

    test("shares the connections there are when the server takes no more", async () => {
      await sql.query("CREATE ROLE limited LOGIN PASSWORD 'limited' CONNECTION LIMIT 1");
      const limited = openPostgres({ ...server.config, user: "limited", password: "limited" });
      try {
        const results = await Promise.all(Array.from({ length: 6 }, (_, n) => limited.query("SELECT $1::int AS n, pg_sleep(0.05)::text", [n])));
        expect(results.map(({ rows }) => rows[0]?.["n"])).toEqual([0, 1, 2, 3, 4, 5]);
      } finally {
        await limited.close?.();
      }
    });

    test("tells why it can not connect", async () => {
      const refused = async (config: Partial<TestServer["config"]>): Promise<unknown> => openPostgres({ ...server.config, ...config }).query("SELECT 1").catch((error: unknown) => error);
      expect(await refused({ password: "wrong" })).toMatchObject({ code: "connection-failed", evidence: { sqlState: "28P01" } });
      expect(await refused({ database: "none" })).toMatchObject({ code: "connection-failed", evidence: { sqlState: "3D000" } });
      const message = ((await refused({ password: "wrong-password" })) as Error).message;
      expect(message).toContain(`127.0.0.1:${server.config.port}`);
      expect(message).not.toContain("wrong-password");
    });

    test("takes a URL", async () => {
      const { host, port, user, password } = server.config;
      const other = openPostgres({ kind: "postgres", url: `postgres://${user}:${password}@${host}:${port}/postgres` });
      expect((await other.query("SELECT current_database() AS name")).rows).toEqual([{ name: "postgres" }]);
      await other.close?.();
    });
  });

  test("is closed once and for all", async () => {
    const other = openPostgres(server.config);
    await other.close?.();
    await expect(other.query("SELECT 1")).rejects.toMatchObject({ name: "SetupError", code: "database-closed" });
    await other.close?.();
  });
}
