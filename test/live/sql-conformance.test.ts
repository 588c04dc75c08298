import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/adapters/open-database.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import type { StepResult } from "../../src/model/evaluation.js";
import type { SqlPort } from "../../src/ports/sql.js";
import type { DatabaseConfig } from "../../src/ports/target.js";
import { runChain } from "../../src/testing/run-chain.js";
import { mariadbBinaries, startMariadb } from "../support/mariadb.js";
import { postgresBinaries, startPostgres, type TestServer } from "../support/postgres.js";
import { selfSigned, selfSignedElsewhere } from "../support/self-signed.js";
import { makeSqlite } from "../support/sqlite.js";

interface Engine {
  readonly name: string;
  readonly start: () => Promise<Pick<TestServer, "certify" | "stop"> & { readonly config: DatabaseConfig }>;
  readonly isThere: boolean;
  /** How it writes a name. */
  readonly quote: (name: string) => string;
  /** A parameter by its place. */
  readonly parameter: (place: number) => string;
  /** Its names of types that have others elsewhere. */
  readonly types: { readonly bytes: string; readonly json: string; readonly timestamp: string; readonly double: string };
  /** A statement that does not end by itself in reasonable time. */
  readonly endless: string;
  /** Each leaves something in its session; the question gives `left` 0 when nothing is left. */
  readonly leftovers: readonly (readonly [what: string, leave: string, isReadOnly: boolean, question: string])[];
  /** How an administrator ends the connections of others that run the endless statement, and how a connection tells that it is encrypted. */
  readonly administration?: { readonly findBusy: string; readonly kill: (id: string) => string; readonly isEncrypted: string };
}

const inDoubleQuotes = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const ENDLESS_COUNT = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c";

const ENGINES: readonly Engine[] = [
  {
    name: "PostgreSQL",
    start: startPostgres,
    isThere: postgresBinaries() !== undefined,
    quote: inDoubleQuotes,
    parameter: (place) => `$${place}`,
    types: { bytes: "bytea", json: "jsonb", timestamp: "timestamp", double: "double precision" },
    endless: "SELECT pg_sleep(300)",
    leftovers: [
      ["a setting", "SELECT set_config('search_path', 'elsewhere', false)", false, "SELECT count(*) AS left FROM (SELECT current_setting('search_path') AS v) s WHERE v = 'elsewhere'"],
      ["a setting of a read", "SELECT set_config('search_path', 'elsewhere', false)", true, "SELECT count(*) AS left FROM (SELECT current_setting('search_path') AS v) s WHERE v = 'elsewhere'"],
      ["a temporary table", "CREATE TEMP TABLE passing (a int)", false, "SELECT count(*) AS left FROM pg_class WHERE relname = 'passing'"],
      ["a lock", "SELECT pg_advisory_lock(42)", false, "SELECT count(*) AS left FROM pg_locks WHERE locktype = 'advisory'"],
      ["a lock of a read", "SELECT pg_advisory_lock(42)", true, "SELECT count(*) AS left FROM pg_locks WHERE locktype = 'advisory'"],
      ["a prepared statement", "PREPARE passing AS SELECT 1", false, "SELECT count(*) AS left FROM pg_prepared_statements WHERE name = 'passing'"],
    ],
    administration: {
      findBusy: "SELECT pid AS id FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(300)%' AND pid <> pg_backend_pid()",
      kill: (id) => `SELECT pg_terminate_backend(${id})`,
      isEncrypted: "SELECT ssl AS yes FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
    },
  },
  {
    name: "MariaDB",
    start: startMariadb,
    isThere: mariadbBinaries() !== undefined,
    quote: (name) => `\`${name.replaceAll("`", "``")}\``,
    parameter: () => "?",
    types: { bytes: "varbinary(255)", json: "json", timestamp: "datetime", double: "double" },
    endless: "SELECT sleep(300)",
    leftovers: [
      ["a variable", "SELECT @passing := 7", true, "SELECT @passing IS NOT NULL AS `left`"],
      ["a setting", "SET SESSION sql_mode = 'ANSI_QUOTES'", false, "SELECT @@sql_mode = 'ANSI_QUOTES' AS `left`"],
      ["a temporary table", "CREATE TEMPORARY TABLE passing (a int)", false, "SELECT count(*) AS `left` FROM information_schema.TABLES WHERE TABLE_NAME = 'passing'"],
      ["a lock", "SELECT get_lock('passing', 1)", true, "SELECT is_used_lock('passing') IS NOT NULL AS `left`"],
      ["an open transaction", "START TRANSACTION", false, "SELECT @@in_transaction - 1 AS `left`"],
    ],
    administration: {
      findBusy: "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT sleep(300)%' AND ID <> connection_id()",
      kill: (id) => `KILL ${id}`,
      isEncrypted: "SELECT VARIABLE_VALUE <> '' AS yes FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'",
    },
  },
  {
    name: "SQLite",
    start: makeSqlite,
    isThere: true,
    quote: inDoubleQuotes,
    parameter: () => "?",
    types: { bytes: "blob", json: "json", timestamp: "timestamp", double: "real" },
    endless: ENDLESS_COUNT,
    leftovers: [
      ["a temporary table", "CREATE TEMP TABLE passing (a int)", false, "SELECT count(*) AS left FROM pragma_table_list WHERE name = 'passing'"],
      ["a setting", "PRAGMA recursive_triggers = ON", true, "SELECT recursive_triggers AS left FROM pragma_recursive_triggers"],
      ["another file", "ATTACH ':memory:' AS passing", false, "SELECT count(*) AS left FROM pragma_database_list WHERE name = 'passing'"],
      ["an open transaction", "BEGIN IMMEDIATE", false, "SELECT 0 AS left"],
    ],
  },
];

const exact = (text: string): unknown => ExactNumber.read(text);

const servers = new Map<string, Awaited<ReturnType<Engine["start"]>>>();
beforeAll(async () => {
  await Promise.all(ENGINES.filter(({ isThere }) => isThere).map(async ({ name, start }) => servers.set(name, await start())));
}, 120_000);
afterAll(() => Promise.all(Array.from(servers.values(), (server) => server.stop())));

describe.each(ENGINES)("$name", (engine) => {
  const { quote, parameter, types } = engine;
  let config: DatabaseConfig;
  let sql: SqlPort;
  beforeAll(() => {
    const server = servers.get(engine.name);
    if (server === undefined) return;
    config = server.config;
    sql = openDatabase(config);
  });
  afterAll(() => sql?.close?.());
  const test = it.skipIf(!engine.isThere);
  const read = (text: string, params: unknown[] = []): ReturnType<SqlPort["query"]> => sql.query(text, params, { readOnly: true });

  describe("values", () => {
    const COLUMNS: readonly (readonly [column: string, type: string, values: readonly (readonly [unknown, unknown])[]])[] = [
      ["an_integer", "bigint", [[1, 1], [exact("9007199254740993"), exact("9007199254740993")], [-9223372036854775808n, exact("-9223372036854775808")], [9223372036854775807n, exact("9223372036854775807")], ["9007199254740993", exact("9007199254740993")], [0, 0], [null, null]]],
      ["a_decimal", "decimal(12,3)", [[2.67, 2.67], ["2.670", 2.67], [exact("2.670"), 2.67], [-1, -1], [0, 0], [123456789.125, 123456789.125]]],
      ["a_double", types.double, [[0.1, 0.1], [1e300, 1e300], [-2.5, -2.5], [3, 3], [5e-324, 5e-324]]],
      ["a_boolean", "boolean", [[true, true], [false, false], [null, null]]],
      ["a_text", "varchar(200)", [["", ""], ["12.50", "12.50"], ["007", "007"], ["true", "true"], ["'; DROP TABLE vals; --", "'; DROP TABLE vals; --"], ["\\ \" ' ` \\' % _ ? :a $1", "\\ \" ' ` \\' % _ ? :a $1"], ["é 漢 😀 \u{10FFFF}", "é 漢 😀 \u{10FFFF}"], ["a\tb\r\nc", "a\tb\r\nc"], [null, null], [undefined, null]]],
      ["some_bytes", types.bytes, [[Uint8Array.from([0, 1, 39, 92, 128, 255]), Uint8Array.from([0, 1, 39, 92, 128, 255])], [new Uint8Array(), new Uint8Array()], [null, null]]],
      ["some_json", types.json, [[{ a: [1, 2.5, exact("9007199254740993")], b: null, c: "x" }, { a: [1, 2.5, exact("9007199254740993")], b: null, c: "x" }], ["[true, {}]", [true, {}]], ['"text"', "text"], [null, null]]],
      ["a_date", "date", [["2024-02-29", "2024-02-29"], ["0999-12-31", "0999-12-31"]]],
      ["a_timestamp", types.timestamp, [["2024-02-29 13:14:15", "2024-02-29 13:14:15"], ["2026-03-29 02:30:00", "2026-03-29 02:30:00"]]],
    ];

    test("are the same when they come back", async () => {
      await sql.query(`CREATE TABLE vals (id integer PRIMARY KEY, ${COLUMNS.map(([column, type]) => `${column} ${type}`).join(", ")})`);
      let id = 0;
      for (const [column, , values] of COLUMNS) {
        for (const [given, expected] of values) {
          const { rowsAffected } = await sql.query(`INSERT INTO vals (id, ${column}) VALUES (${parameter(1)}, ${parameter(2)})`, [++id, given]);
          const { rows } = await read(`SELECT ${column} AS value FROM vals WHERE id = ${parameter(1)}`, [id]);
          expect([column, given, rowsAffected, rows]).toEqual([column, given, 1, [{ value: expected }]]);
        }
      }
    });

    test.each<[string, unknown]>([
      ["(SELECT count(*) FROM (SELECT 1 AS a UNION ALL SELECT 2) t)", 2],
      ["(SELECT sum(a) FROM (SELECT 1 AS a UNION ALL SELECT 2) t)", 3],
      ["9007199254740993", exact("9007199254740993")],
      ["2.5", 2.5],
      ["'it''s'", "it's"],
      ["NULL", null],
      ["upper('é' || 'x') IS NULL AND 1 = 0", undefined],
    ])("of the expression %s", async (expression, expected) => {
      const { rows } = await read(`SELECT ${expression} AS value`);
      if (expected !== undefined) expect(rows).toEqual([{ value: expected }]);
      else expect([false, 0]).toContain(rows[0]?.["value"]);
    });

    test("find their row, exactly", async () => {
      await sql.query("CREATE TABLE near (id bigint PRIMARY KEY)");
      await sql.query(`INSERT INTO near VALUES (${parameter(1)}), (${parameter(2)})`, [9007199254740992n, 9007199254740993n]);
      for (const value of [9007199254740993n, exact("9007199254740993"), "9007199254740993"]) {
        expect((await read(`SELECT id FROM near WHERE id = ${parameter(1)}`, [value])).rows).toEqual([{ id: exact("9007199254740993") }]);
      }
      expect((await read(`SELECT id FROM near ORDER BY id LIMIT ${parameter(1)}`, [1])).rows).toEqual([{ id: 9007199254740992 }]);
    });

    test("have the names of their columns, however odd", async () => {
      const names = ["__proto__", "a b", "a.b", 'a"b', "a`b", "select", "É漢", "constructor"];
      await sql.query(`CREATE TABLE ${quote('odd "table" `name`')} (${names.map((name) => `${quote(name)} int`).join(", ")})`);
      await sql.query(`INSERT INTO ${quote('odd "table" `name`')} VALUES (${names.map((_name, index) => index).join(", ")})`);
      const { columns, rows } = await read(`SELECT * FROM ${quote('odd "table" `name`')}`);
      expect(columns).toEqual(names);
      expect(names.map((name) => Object.getOwnPropertyDescriptor(rows[0], name)?.value as unknown)).toEqual(names.map((_name, index) => index));
    });

    test("of columns of the same name are kept apart", async () => {
      expect(await read("SELECT 1 AS n, 2 AS n, 3 AS n_2")).toEqual({ columns: ["n", "n_3", "n_2"], rows: [{ n: 1, n_3: 2, n_2: 3 }] });
    });
  });

  describe("statements", () => {
    test("tell how many rows they wrote, and only those that write rows", async () => {
      await sql.query("CREATE TABLE written (id int)");
      expect(await sql.query("INSERT INTO written VALUES (1), (2), (3)")).toEqual({ columns: [], rows: [], rowsAffected: 3 });
      expect(await sql.query("UPDATE written SET id = id + 10 WHERE id < 3")).toMatchObject({ rowsAffected: 2 });
      expect(await sql.query("UPDATE written SET id = 3 WHERE id = 3")).toMatchObject({ rowsAffected: 1 });
      expect(await sql.query("INSERT INTO written VALUES (4), (5) RETURNING id")).toEqual({ columns: ["id"], rows: [{ id: 4 }, { id: 5 }], rowsAffected: 2 });
      expect(await sql.query("DELETE FROM written WHERE 1 = 0")).toMatchObject({ rowsAffected: 0 });
      expect(await read("SELECT * FROM written WHERE 1 = 0")).toEqual({ columns: ["id"], rows: [] });
      expect(await sql.query("CREATE INDEX on_written ON written (id)")).toEqual({ columns: [], rows: [] });
    });

    test("write all or nothing", async () => {
      await sql.query("CREATE TABLE whole (id int PRIMARY KEY)");
      await expect(sql.query("INSERT INTO whole VALUES (1), (2), (1)")).rejects.toMatchObject({ name: "StepFailure", code: "sql-error" });
      expect((await read("SELECT count(*) AS n FROM whole")).rows).toEqual([{ n: 0 }]);
    });

    test("that read can not write, however they are written", async () => {
      await sql.query("CREATE TABLE guarded (id int)");
      await sql.query("INSERT INTO guarded VALUES (1)");
      const attempts = [
        "INSERT INTO guarded VALUES (2)", "UPDATE guarded SET id = 3", "DELETE FROM guarded", "DROP TABLE guarded", "CREATE TABLE made (a int)", "ALTER TABLE guarded ADD b int",
        "WITH a AS (SELECT 1) DELETE FROM guarded", "/* SELECT */ DELETE FROM guarded", "-- SELECT\nDELETE FROM guarded", ...(engine.name === "MariaDB" ? ["/*! DELETE FROM guarded */", "/*M! DELETE FROM guarded */", "# SELECT\nDELETE FROM guarded"] : []), "(DELETE FROM guarded)", "SELECT 1; DELETE FROM guarded",
        "CREATE TABLE made AS SELECT 1 AS a", "TRUNCATE TABLE guarded", "CALL made()", "VACUUM INTO '/tmp/never'", "GRANT SELECT ON guarded TO nobody", "COMMIT; DELETE FROM guarded",
      ];
      for (const attempt of attempts) {
        await expect(read(attempt), attempt).rejects.toMatchObject({ name: "StepFailure", code: "sql-error" });
      }
      expect((await read("SELECT id FROM guarded")).rows).toEqual([{ id: 1 }]);
      await expect(read("SELECT * FROM made")).rejects.toMatchObject({ code: "sql-error" });
    });

    test("are one at a time", async () => {
      await sql.query("CREATE TABLE lonely (id int)");
      for (const text of ["SELECT 1; SELECT 2", "INSERT INTO lonely VALUES (1); INSERT INTO lonely VALUES (2)", "SELECT 1; DROP TABLE lonely"]) {
        await expect(sql.query(text)).rejects.toMatchObject({ code: "sql-error" });
      }
      expect((await read("SELECT count(*) AS n FROM lonely")).rows).toEqual([{ n: 0 }]);
    });

    test("need a value for each parameter", async () => {
      await expect(read(`SELECT ${parameter(1)} AS a, ${parameter(2)} AS b`, [1])).rejects.toMatchObject({ code: "sql-error" });
    });

    test("that fail leave the next ones alone", async () => {
      await expect(sql.query("SELECT * FROM no_such_table")).rejects.toMatchObject({ name: "StepFailure", code: "sql-error", message: expect.stringContaining("no_such_table") as string });
      await expect(read("SELEC 1")).rejects.toMatchObject({ code: "sql-error" });
      expect((await read("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    });

    test.each(engine.leftovers)("leave nothing in their session: %s", async (_what, leave, isReadOnly, question) => {
      await sql.query(leave, [], { readOnly: isReadOnly }).catch((error: unknown) => expect(error).toMatchObject({ code: "sql-error" }));
      for (let attempt = 0; attempt < 5; attempt++) expect(Number((await read(question)).rows[0]?.["left"])).toBe(0);
      await sql.query(`CREATE TABLE ${quote(`after ${_what}`)} (a int)`);
    });

    test("run many at once", async () => {
      const results = await Promise.all(Array.from({ length: 12 }, (_, index) => read(`SELECT ${index} AS n`)));
      expect(results.map(({ rows }) => rows[0]?.["n"])).toEqual(Array.from({ length: 12 }, (_, index) => index));
    });

    test("do not keep a result that is too large", async () => {
      const series = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 34) SELECT ${parameter(1)} AS text FROM c`;
      const text = engine.name === "PostgreSQL" ? series.replace("$1", "$1::text") : series;
      await expect(read(text, ["x".repeat(1_000_000)])).rejects.toMatchObject({ name: "StepFailure", code: "result-too-large" });
      expect((await read("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    });
  });

  describe("time", () => {
    test("is bounded by the signal, and the loop of events goes on", async () => {
      const controller = new AbortController();
      const reason = new Error("the step is over");
      let ticks = 0;
      const ticking = setInterval(() => ticks++, 20);
      setTimeout(() => controller.abort(reason), 300);
      const started = Date.now();
      await expect(sql.query(engine.endless, [], { readOnly: true, signal: controller.signal })).rejects.toBe(reason);
      clearInterval(ticking);
      expect(Date.now() - started).toBeLessThan(5_000);
      expect(ticks).toBeGreaterThan(3);
      expect((await read("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    });

    test("that is over writes nothing, and lets others write", async () => {
      await sql.query("CREATE TABLE unfinished (n bigint)");
      const write = `INSERT INTO unfinished ${engine.endless.startsWith("WITH") ? engine.endless : engine.endless.replace(/SELECT (.*)/, (_all, call: string) => `SELECT CASE WHEN ${engine.name === "PostgreSQL" ? `${call}::text = ''` : `${call} = 0`} THEN 1 ELSE 2 END`)}`;
      await expect(sql.query(write, [], { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: "TimeoutError" });
      expect(await sql.query("INSERT INTO unfinished VALUES (7)", [], { signal: AbortSignal.timeout(20_000) })).toMatchObject({ rowsAffected: 1 });
      expect((await read("SELECT n FROM unfinished")).rows).toEqual([{ n: 7 }]);
    });

    test("that was over before starts nothing", async () => {
      const reason = new Error("over");
      await expect(sql.query("CREATE TABLE never_made (id int)", [], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      await expect(read("SELECT * FROM never_made")).rejects.toMatchObject({ code: "sql-error" });
    });

    test("of waiting for a connection is bounded too", async () => {
      const busy = new AbortController();
      const running = Array.from({ length: 4 }, () => sql.query(engine.endless, [], { readOnly: true, signal: busy.signal }).catch((error: unknown) => error));
      await expect(sql.query("SELECT 1", [], { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: "TimeoutError" });
      busy.abort(new Error("enough"));
      await Promise.all(running);
      expect((await read("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    });
  });

  describe.skipIf(!engine.isThere || engine.administration === undefined)("its connection", () => {
    const { findBusy = "", kill = String, isEncrypted = "" } = engine.administration ?? {};

    it("fails a statement during which it is ended, and the next one has another", async () => {
      const running = read(engine.endless).catch((error: unknown) => error);
      const busy = async (): Promise<readonly unknown[]> => (await read(findBusy)).rows.map(({ id }) => id);
      await expect.poll(busy, { timeout: 15_000, interval: 20 }).toHaveLength(1);
      const [id] = await busy();
      await sql.query(kill(String(id)));
      expect(await running).toMatchObject({ name: "StepFailure", code: "connection-failed" });
      expect((await read("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    });

    const encrypted = async (ssl: DatabaseConfig["ssl"], host = config.host): Promise<unknown> => {
      const own = openDatabase({ ...config, host, ssl });
      try {
        return (await own.query(isEncrypted, [], { readOnly: true })).rows;
      } finally {
        await own.close?.();
      }
    };

    it.each([true, {}, { rejectUnauthorized: true }])("is refused when the server's certificate is not trusted and `ssl` is %j", async (ssl) => {
      await expect(encrypted(ssl)).rejects.toMatchObject({ name: "StepFailure", code: "connection-failed", message: expect.stringContaining("self-signed") as string });
    });

    it.each(["127.0.0.1", "localhost"])("is encrypted when `ssl.ca` has signed the server's certificate and that is for the host %s", async (host) => {
      expect(await encrypted({ ca: selfSigned.cert }, host)).toEqual([{ yes: expect.anything() as unknown }]);
    });

    it("is refused when another one has signed the certificate, or when it is for another host", async () => {
      const refused = (message: RegExp) => ({ name: "StepFailure", code: "connection-failed", message: expect.stringMatching(message) as string });
      await expect(encrypted({ ca: selfSignedElsewhere.cert })).rejects.toMatchObject(refused(/expected a connection to .+, got self-signed certificate/));
      const server = servers.get(engine.name);
      await server?.certify?.(selfSignedElsewhere);
      try {
        const show = (): Promise<unknown> => encrypted({ ca: selfSignedElsewhere.cert }, "localhost").catch((error: unknown) => error);
        await expect.poll(show, { timeout: 10_000, interval: 50 }).toMatchObject(refused(/expected a connection to .+, got Hostname\/IP does not match certificate's altnames: Host: localhost\. .*db\.example\.test/));
        await expect(encrypted({ ca: selfSignedElsewhere.cert }, "127.0.0.1")).rejects.toMatchObject(refused(/does not match certificate's altnames/));
        expect(await encrypted({ ca: selfSignedElsewhere.cert, rejectUnauthorized: false })).toEqual([{ yes: expect.anything() as unknown }]);
      } finally {
        await server?.certify?.(selfSigned);
      }
    });

    it("is encrypted with whatever certificate where that is allowed, and not at all where it is not asked for", async () => {
      const yes = await Promise.all([encrypted({ rejectUnauthorized: false }), encrypted(false)]);
      expect(yes.map((rows) => Boolean((rows as { yes: unknown }[])[0]?.yes))).toEqual([true, false]);
    });
  });

  test("is closed once and for all", async () => {
    const other = openDatabase(config);
    await other.query("SELECT 1");
    await other.close?.();
    await expect(other.query("SELECT 1")).rejects.toMatchObject({ name: "SetupError", code: "database-closed" });
    await other.close?.();
  });

  describe("the catalog", () => {
    beforeAll(async () => {
      if (!engine.isThere) return;
      const functional = engine.name === "MariaDB" ? undefined : "CREATE INDEX users_lower ON users (lower(nick))"; // MariaDB has none
      const partial = engine.name === "MariaDB" ? undefined : "CREATE INDEX users_active ON users (age) WHERE age > 17"; // nor partial ones
      const statements = [
        `CREATE TABLE users (id bigint NOT NULL PRIMARY KEY, email varchar(255) NOT NULL UNIQUE, nick varchar(40) DEFAULT 'it''s me', age integer NOT NULL DEFAULT -1,
           rate decimal(10,2), is_admin boolean DEFAULT false, profile ${types.json}, notes text, ${quote("createdAt")} ${types.timestamp} NOT NULL DEFAULT CURRENT_TIMESTAMP)`,
        "CREATE TABLE users_old (id int, email text, deleted_column text)",
        "CREATE TABLE bookings (tenant int NOT NULL, number int NOT NULL, user_id bigint, start_time int, PRIMARY KEY (tenant, number))",
        "CREATE INDEX bookings_user ON bookings (user_id, start_time)",
        "CREATE UNIQUE INDEX bookings_time ON bookings (tenant, start_time)",
        `CREATE TABLE ${quote("Odd.Name")} (id int)`,
        "CREATE VIEW active_users AS SELECT id FROM users",
        ...[functional, partial].filter((statement) => statement !== undefined),
      ];
      for (const statement of statements) await sql.query(statement);
    }, 60_000);

    const step = async (type: string, inputs: Record<string, unknown>): Promise<StepResult | undefined> => (await runChain([{ type, inputs }], { target: { database: sql } })).steps[0];

    test.each<[string, string, Record<string, unknown>]>([
      ["tables", "db_table_exists", { tables: ["users", "bookings", "Users", ["people", "users_old"], '"Odd.Name"'] }],
      ["a view", "db_table_exists", { tables: ["active_users"], include_views: true }],
      ["columns", "db_column_check", { table: "users", expected_columns: ["id", "createdAt", "CREATEDAT", ["login", "email"]] }],
      ["types", "db_column_check", { table: "users", expected_columns: [{ name: "id", type: "bigint" }, { name: "email", type: "varchar" }, { name: "email", type: "character varying(255)" }, { name: "age", type: "int" }, { name: "age", type: "INTEGER" }, { name: "rate", type: "numeric(10, 2)" }, { name: "rate", type: "decimal" }, { name: "is_admin", type: "boolean" }, { name: "is_admin", type: "bool" }, { name: "profile", type: types.json }, { name: "notes", type: "text" }, { name: "createdAt", type: types.timestamp }] }],
      ["lengths", "db_column_check", { table: "users", expected_columns: [{ name: "email", length: 255 }, { name: "rate", length: 10 }] }],
      ["whether NULL is taken", "db_column_check", { table: "users", expected_columns: [{ name: "id", nullable: false }, { name: "email", nullable: false }, { name: "nick", nullable: true }] }],
      ["defaults", "db_column_check", { table: "users", expected_columns: [{ name: "nick", default: "it's me" }, { name: "age", default: -1 }, { name: "is_admin", default: false }, { name: "rate", default: null }, { name: "createdAt", default: "CURRENT_TIMESTAMP" }] }],
      ["a view's columns", "db_column_check", { table: "active_users", expected_columns: ["id"] }],
      ["a primary key", "db_index_check", { table: "users", expected_indexes: [{ columns: ["id"], unique: true }] }],
      ["a compound primary key", "db_index_check", { table: "bookings", expected_indexes: [{ columns: ["number", "tenant"], unique: true }, { columns: ["tenant"] }, { columns: ["tenant", "number"], match: "exact" }] }],
      ["a unique constraint", "db_index_check", { table: "users", expected_indexes: [{ columns: ["EMAIL"], unique: true }] }],
      ["an index", "db_index_check", { table: "bookings", expected_indexes: [{ columns: ["user_id"] }, { columns: ["start_time", "user_id"] }, { columns: ["user_id", "start_time"], match: "ordered", name: "bookings_user" }] }],
    ])("knows %s", async (_what, type, inputs) => {
      expect(await step(type, inputs)).toMatchObject({ outcome: "pass" });
    });

    test.each<[string, string, Record<string, unknown>, string]>([
      ["one of five tables", "db_table_exists", { tables: ["users", "bookings", "users_old", "Odd.Name", "people"] }, "no-table"],
      ["a view, where tables are wanted", "db_table_exists", { tables: ["active_users"] }, "no-table"],
      ["a pattern", "db_table_exists", { tables: ["user%"] }, "no-table"],
      ["a table of another schema", "db_table_exists", { tables: ["users"], schema: "nowhere" }, "no-table"],
      ["an attempt to leave the statement", "db_table_exists", { tables: ["users' OR '1'='1"] }, "no-table"],
      ["a column of a table with a similar name", "db_column_check", { table: "users", expected_columns: ["deleted_column"] }, "no-column"],
      ["integer where bigint is declared", "db_column_check", { table: "users", expected_columns: [{ name: "age", type: "bigint" }] }, "wrong-column"],
      ["a number where a boolean is declared", "db_column_check", { table: "users", expected_columns: [{ name: "age", type: "boolean" }] }, "wrong-column"],
      ["text where varchar is declared", "db_column_check", { table: "users", expected_columns: [{ name: "notes", type: "varchar" }] }, "wrong-column"],
      ["another length", "db_column_check", { table: "users", expected_columns: [{ name: "email", type: "varchar(100)" }] }, "wrong-column"],
      ["another precision", "db_column_check", { table: "users", expected_columns: [{ name: "rate", type: "decimal(10,3)" }] }, "wrong-column"],
      ["a column that takes NULL", "db_column_check", { table: "users", expected_columns: [{ name: "nick", nullable: false }] }, "wrong-column"],
      ["another default", "db_column_check", { table: "users", expected_columns: [{ name: "is_admin", default: true }] }, "wrong-column"],
      ["a default where none is wanted", "db_column_check", { table: "users", expected_columns: [{ name: "age", default: null }] }, "wrong-column"],
      ["no default where one is wanted", "db_column_check", { table: "users", expected_columns: [{ name: "rate", default: 0 }] }, "wrong-column"],
      ["a column that is not the first of a key", "db_index_check", { table: "bookings", expected_indexes: [{ columns: ["start_time"] }] }, "no-index"],
      ["another order", "db_index_check", { table: "bookings", expected_indexes: [{ columns: ["start_time", "user_id"], match: "ordered" }] }, "no-index"],
      ["one that is not unique", "db_index_check", { table: "bookings", expected_indexes: [{ columns: ["user_id", "start_time"], unique: true }] }, "no-index"],
      ["unique (a, b) for unique (a)", "db_index_check", { table: "bookings", expected_indexes: [{ columns: ["tenant"], unique: true }] }, "no-index"],
      ["one over an expression, or over a part of the rows", "db_index_check", { table: "users", expected_indexes: [{ columns: ["nick"] }] }, "no-index"],
      ["a partial one", "db_index_check", { table: "users", expected_indexes: [{ columns: ["age"] }] }, "no-index"],
      ["a table that is not there", "db_index_check", { table: "people", expected_indexes: [{ columns: ["id"] }] }, "no-table"],
    ])("is not satisfied with %s", async (_what, type, inputs, code) => {
      expect(await step(type, inputs)).toMatchObject({ outcome: "fail", code });
    });

    it.skipIf(!engine.isThere || engine.name === "MariaDB")("takes a partial index when those count", async () => {
      expect(await step("db_index_check", { table: "users", expected_indexes: [{ columns: ["age"] }], allow_partial: true })).toMatchObject({ outcome: "pass" });
    });
  });

  test("db_query gives the same verdicts", async () => {
    await sql.query("CREATE TABLE people (id bigint PRIMARY KEY, name varchar(50), is_admin boolean, rate decimal(10,2))");
    await sql.query("INSERT INTO people VALUES (9007199254740993, 'O''Hara', true, 2.670), (2, 'x', false, NULL)");
    const steps: [Record<string, unknown>, string][] = [
      [{ sql: "SELECT id, is_admin, rate FROM people WHERE name = '{{name}}'", expected_result: { id: "9007199254740993", is_admin: true, rate: 2.67 }, capture: { big: "id" } }, "pass"],
      [{ sql: "SELECT name FROM people WHERE id = {{big}}", expected_rows: [{ name: "O'Hara" }] }, "pass"],
      [{ sql: "SELECT name FROM people WHERE id = :id AND name LIKE '{{name}}%'", params: { id: "{{big}}" }, expected_row_count: 1 }, "pass"],
      [{ sql: "SELECT count(*) AS n FROM people", expected_result: { n: 2 } }, "pass"],
      [{ sql: "INSERT INTO people (id, name) VALUES (3, '{{evil}}')", expected_rows_affected: 1 }, "pass"],
      [{ sql: "SELECT id FROM people WHERE name = {{evil}}", expected_result: { id: 3 } }, "pass"],
      [{ sql: "SELECT id FROM people WHERE name = 'none'", expected_result: { id: null } }, "no-rows"],
      [{ sql: "SELECT id FROM persons", expected_rows: [] }, "sql-error"],
      [{ sql: "SELECT is_admin FROM people WHERE id = 2", expected_result: { is_admin: true } }, "not-equal"],
      [{ sql: "SELECT id FROM people WHERE id = :missing", expected_rows: [] }, engine.name === "SQLite" ? "sql-params" : "sql-error"],
    ];
    const { steps: results } = await runChain(steps.map(([inputs]) => ({ type: "db_query", inputs })), { method: "weighted", variables: { name: "O'Hara", evil: "'); DELETE FROM people; -- \\" }, target: { database: sql } });
    expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual(steps.map(([, verdict]) => verdict));
  });
});

it.skipIf(ENGINES.some(({ isThere }) => !isThere))("databases of several kinds can stand in one target, each asked by its name", async () => {
  const databases = Object.fromEntries(ENGINES.map(({ name }) => [name.toLowerCase(), servers.get(name)?.config]).filter((entry): entry is [string, DatabaseConfig] => entry[1] !== undefined));
  const { sqlite: database, ...others } = databases;
  const names = [undefined, "postgresql", "mariadb"];
  const steps = names.flatMap((db, index) => [
    { type: "db_query", inputs: { db, sql: "CREATE TABLE kinds (n int)" } },
    { type: "db_query", inputs: { db, sql: "INSERT INTO kinds VALUES ({{number}} * 10 + :own)", params: { own: index }, expected_rows_affected: 1 } },
  ]);
  const asked = names.map((db, index) => ({ type: "db_query", inputs: { db, sql: "SELECT n FROM kinds WHERE n = {{number}} * 10 + :own", params: { own: index }, expected_rows: [{ n: 70 + index }] } }));
  const tables = names.map((db) => ({ type: "db_table_exists", inputs: { db, tables: ["kinds"] } }));
  const { steps: results } = await runChain([...steps, ...asked, ...tables], { method: "weighted", variables: { number: 7 }, target: { database, databases: others } });
  expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
});
