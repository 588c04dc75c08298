import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "../../src/adapters/postgres.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import type { SqlPort } from "../../src/ports/sql.js";
import type { StepResult } from "../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../src/testing/run-chain.js";
import { refusalOf } from "../support/refusal.js";
import type { TestServer } from "../support/postgres.js";
import type { PostgresSite } from "./postgres-adapter.js";

const SCHEMA = [
  `CREATE TABLE users (id bigserial PRIMARY KEY, email varchar(255) NOT NULL UNIQUE, name text DEFAULT 'nobody', "createdAt" timestamptz NOT NULL DEFAULT now(),
     level int NOT NULL DEFAULT -1, rate numeric(10,2), tags text[], profile jsonb, is_admin boolean DEFAULT false)`,
  `CREATE TYPE "Role" AS ENUM ('owner', 'member')`,
  `CREATE DOMAIN short_text AS varchar(20) NOT NULL`,
  `CREATE TABLE "Booking" (id int PRIMARY KEY, uid uuid, user_id bigint, title short_text, role "Role", start_time timestamp(3), state text)`,
  `CREATE INDEX booking_user ON "Booking" (user_id, start_time)`,
  `CREATE UNIQUE INDEX booking_uid_state ON "Booking" (uid, state)`,
  `CREATE INDEX booking_state ON "Booking" (state) WHERE state IS NOT NULL`,
  `CREATE INDEX booking_title ON "Booking" (lower(title))`,
  `CREATE INDEX booking_covering ON "Booking" (role) INCLUDE (title)`,
  `CREATE TABLE users_old (id int, email text, deleted_column text)`,
  `CREATE TABLE "Twins" (id int)`,
  `CREATE TABLE twins (id int)`,
  `CREATE VIEW active_users AS SELECT id FROM users`,
  `CREATE SCHEMA audit`,
  `CREATE TABLE audit.events (id int)`,
  `CREATE TABLE audit."odd.name" (id int)`,
  `INSERT INTO users (email, name, rate, profile, tags) VALUES ('a@x.y', 'Ann', 2.670, '{"big": 9007199254740993, "lang": "de"}', '{x,y}'), ('b@x.y', NULL, 3, '{}', '{}')`,
  `INSERT INTO users (id, email) VALUES (9007199254740993, 'big@x.y')`,
];

/** The primitives of SQL on a database. */
export function primitiveCases({ isThere, isAskedAll, serve }: PostgresSite): void {
  let server: TestServer;
  let sql: SqlPort;
  beforeAll(async () => {
    if (!isThere) return;
    server = await serve({ maxConnections: 2 }); // that of most steps, and that of a step with a database of its own
    sql = openPostgres(server.config);
    for (const statement of SCHEMA) await sql.query(statement);
  });
  afterAll(async () => {
    await sql?.close?.();
    await server?.stop();
  });
  const test = it.skipIf(!isThere);
  const asked = <Row>(rows: Row[]): Row[] => (isAskedAll ? rows : []);

  const run = async (steps: [string, Record<string, unknown>][], options: ChainOptions = {}): Promise<readonly StepResult[]> => {
    const target = { database: sql, ...options.target };
    return (await runChain(steps.map(([type, inputs]) => ({ type, inputs })), { ...options, target })).steps;
  };
  const step = async (type: string, inputs: Record<string, unknown>, options: ChainOptions = {}): Promise<StepResult | undefined> => (await run([[type, inputs]], options))[0];
  const query = (inputs: Record<string, unknown>, options: ChainOptions = {}): Promise<StepResult | undefined> => step("db_query", inputs, options);

  describe("db_query", () => {
    const ANN = "SELECT name, rate, level FROM users WHERE email = 'a@x.y'";

    test.each<[string, Record<string, unknown>]>(asked([
      ["columns of the first row", { sql: ANN, expected_result: { name: "Ann", level: -1 } }],
      ["a numeric by its value", { sql: ANN, expected_result: { rate: 2.67 } }],
      ["a numeric by text", { sql: ANN, expected_result: { rate: "2.670" } }],
      ["a matcher", { sql: ANN, expected_result: { rate: { operator: "gt", expected: 2.665 }, name: { operator: "starts_with", expected: "A" } } }],
      ["a count, which is a number", { sql: "SELECT count(*) AS n FROM users", expected_result: { n: 3 } }],
      ["a bigint by its text", { sql: "SELECT id FROM users WHERE email = 'big@x.y'", expected_result: { id: "9007199254740993" } }],
      ["a bigint by its exact value", { sql: "SELECT id FROM users WHERE email = 'big@x.y'", expected_result: { id: ExactNumber.read("9007199254740993") } }],
      ["a boolean", { sql: "SELECT is_admin FROM users LIMIT 1", expected_result: { is_admin: false } }],
      ["a null", { sql: "SELECT name FROM users WHERE email = 'b@x.y'", expected_result: { name: null } }],
      ["a list and an object", { sql: "SELECT tags, profile FROM users WHERE email = 'a@x.y'", expected_result: { tags: ["x", "y"], profile: { lang: "de", big: ExactNumber.read("9007199254740993") } } }],
      ["a date as it is printed", { sql: "SELECT date '2024-02-29' AS d", expected_result: { d: "2024-02-29" } }],
      ["all rows", { sql: "SELECT email, level FROM users WHERE rate IS NOT NULL ORDER BY id", expected_rows: [{ email: "a@x.y", level: -1 }, { email: "b@x.y", level: { operator: "lt", expected: 0 } }] }],
      ["no rows", { sql: "SELECT 1 FROM users WHERE false", expected_rows: [] }],
      ["the first rows, some columns", { sql: "SELECT * FROM users ORDER BY id", expected_partial_rows: [{ email: "a@x.y" }, { email: "b@x.y" }] }],
      ["some rows in any order", { sql: "SELECT * FROM users", expected_rows_contain: [{ email: "b@x.y" }, { email: "a@x.y", level: -1 }] }],
      ["a number of rows", { sql: "SELECT 1 FROM users", expected_row_count: 3 }],
      ["at least so many rows", { sql: "SELECT 1 FROM users", expected_row_count: { operator: "gte", expected: 2 } }],
      ["assertions", { sql: ANN, assertions: [{ path: "$.rows[0].rate", operator: "equals", expected: "2.67" }, { path: "$.row_count", expected: 1 }] }],
      ["named parameters", { sql: "SELECT name FROM users WHERE email = :mail AND level = :level", params: { mail: "a@x.y", level: -1 }, expected_result: { name: "Ann" } }],
      ["a list of parameters", { sql: "SELECT name FROM users WHERE email = $1", params: ["a@x.y"], expected_result: { name: "Ann" } }],
      ["EXPLAIN", { sql: "EXPLAIN SELECT 1", expected_row_count: 1 }],
      ["columns of the same name", { sql: "SELECT 1 AS n, 2 AS n", expected_result: { n: 1, n_2: 2 } }],
      ["a database by its name", { sql: "SELECT 1 AS one", db: "main", expected_result: { one: 1 } }],
    ]))("passes for %s", async (_what, inputs) => {
      expect(await query(inputs)).toMatchObject({ outcome: "pass" });
    });

    test.each<[string, Record<string, unknown>, string]>(asked([
      ["another value", { sql: ANN, expected_result: { name: "Bob" } }, "not-equal"],
      ["a number near a numeric", { sql: ANN, expected_result: { rate: 2.68 } }, "not-equal"],
      ["a bigint that a double would take for the same", { sql: "SELECT id FROM users WHERE email = 'big@x.y'", expected_result: { id: "9007199254740992" } }, "not-equal"],
      ["true where it is false", { sql: "SELECT is_admin FROM users LIMIT 1", expected_result: { is_admin: 0 } }, "not-equal"],
      ["a row that is missing", { sql: "SELECT name FROM users WHERE email = 'none'", expected_result: { name: "Ann" } }, "no-rows"],
      ["a row that is missing, where null is expected", { sql: "SELECT name FROM users WHERE email = 'none'", expected_result: { name: null } }, "no-rows"],
      ["a row that is missing, to be captured", { sql: "SELECT id FROM users WHERE email = 'none'", capture: { id: "id" } }, "no-rows"],
      ["a row that is missing, to be saved", { sql: "SELECT id FROM users WHERE email = 'none'", save_as: "user" }, "no-rows"],
      ["a row that is missing, among some", { sql: "SELECT id FROM users WHERE email = 'none'", expected_rows_contain: [{ id: 1 }] }, "no-rows"],
      ["a column that is not selected", { sql: ANN, expected_result: { email: "a@x.y" } }, "no-column"],
      ["a column of another case", { sql: ANN, expected_result: { NAME: "Ann" } }, "no-column"],
      ["a column to be captured that is not selected", { sql: ANN, capture: { id: "id" } }, "no-column"],
      ["a table that was renamed", { sql: "SELECT name FROM people", expected_result: { name: "Ann" } }, "sql-error"],
      ["a table that was renamed, where no rows are expected", { sql: "SELECT name FROM people", expected_rows: [] }, "sql-error"],
      ["one row more", { sql: "SELECT email FROM users ORDER BY id", expected_rows: [{ email: "a@x.y" }, { email: "b@x.y" }] }, "wrong-row-count"],
      ["one column more", { sql: "SELECT email, name FROM users WHERE email = 'a@x.y'", expected_rows: [{ email: "a@x.y" }] }, "unexpected-column"],
      ["another order", { sql: "SELECT email FROM users WHERE id < 10 ORDER BY id DESC", expected_rows: [{ email: "a@x.y" }, { email: "b@x.y" }] }, "not-equal"],
      ["too few rows", { sql: "SELECT email FROM users LIMIT 1", expected_partial_rows: [{ email: "a@x.y" }, { email: "b@x.y" }] }, "wrong-row-count"],
      ["two columns that only two rows have", { sql: "SELECT email, name FROM users", expected_rows_contain: [{ email: "b@x.y", name: "Ann" }] }, "no-matching-row"],
      ["another number of rows", { sql: "SELECT 1 FROM users", expected_row_count: 4 }, "wrong-row-count"],
      ["an assertion that does not hold", { sql: ANN, assertions: [{ path: "$.rows[0].name", expected: "Bob" }] }, "not-equal"],
      ["nothing asked", { sql: "SELECT 1" }, "vacuous"],
      ["a value of another type", { sql: "SELECT 1 FROM users WHERE id = 'x'", expected_row_count: 1 }, "sql-error"],
      ["rows written by what writes none", { sql: "CREATE TABLE unwritten (a int)", expected_rows_affected: 0 }, "rows-affected-unknown"],
    ]))("fails for %s", async (_what, inputs, code) => {
      expect(await query(inputs)).toMatchObject({ outcome: "fail", code });
    });

    test("takes a value for data, whatever it is", async () => {
      await query({ sql: "CREATE TABLE notes (text text)" });
      const text = "'; DROP TABLE notes; --";
      const variables = { text, part: "%'", key: "email", number: 5, wild: "%_" };
      const steps = await run(
        [
          ["db_query", { sql: "INSERT INTO notes VALUES ('{{text}}')", expected_rows_affected: 1 }],
          ["db_query", { sql: "INSERT INTO notes VALUES ({{text}}), ('it''s {{number}}')", expected_rows_affected: 2 }],
          ["db_query", { sql: "SELECT count(*) AS n FROM notes WHERE text = '{{text}}'", expected_result: { n: 2 } }],
          ["db_query", { sql: "SELECT text FROM notes WHERE text LIKE '%{{number}}'", expected_result: { text: "it's 5" } }],
          ["db_query", { sql: "SELECT count(*) AS n FROM notes WHERE text LIKE '{{wild}}' OR text LIKE '%' || {{wild}} || '%'", expected_result: { n: 0 } }],
          ["db_query", { sql: "SELECT 1 AS one FROM users WHERE id < {{number}} AND created_at_is({{number}}) IS NULL", expected_result: { one: 1 } }],
        ],
        { variables },
      );
      expect(steps.map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass", "pass", "pass", "fail"]);
      expect(await query({ sql: "SELECT * FROM users WHERE {{key}} = 'a@x.y'", expected_row_count: 1 }, { variables })).toMatchObject({ outcome: "fail", code: "wrong-row-count" });
      expect(await query({ sql: "SELECT now() - INTERVAL '{{number}} days' < now() AS past", expected_result: { past: true } }, { variables })).toMatchObject({ outcome: "pass" });
    });

    test("refuses a value in the place of a name, and a second statement", async () => {
      const variables = { table: "users" };
      const asTable = runChain([{ type: "db_query", inputs: { sql: "SELECT * FROM {{table}}", expected_row_count: 3 } }], { variables, target: { database: server.config } });
      expect(await refusalOf(asTable)).toEqual(["sql-identifier"]);
      expect(await query({ sql: "SELECT 1; DROP TABLE users", expected_row_count: 1 })).toMatchObject({ outcome: "fail", code: "sql-statement-count" });
      expect(await query({ sql: "SELECT count(*) AS n FROM users", expected_result: { n: 3 } })).toMatchObject({ outcome: "pass" });
    });

    test("reads in a read-only transaction, whatever functions do", async () => {
      await query({ sql: "CREATE TABLE counters (n int)" });
      await query({ sql: "CREATE FUNCTION bump() RETURNS int LANGUAGE sql AS 'INSERT INTO counters VALUES (1) RETURNING n'" });
      expect(await query({ sql: "SELECT bump() AS n", expected_result: { n: 1 } })).toMatchObject({ outcome: "fail", code: "sql-error" });
      expect(await query({ sql: "WITH x AS (INSERT INTO counters VALUES (7) RETURNING n) SELECT n FROM x", expected_result: { n: 7 } })).toMatchObject({ outcome: "pass" });
      expect(await query({ sql: "SELECT count(*) AS n FROM counters", expected_result: { n: 1 } })).toMatchObject({ outcome: "pass" });
    });

    test("passes for a statement that writes when it ran, and judges what it wrote", async () => {
      await query({ sql: "CREATE TABLE flags (id int, is_on bool)" });
      expect(await query({ sql: "INSERT INTO flags VALUES (1, false), (2, false)" })).toMatchObject({ outcome: "pass" });
      expect(await query({ sql: "UPDATE flags SET is_on = true", expected_rows_affected: { operator: "gte", expected: 1 } })).toMatchObject({ outcome: "pass" });
      expect(await query({ sql: "UPDATE flags SET is_on = true WHERE id = 9", expected_rows_affected: 1 })).toMatchObject({ outcome: "fail", code: "wrong-row-count" });
      expect(await query({ sql: "DELETE FROM flags WHERE id = 1 RETURNING id", expected_result: { id: 1 } })).toMatchObject({ outcome: "pass" });
    });

    test("hands values on with their types", async () => {
      const steps = await run([
        ["db_query", { sql: "SELECT id, rate, is_admin, profile, name FROM users WHERE email = 'a@x.y'", capture: { user: "id", rate: "rate", admin: "is_admin", profile: "profile" }, save_as: "row" }],
        ["db_query", { sql: "SELECT {{user}} = 1 AND {{rate}} = 2.67 AND NOT {{admin}} AND '{{profile.big}}' = '9007199254740993' AND '{{row.name}}' = 'Ann' AND '{{row.rows[0].name}}' = 'Ann' AS ok", expected_result: { ok: true } }],
        ["db_query", { sql: "SELECT id FROM users WHERE email = 'big@x.y'", assertions: [{ path: "$.rows[0].id", operator: "type", expected: "integer", capture_as: "big" }] }],
        ["db_query", { sql: "SELECT email FROM users WHERE id = {{big}}", expected_result: { email: "big@x.y" } }],
      ]);
      expect(steps.map(({ outcome, message }) => [outcome, message])).toEqual(steps.map(() => ["pass", ""]));
    });

    test("needs no expectation when a later step reads the rows", async () => {
      const steps = await run([
        ["db_query", { sql: "SELECT name FROM users WHERE email = 'a@x.y'" }],
        ["json_value_assert", { assertions: [{ path: "$.rows[0].name", expected: "Ann" }] }],
      ]);
      expect(steps.map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
    });

    test("waits for what becomes true, and no longer than it may", async () => {
      await query({ sql: "CREATE TABLE jobs (state text)" });
      // the embedded server takes one connection, so time passes by the statement itself
      const waiting = { sql: "SELECT count(*) AS n FROM users WHERE clock_timestamp() > '{{due}}'", expected_result: { n: 3 }, poll: { timeout_ms: 30_000, interval_ms: 50 } };
      const due = (ms: number): ChainOptions => ({ variables: { due: new Date(Date.now() + ms).toISOString() } });
      expect(await query(waiting, due(300))).toMatchObject({ outcome: "pass" });
      const late = await query({ ...waiting, poll: { timeout_ms: 600, interval_ms: 600 } }, due(60_000));
      expect(late).toMatchObject({ outcome: "fail", code: "not-equal" });
      expect(late?.message).toMatch(/after \d+ attempts/);
      expect(await query({ sql: "SELECT 1 FROM never_made", expected_row_count: 1, poll: { timeout_ms: 600, interval_ms: 600 } })).toMatchObject({ outcome: "fail", code: "sql-error" });
    });

    test("shows the statement, its values and the first rows", async () => {
      const { evidence } = (await query({ sql: "SELECT email FROM users WHERE email = '{{mail}}'", expected_row_count: 1 }, { variables: { mail: "a@x.y" } })) ?? {};
      expect(evidence).toEqual({ sql: "SELECT email FROM users WHERE email = $1", params: ["a@x.y"], columns: ["email"], row_count: 1, rows: [{ email: "a@x.y" }] });
    });
  });

  describe("db_table_exists", () => {
    test.each<[string, Record<string, unknown>]>(asked([
      ["tables", { tables: ["users", "Booking"] }],
      ["a name in another case, when it is the only one", { tables: ["booking", "USERS"] }],
      ["the exact one of two that differ in case", { tables: ["Twins", "twins"] }],
      ["alternatives", { tables: [["people", "users"]] }],
      ["another schema", { tables: ["events"], schema: "audit" }],
      ["a schema in front", { tables: ["audit.events", 'audit."odd.name"', '"audit"."events"', "users"] }],
      ["a view, when views count", { tables: ["active_users"], include_views: true }],
    ]))("passes for %s", async (_what, inputs) => {
      expect(await step("db_table_exists", inputs)).toMatchObject({ outcome: "pass" });
    });

    test.each<[string, Record<string, unknown>]>(asked([
      ["one of five", { tables: ["users", "Booking", "twins", "users_old", "people"] }],
      ["a view", { tables: ["active_users"] }],
      ["a table of another schema", { tables: ["events"] }],
      ["a table that is only in the default schema", { tables: ["users"], schema: "audit" }],
      ["a name that two have in other cases", { tables: ["TWINS"] }],
      ["a part of a name", { tables: ["user"] }],
      ["a pattern", { tables: ["user%"] }],
      ["an attempt to leave the statement", { tables: ["users' OR '1'='1"] }],
      ["no alternative", { tables: ["users", ["people", "persons"]] }],
    ]))("fails for %s", async (_what, inputs) => {
      expect(await step("db_table_exists", inputs)).toMatchObject({ outcome: "fail", code: "no-table" });
    });

    test("tells what it found and under which name", async () => {
      const { evidence } = (await step("db_table_exists", { tables: ["booking", "people"] })) ?? {};
      expect(evidence).toEqual({ found: [{ table: "public.Booking", note: '"Booking" differs in case from "booking"' }], missing: ["people"] });
    });

    test("looks where the database is configured to", async () => {
      const target = { database: { ...server.config, schema: "audit" } };
      expect(await step("db_table_exists", { tables: ["events"] }, { target })).toMatchObject({ outcome: "pass" });
      expect(await step("db_table_exists", { tables: ["users"] }, { target })).toMatchObject({ outcome: "fail" });
    });
  });

  describe("db_column_check", () => {
    test("reads names, types and defaults from the catalog", async () => {
      const columns = [{ name: "email", type: "varchar(255)", nullable: false }, { name: "rate", type: "decimal(10, 2)" }, { name: "tags", type: "text[]" }, { name: "level", default: -1 }, { name: "createdAt", type: "timestamptz" }];
      expect(await step("db_column_check", { table: "users", expected_columns: columns })).toMatchObject({ outcome: "pass" });
      expect(await step("db_column_check", { table: "users", expected_columns: [...columns, { name: "level", type: "bigint" }] })).toMatchObject({ outcome: "fail", code: "wrong-column" });
      expect(await step("db_column_check", { table: "users", expected_columns: [...columns, "deleted_column"] })).toMatchObject({ outcome: "fail", code: "no-column" });
    });

    test.each<[string, Record<string, unknown>]>(asked([
      ["names", { table: "users", expected_columns: ["id", "email", "createdAt"] }],
      ["a name in another case", { table: "USERS", expected_columns: ["createdat"] }],
      ["alternatives", { table: "users", expected_columns: [["login", "email"], ["created_at", { name: "createdAt", type: "timestamptz" }]] }],
      ["types under any of their names", { table: "users", expected_columns: [{ name: "id", type: "bigint" }, { name: "id", type: "int8" }, { name: "email", type: "varchar" }, { name: "level", type: "int4" }, { name: "createdAt", type: "TIMESTAMP WITH TIME ZONE" }, { name: "is_admin", type: "bool" }] }],
      ["lengths", { table: "users", expected_columns: [{ name: "email", type: "varchar(255)" }, { name: "email", length: 255 }, { name: "rate", type: "decimal(10, 2)" }, { name: "rate", type: "numeric" }] }],
      ["lists, enums and domains", { table: "Booking", expected_columns: [{ name: "role", type: "Role" }, { name: "role", type: "USER-DEFINED" }, { name: "title", type: "varchar(20)", nullable: false }, { name: "start_time", type: "timestamp(3)" }] }],
      ["a list", { table: "users", expected_columns: [{ name: "tags", type: "text[]" }, { name: "tags", type: "ARRAY" }] }],
      ["whether it takes NULL", { table: "users", expected_columns: [{ name: "email", nullable: false }, { name: "name", nullable: true }] }],
      ["defaults", { table: "users", expected_columns: [{ name: "name", default: "nobody" }, { name: "level", default: -1 }, { name: "is_admin", default: false }, { name: "createdAt", default: "now()" }, { name: "email", default: null }] }],
      ["a type as it is printed", { table: "users", expected_columns: [{ name: "email", type: "character varying(255)" }], exact_type: true }],
      ["a view", { table: "active_users", expected_columns: ["id"] }],
      ["another schema", { table: "audit.events", expected_columns: [{ name: "id", type: "integer" }] }],
    ]))("passes for %s", async (_what, inputs) => {
      expect(await step("db_column_check", inputs)).toMatchObject({ outcome: "pass", message: expect.any(String) as string });
    });

    test.each<[string, Record<string, unknown>, string]>(asked([
      ["a table that is not there", { table: "people", expected_columns: ["id"] }, "no-table"],
      ["a column that only a table of a similar name has", { table: "users", expected_columns: ["id", "deleted_column"] }, "no-column"],
      ["a part of a name", { table: "users", expected_columns: ["mail"] }, "no-column"],
      ["varchar where bigint is declared", { table: "users", expected_columns: [{ name: "email", type: "bigint" }] }, "wrong-column"],
      ["integer where bigint is declared", { table: "users", expected_columns: [{ name: "level", type: "bigint" }] }, "wrong-column"],
      ["text where varchar is declared", { table: "users", expected_columns: [{ name: "name", type: "varchar" }] }, "wrong-column"],
      ["a timestamp without a time zone", { table: "users", expected_columns: [{ name: "createdAt", type: "timestamp" }] }, "wrong-column"],
      ["a single value where a list is declared", { table: "users", expected_columns: [{ name: "name", type: "text[]" }] }, "wrong-column"],
      ["another length", { table: "users", expected_columns: [{ name: "email", type: "varchar(100)" }] }, "wrong-column"],
      ["a length where there is none", { table: "users", expected_columns: [{ name: "name", length: 10 }] }, "wrong-column"],
      ["a column that takes NULL", { table: "users", expected_columns: [{ name: "name", nullable: false }] }, "wrong-column"],
      ["another default", { table: "users", expected_columns: [{ name: "level", default: 0 }] }, "wrong-column"],
      ["a default where none is wanted", { table: "users", expected_columns: [{ name: "level", default: null }] }, "wrong-column"],
      ["no default where one is wanted", { table: "users", expected_columns: [{ name: "email", default: "x" }] }, "wrong-column"],
      ["a type under another of its names", { table: "users", expected_columns: [{ name: "email", type: "varchar(255)" }], exact_type: true }, "wrong-column"],
      ["no alternative", { table: "users", expected_columns: [["login", { name: "email", type: "text" }]] }, "no-column"],
    ]))("fails for %s", async (_what, inputs, code) => {
      expect(await step("db_column_check", inputs)).toMatchObject({ outcome: "fail", code });
    });
  });

  describe("db_index_check", () => {
    test("reads keys, order and uniqueness from the catalog", async () => {
      const keys = [{ columns: ["id"], unique: true }, { columns: ["email"], unique: true }];
      expect(await step("db_index_check", { table: "users", expected_indexes: keys })).toMatchObject({ outcome: "pass" });
      expect(await step("db_index_check", { table: "Booking", expected_indexes: [{ columns: ["user_id", "start_time"], match: "exact" }] })).toMatchObject({ outcome: "pass" });
      for (const key of [{ columns: ["start_time", "user_id"], match: "ordered" }, { columns: ["user_id"], unique: true }, { columns: ["state"] }, { columns: ["title"] }]) {
        expect(await step("db_index_check", { table: "Booking", expected_indexes: [key] })).toMatchObject({ outcome: "fail", code: "no-index" });
      }
    });

    test.each<[string, Record<string, unknown>]>(asked([
      ["a primary key", { table: "users", expected_indexes: [{ columns: ["id"], unique: true }] }],
      ["a unique constraint", { table: "users", expected_indexes: [{ columns: ["email"], unique: true }] }],
      ["the first columns in any order", { table: "Booking", expected_indexes: [{ columns: ["user_id"] }, { columns: ["start_time", "user_id"] }] }],
      ["columns in order", { table: "Booking", expected_indexes: [{ columns: ["user_id", "start_time"], match: "ordered" }, { columns: ["user_id"], match: "ordered" }] }],
      ["columns and no others", { table: "Booking", expected_indexes: [{ columns: ["user_id", "start_time"], match: "exact" }] }],
      ["unique columns in another order", { table: "Booking", expected_indexes: [{ columns: ["state", "uid"], unique: true }] }],
      ["a name", { table: "Booking", expected_indexes: [{ columns: ["user_id"], name: "booking_user" }] }],
      ["a partial one, when those count", { table: "Booking", expected_indexes: [{ columns: ["state"] }], allow_partial: true }],
      ["names in another case", { table: "booking", expected_indexes: [{ columns: ["USER_ID"] }] }],
      ["the key of one that includes more", { table: "Booking", expected_indexes: [{ columns: ["role"], match: "exact" }] }],
    ]))("passes for %s", async (_what, inputs) => {
      expect(await step("db_index_check", inputs)).toMatchObject({ outcome: "pass" });
    });

    test.each<[string, Record<string, unknown>, string]>(asked([
      ["a column that is no first key", { table: "Booking", expected_indexes: [{ columns: ["start_time"] }] }, "no-index"],
      ["another order", { table: "Booking", expected_indexes: [{ columns: ["start_time", "user_id"], match: "ordered" }] }, "no-index"],
      ["a key with more columns", { table: "Booking", expected_indexes: [{ columns: ["user_id"], match: "exact" }] }, "no-index"],
      ["one that is not unique", { table: "Booking", expected_indexes: [{ columns: ["user_id", "start_time"], unique: true }] }, "no-index"],
      ["unique (a, b) for unique (a)", { table: "Booking", expected_indexes: [{ columns: ["uid"], unique: true }] }, "no-index"],
      ["a partial one", { table: "Booking", expected_indexes: [{ columns: ["state"] }] }, "no-index"],
      ["one over an expression", { table: "Booking", expected_indexes: [{ columns: ["title"] }] }, "no-index"],
      ["a column that is only included", { table: "Booking", expected_indexes: [{ columns: ["role", "title"] }] }, "no-index"],
      ["another name", { table: "Booking", expected_indexes: [{ columns: ["user_id"], name: "booking" }] }, "no-index"],
      ["a column whose name is a part of another's", { table: "Booking", expected_indexes: [{ columns: ["user"] }] }, "no-column"],
      ["a table that is not there", { table: "people", expected_indexes: [{ columns: ["id"] }] }, "no-table"],
      ["one of two", { table: "users", expected_indexes: [{ columns: ["id"] }, { columns: ["name"] }] }, "no-index"],
    ]))("fails for %s", async (_what, inputs, code) => {
      expect(await step("db_index_check", inputs)).toMatchObject({ outcome: "fail", code });
    });
  });
}
