import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExactNumber, lintDag, loadDag, type SqlPort } from "dagrade";
import { runChain } from "dagrade/testing";
import { bindValues } from "../../examples/clickhouse/bind-values.js";
import { clickhouseSql } from "../../examples/clickhouse/clickhouse-sql.js";
import { main } from "../../examples/clickhouse/run.js";
import { clickhouseBinary, startClickhouse, type TestClickhouse } from "../support/clickhouse.js";
import { freePort } from "../support/postgres.js";
import { startAnswering, startServer } from "../support/server.js";

describe("bind-values.js", () => {
  it.each<[string, string, unknown[], string]>([
    ["texts, with what ends or escapes one", "SELECT ?", ["a'b\\c\0"], "SELECT 'a\\'b\\\\c\\0'"],
    ["numbers, and a sign behind a sign", "SELECT 5-?, ?, ?", [-3, 1e21, 0.5], "SELECT 5- -3, 1e21, 0.5"],
    ["the bounds of 64 bits", "SELECT ?, ?", [-(2n ** 63n), ExactNumber.read("18446744073709551615")], "SELECT  -9223372036854775808, 18446744073709551615"],
    ["null, booleans, bytes and lists", "SELECT ?, ?, ?, ?", [null, true, new Uint8Array([0, 255]), ["x", 1]], "SELECT NULL, 1, unhex('00ff'), ['x', 1]"],
    ["not what is quoted", "SELECT '?', 'it\\'s ?', 'a''?', \"?\", `?`, ‘?’, “?”, $a$?$a$, ?", [1], "SELECT '?', 'it\\'s ?', 'a''?', \"?\", `?`, ‘?’, “?”, $a$?$a$, 1"],
    ["not what is a comment", "SELECT ? -- it's ?\n, /* ' ? */ ? # ?", [1, 2], "SELECT 1 -- it's ?\n, /* ' ? */ 2 # ?"],
    ["patterns without the clause that ClickHouse lacks", "SELECT a LIKE ? ESCAPE '\\' AND b", ["100\\%"], "SELECT a LIKE '100\\\\%' AND b"],
    ["values with the marks of a replacement, or a question mark", "SELECT ?, ?", ["$&$1$'", "?"], "SELECT '$&$1$\\'', '?'"],
  ])("writes %s", (_what, sql, values, text) => {
    expect(bindValues(sql, values)).toBe(text);
  });

  it.each<[string, string, unknown[], string]>([
    ["a value too few", "SELECT ?, ?", [1], "sql-params"],
    ["a value too many", "SELECT `?`", [1], "sql-params"],
    ["an integer beyond 64 bits", "SELECT ?", [2n ** 64n], "sql-params"],
    ["a decimal that a double would round", "SELECT ?", [ExactNumber.read("0.1234567890123456789")], "sql-params"],
    ["an exact number of a billion digits", "SELECT ?", [ExactNumber.read("1e999999999")], "sql-params"],
    ["a number that is none", "SELECT ?", [NaN], "sql-params"],
    ["nothing", "SELECT ?", [undefined], "sql-params"],
    ["an object", "SELECT ?", [{ a: 1 }], "sql-params"],
    ["half a character", "SELECT ?", ["\ud800"], "sql-params"],
    // the value would stand behind the text that the server sees end in front of it
    ["a text that only other databases see end", "SELECT 'a\\' || ?", [" OR 1 "], "sql-error"],
    ["a comment without an end", "SELECT 1 /* ?", [1], "sql-error"],
  ])("refuses %s", (_what, sql, values, code) => {
    expect(() => bindValues(sql, values)).toThrow(expect.objectContaining({ name: "StepFailure", code }) as Error);
  });
});

describe("clickhouseSql without ClickHouse", () => {
  it.each(["", "clickhouse", "tcp://127.0.0.1:9000", "http://user:secret@127.0.0.1:8123"])("refuses the address %j", (url) => {
    expect(() => clickhouseSql({ url })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.not.stringContaining("secret") as string }) as Error);
  });

  it("fails when nothing listens", async () => {
    const database = clickhouseSql({ url: `http://127.0.0.1:${await freePort()}` });
    await expect(database.query("SELECT 1")).rejects.toMatchObject({ name: "StepFailure", code: "connection-failed", message: expect.stringContaining("ECONNREFUSED") as string });
  });

  it.each<[string, string]>([
    ["answers everything with success", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"],
    ["sends elsewhere", "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"],
    ["speaks no HTTP", "hello\r\n"],
    ["breaks off", 'HTTP/1.1 200 OK\r\nx-clickhouse-server-display-name: x\r\ncontent-length: 900\r\n\r\n{"meta": [], "data": []'],
  ])("fails on a server that %s", async (_what, answer) => {
    const { url } = await startAnswering(answer);
    await expect(clickhouseSql({ url }).query("INSERT INTO t VALUES (1)")).rejects.toMatchObject({ code: "connection-failed" });
  });
});

describe.skipIf(clickhouseBinary() === undefined)("clickhouseSql", () => {
  let server: TestClickhouse | undefined;
  let database: SqlPort;
  const configOf = (): TestClickhouse["config"] => {
    if (server === undefined) throw new Error("expected ClickHouse to run");
    return server.config;
  };
  beforeAll(async () => {
    server = await startClickhouse();
    database = clickhouseSql(server.config);
    await database.query("CREATE TABLE notes (id UInt64, text String, price Decimal(38, 19)) ENGINE = Memory");
  });
  afterAll(() => server?.stop());

  it("gives every number exactly, and text as text", async () => {
    const sql = `SELECT toInt64(-9007199254740993) AS big, toUInt8(7) AS small, toDecimal128('0.1234567890123456789', 19) AS d, 0.1 AS f, nan AS no, 1 / 0 AS inf,
      [toUInt64(18446744073709551615)] AS list, (1, 'a') AS pair, NULL AS none, '12' AS digits, 'n1 "q": \\\\ ü\\n' AS text, toDateTime('2024-02-29 12:00:00') AS at`;
    expect(await database.query(sql, [], { readOnly: true })).toEqual({
      columns: ["big", "small", "d", "f", "no", "inf", "list", "pair", "none", "digits", "text", "at"],
      rows: [{ big: ExactNumber.read("-9007199254740993"), small: 7, d: ExactNumber.read("0.1234567890123456789"), f: 0.1, no: "nan", inf: "inf", list: [ExactNumber.read("18446744073709551615")], pair: [1, "a"], none: null, digits: "12", text: 'n1 "q": \\ ü\n', at: "2024-02-29 12:00:00" }],
    });
  });

  it.each(["'", "\\", "\\'", "'; DROP TABLE notes --", "a\0b", "\n\r\t\b\f\v", "?", "%_", "☃ 😀 ‘’“”", "$$", "' || version() || '", "\\x41\\u0041"])("takes and gives back the text %j, in a query and in VALUES", async (text) => {
    expect((await database.query("SELECT ? AS text, length(?) AS length", [text, text], { readOnly: true })).rows).toEqual([{ text, length: Buffer.byteLength(text) }]);
    expect(await database.query("INSERT INTO notes VALUES (?, ?, ?)", [18446744073709551615n, text, "0.1234567890123456789"])).toEqual({ columns: [], rows: [] });
    const { rows } = await database.query("SELECT id, price FROM notes WHERE text = ?", [text], { readOnly: true });
    expect(rows).toEqual([{ id: ExactNumber.read("18446744073709551615"), price: ExactNumber.read("0.1234567890123456789") }]);
  });

  it("takes numbers, lists, bytes and null", async () => {
    const values = [-(2n ** 63n), -1.5e-7, 1e21, true, null, ["a", "b"], new TextEncoder().encode("ü"), -3];
    const { rows } = await database.query("SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, has(?, 'b') AS f, ? AS g, 5-? AS h", values, { readOnly: true });
    expect(rows).toEqual([{ a: ExactNumber.read("-9223372036854775808"), b: -1.5e-7, c: 1e21, d: 1, e: null, f: 1, g: "ü", h: 8 }]);
  });

  it("reads a text of millions of characters", async () => {
    const { rows } = await database.query("SELECT arrayStringConcat(arrayMap(x -> ?, range(1000000)), '') AS text", ['"\n1: '], { readOnly: true });
    expect(rows[0]?.["text"]).toBe('"\n1: '.repeat(1_000_000));
  });

  it("knows a result without rows from none at all", async () => {
    expect(await database.query("SELECT 1 AS a WHERE 0", [], { readOnly: true })).toEqual({ columns: ["a"], rows: [] });
    await expect(database.query("SELECT 1 FORMAT Null", [], { readOnly: true })).rejects.toMatchObject({ code: "sql-error", message: expect.stringContaining("FORMAT") as string });
  });

  it.each<[string, string, RegExp]>([
    ["a table that is not there", "SELECT * FROM nope", /^Code: 60, .*nope/],
    ["what is no SQL", "SELEC 1", /^Code: 62/],
    ["an error midway", "SELECT throwIf(number = 300000) AS a FROM system.numbers LIMIT 400000", /^Code: 395/],
    ["several statements", "SELECT 1; SELECT 2", /^Code: 62/],
    ["another format", "SELECT 1 AS a FORMAT JSON", /FORMAT/],
    ["two columns of one name", "SELECT 1, 1", /"1" again/],
    ["a result beyond all reason", "SELECT number AS a FROM system.numbers", /^Code: 396/],
    ["a write in a read", "INSERT INTO notes VALUES (1, 'x', 1)", /^Code: 164/],
    ["a table in a read", "CREATE TABLE other (a UInt8) ENGINE = Memory", /^Code: 164/],
    ["a setting in a read", "SET readonly = 0", /^Code: 164/],
  ])("fails for %s", async (_what, sql, message) => {
    await expect(database.query(sql, [], { readOnly: true })).rejects.toMatchObject({ name: "StepFailure", code: "sql-error", message: expect.stringMatching(message) as string });
  });

  it("tells a server's time limit, a wrong password and a database that is not there", async () => {
    await expect(database.query("SELECT count() AS n FROM system.numbers SETTINGS max_execution_time = 1")).rejects.toMatchObject({ code: "time-out" });
    await expect(clickhouseSql({ ...configOf(), password: "wrong" }).query("SELECT 1")).rejects.toMatchObject({ code: "connection-failed", message: expect.stringContaining("Wrong password") as string });
    await expect(clickhouseSql({ ...configOf(), user: "nobody" }).query("SELECT 1")).rejects.toMatchObject({ code: "connection-failed" });
    await expect(clickhouseSql({ ...configOf(), database: "nope" }).query("SELECT 1")).rejects.toMatchObject({ code: "sql-error", message: expect.stringContaining("nope") as string });
  });

  it.each([true, false])("kills what is aborted (readOnly: %s)", async (readOnly) => {
    const count = async (): Promise<unknown> => (await database.query("SELECT count() AS n FROM system.processes WHERE query LIKE '%endless%' AND query NOT LIKE '%processes%'")).rows[0]?.["n"];
    const stop = new AbortController();
    const running = database.query("SELECT count() AS endless FROM system.numbers", [], { readOnly, signal: stop.signal });
    const ended = expect(running).rejects.toThrow("enough");
    await expect.poll(count).toBe(1);
    stop.abort(new Error("enough"));
    await ended;
    await expect.poll(count).toBe(0);
    await expect(database.query("SELECT 1", [], { signal: stop.signal })).rejects.toThrow("enough");
  });

  it("serves db_query, placeholders and patterns included", async () => {
    const variables = { text: "100%_ \\ it's" };
    const chain = await runChain(
      [
        { type: "db_query", inputs: { sql: "INSERT INTO notes VALUES (:id, '{{text}}!', :price)", params: { id: 77, price: "1.5" } } },
        { type: "db_query", inputs: { sql: "SELECT id, price FROM notes WHERE text LIKE '{{text}}%' AND id = ?", params: [77], expected_rows: [{ id: 77, price: 1.5 }] } },
        { type: "db_query", inputs: { sql: "SELECT count() AS n FROM notes WHERE text LIKE '{{text}}' OR text LIKE '100{{wild}}'", expected_result: { n: 0 } } },
      ],
      { target: { database }, variables: { ...variables, wild: "%" } },
    );
    expect(chain.steps.map(({ outcome, message }) => [outcome, message])).toEqual([["pass", ""], ["pass", ""], ["pass", ""]]);
  });

  it("lets no count of written rows pass that it can not tell", async () => {
    const { steps } = await runChain([{ type: "db_query", inputs: { sql: "INSERT INTO notes VALUES (5, 'x', 1)", expected_rows_affected: 1 } }], { target: { database } });
    expect(steps).toMatchObject([{ outcome: "fail", code: "rows-affected-unknown" }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["db_table_exists", { tables: ["notes"] }],
    ["db_table_exists", { tables: ["nope"] }],
    ["db_column_check", { table: "notes", expected_columns: [{ name: "id" }] }],
    ["db_index_check", { table: "notes", expected_indexes: [{ columns: ["id"] }] }],
  ])("is no database that %s %j could look into", async (type, inputs) => {
    const { steps } = await runChain([{ type, inputs }], { target: { database } });
    expect(steps).toMatchObject([{ outcome: "error", code: "unsupported-dialect", message: expect.stringMatching(/got "clickhouse"; use db_query with its own catalog/) as string }]);
  });

  describe("run.js", () => {
    /** Keeps events as they come, but for its fault; counts them by name. */
    async function startTracker(fault?: "rounds" | "drops" | "counts-all"): Promise<string> {
      await database.query("DROP TABLE IF EXISTS events");
      await database.query("CREATE TABLE events (id UInt64, name String, amount Decimal(18, 4)) ENGINE = Memory");
      const tracker = await startServer(async ({ method, path, body }, response) => {
        if (method === "POST") {
          const event = fault === "rounds" ? JSON.stringify(JSON.parse(body)) : body;
          const isKept = fault === "drops" || (await insert(event));
          response.writeHead(isKept ? 201 : 500).end();
          return;
        }
        const name = new URL(path, "http://tracker").searchParams.get("name");
        const { rows } = fault === "counts-all" ? await database.query("SELECT count() AS n FROM events") : await database.query("SELECT count() AS n FROM events WHERE name = ?", [name]);
        response.setHeader("content-type", "application/json").end(JSON.stringify({ count: rows[0]?.["n"] }));
      });
      return tracker.url;
    }

    async function insert(event: string): Promise<boolean> {
      const { url, user, password } = configOf();
      const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      const { ok } = await fetch(`${url}?query=${encodeURIComponent("INSERT INTO events FORMAT JSONEachRow")}`, { method: "POST", headers: { authorization }, body: event });
      return ok;
    }

    async function grade(trackerUrl: string, others: Record<string, string> = {}): Promise<[number, string]> {
      const { url, user, password } = configOf();
      const lines: string[] = [];
      const code = await main({ TRACKER_URL: trackerUrl, CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password, ...others }, (text) => void lines.push(text));
      return [code, lines.join("\n")];
    }

    it("gives a sound tracker every point", async () => {
      const [code, report] = await grade(await startTracker());
      expect(report).toContain("9 of 9");
      expect(code).toBe(0);
      expect(report).not.toContain(configOf().password);
    });

    it.each([
      ["rounds", /EVENT_stored\b[^]*9007199254740992/, 2],
      ["drops", /EVENT_stored\b[^]*no-rows/, 2],
      ["counts-all", /COUNT_by_name\b[^]*expected 1, got 2/, 6],
    ] as const)("notices a tracker that %s", async (fault, finding, points) => {
      const [code, report] = await grade(await startTracker(fault));
      expect(report).toMatch(finding);
      expect(report).toContain(`${points} of 9`);
      expect(code).toBe(1);
    });

    it("gives nothing without a database, and refuses an address that is none", async () => {
      const tracker = await startTracker();
      const [code, report] = await grade(tracker, { CLICKHOUSE_URL: `http://127.0.0.1:${await freePort()}` });
      expect([code, report]).toEqual([1, expect.stringContaining("connection-failed") as string]);
      expect(await grade(tracker, { CLICKHOUSE_URL: "clickhouse" })).toEqual([2, expect.stringContaining("HTTP address") as string]);
    });

    it("has a document without findings", async () => {
      const dag = await loadDag(new URL("../../examples/clickhouse/dag.json", import.meta.url));
      expect(lintDag(dag)).toEqual([]);
    });
  });

  it("stays usable when several ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_one, index) => database.query("SELECT ? AS n", [index], { readOnly: true })));
    expect(answers.map(({ rows }) => rows[0]?.["n"])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
