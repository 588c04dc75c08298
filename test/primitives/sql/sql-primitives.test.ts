import { describe, expect, it } from "vitest";
import { StepFailure } from "../../../src/model/outcome.js";
import type { SqlPort, SqlResult } from "../../../src/ports/sql.js";
import { hasExpectation } from "../../../src/primitives/sql/judge-query.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { freePort } from "../../support/postgres.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";

const STEPS: [string, Record<string, unknown>][] = [
  ["db_query", { sql: "SELECT count(*) AS n FROM users", expected_result: { n: 0 } }],
  ["db_query", { sql: "SELECT id FROM users", expected_rows: [] }],
  ["db_table_exists", { tables: ["users"] }],
  ["db_column_check", { table: "users", expected_columns: ["id"] }],
  ["db_index_check", { table: "users", expected_indexes: [{ columns: ["id"] }] }],
];

/** A host's own port: it keeps what it is asked and answers what it is told. */
function hostPort(dialect: string, answer: SqlResult | Error): SqlPort & { readonly asked: [string, unknown][] } {
  const asked: [string, unknown][] = [];
  return {
    dialect,
    asked,
    query(sql, params, options) {
      asked.push([sql, { params, readOnly: options?.readOnly }]);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}

describe.each(STEPS)("%s %j", (type, inputs) => {
  it("ends error without a database, or without that database", async () => {
    expect(await runStep(type, inputs)).toMatchObject({ outcome: "error", code: "no-database" });
    const database = hostPort("postgres", { columns: [], rows: [] });
    expect(await runStep(type, { ...inputs, db: "other" }, { target: { database } })).toMatchObject({ outcome: "error", code: "no-database" });
  });

  it("fails when the database is down", async () => {
    const database = { kind: "postgres", host: "127.0.0.1", port: await freePort(), user: "app", database: "app" } as const;
    expect(await runStep(type, inputs, { target: { database } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
  });

  it("fails when a host's port rejects, whatever with", async () => {
    expect(await runStep(type, inputs, { target: { database: hostPort("postgres", new StepFailure("sql-error", "no such table")) } })).toMatchObject({ outcome: "fail", code: "sql-error" });
    expect(await runStep(type, inputs, { target: { database: hostPort("postgres", new Error("socket hang up")) } })).toMatchObject({ outcome: "fail", code: "sql-error" });
  });
});

describe("another dialect", () => {
  it("is asked with question marks, a read as a read", async () => {
    const database = hostPort("mysql", { columns: ["n"], rows: [{ n: 1n }] });
    const inputs = { sql: "SELECT count(*) AS n FROM `users` WHERE name = '{{name}}' AND id = :id", params: { id: 7 }, expected_result: { n: 1 } };
    expect(await runStep("db_query", inputs, { target: { database }, variables: { name: "O'Hara" } })).toMatchObject({ outcome: "pass" });
    expect(database.asked).toEqual([["SELECT count(*) AS n FROM `users` WHERE name = ? AND id = ?", { params: ["O'Hara", 7], readOnly: true }]]);
  });

  it("has no catalog when nobody knows it", async () => {
    for (const [type, inputs] of STEPS.slice(2)) {
      expect(await runStep(type, inputs, { target: { database: hostPort("clickhouse", { columns: [], rows: [] }) } })).toMatchObject({ outcome: "error", code: "unsupported-dialect" });
    }
  });
});

describe("what only one dialect understands", () => {
  const rows = { columns: ["n"], rows: [{ n: 1 }] };

  it.each<[string, string, string]>([
    ["a text in double quotes", "mysql", 'SELECT 1 AS n FROM t WHERE a = "{{x}}"'],
    ["a text with an escaped quote", "mysql", "SELECT 1 AS n FROM t WHERE a = 'it\\'s {{x}}'"],
    ["a comment behind a number sign", "mysql", "SELECT 1 AS n # {{x}}, :a\n"],
    ["a name in backticks", "mysql", "SELECT `a-b` AS n FROM t WHERE a = {{x}}"],
    ["a name in brackets", "sqlite", "SELECT [it's] AS n FROM t WHERE a = {{x}}"],
    ["a dollar quote", "postgres", "SELECT $x$it's {{x}}$x$ AS n"],
  ])("is no problem of the document: %s", async (_what, dialect, sql) => {
    const database = hostPort(dialect, rows);
    expect(await runStep("db_query", { sql, expected_result: { n: 1 } }, { target: { database }, variables: { x: "v" } })).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, string, string, string]>([
    ["a parameter without a value, which SQLite takes for NULL", "sqlite", "SELECT id FROM t WHERE id = :id", "sql-params"],
    ["a question mark without a value", "sqlite", "SELECT id FROM t WHERE id = ?", "sql-params"],
    ["another parameter without a value", "sqlite", "SELECT id FROM t WHERE id = @id OR id = $id", "sql-params"],
    ["a comment that MySQL runs", "mysql", "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */", "sql-unsupported"],
    ["a comment that MariaDB runs", "mysql", "/*M!100000 DELETE FROM t */", "sql-unsupported"],
    ["a quote that ends elsewhere", "mysql", "SELECT 'a\\' AS n", "sql-error"],
  ])("is refused before it is sent: %s", async (_what, dialect, sql, code) => {
    const database = hostPort(dialect, { columns: [], rows: [] });
    expect(await runStep("db_query", { sql, expected_rows: [] }, { target: { database } })).toMatchObject({ outcome: "fail", code });
    expect(database.asked).toEqual([]);
  });
});

describe("what a document may not ask", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["db_query", {}, "invalid-input"],
    ["db_query", { sql: "" }, "invalid-input"],
    ["db_query", { sql: "SELECT 1 AS n", expected_result: {} }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", expected_row_count: { operator: "gte", expected: 0 } }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", expected_partial_rows: [] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", expected_rows_contain: [{}] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", assertions: [] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", assertions: [{ path: "$.rows", operator: "exists" }] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", assertions: [{ path: "$['rows']", operator: "type", expected: "array" }] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", assertions: [{ path: "$.row_count", operator: "gte", expected: 0 }] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", assertions: [{ path: "row_count", operator: "gt", expected: -1 }, { path: "$.rows", capture_as: "all" }] }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT 1 AS n", expected_result: { n: { operator: "contains", expected: "" } } }, "vacuous-expectation"],
    ["db_query", { sql: "SELECT * FROM {{table}}", expected_row_count: 1 }, "sql-identifier"],
    ["db_query", { sql: "SELECT 1 FROM t WHERE id = :id", params: { ID: 1 }, expected_row_count: 1 }, "sql-params"],
    ["db_query", { sql: "SELECT 1 FROM t WHERE id = $2", params: [1], expected_row_count: 1 }, "sql-params"],
    ["db_query", { sql: "BEGIN" }, "sql-unsupported"],
    ["db_query", { sql: "COPY users TO PROGRAM 'id'" }, "sql-unsupported"],
    ["db_query", { sql: "INSERT INTO t VALUES (1)", poll: { timeout_ms: 1000 } }, "conflicting-keys"],
    ["db_query", { sql: "SELECT 1 AS n", expected: { n: 1 } }, "unknown-key"],
    ["db_table_exists", { tables: [] }, "vacuous-expectation"],
    ["db_table_exists", { tables: [[]] }, "invalid-input"],
    ["db_table_exists", { tables: [""] }, "invalid-input"],
    ["db_table_exists", { tables: ["users"], min_ratio: 0.5 }, "unknown-key"],
    ["db_column_check", { table: "users", expected_columns: [] }, "vacuous-expectation"],
    ["db_column_check", { expected_columns: ["id"] }, "invalid-input"],
    ["db_column_check", { table: "users", expected_columns: [{ type: "int" }] }, "invalid-input"],
    ["db_index_check", { table: "users", expected_indexes: [] }, "vacuous-expectation"],
    ["db_index_check", { table: "users", expected_indexes: [{ columns: [] }] }, "invalid-input"],
    ["db_index_check", { table: "users", expected_indexes: [{ columns: ["id", "id"] }] }, "invalid-input"],
    ["db_index_check", { table: "users", expected_indexes: [{ columns: ["id"], match: "any" }] }, "invalid-input"],
  ])("%s %j", async (type, inputs, code) => {
    expect(await refusalOf(runChain([{ type, inputs }], { variables: { table: "t" } }))).toContain(code);
  });
});

describe("db_query asks for something", () => {
  const database = hostPort("postgres", { columns: ["n"], rows: [{ n: 1 }] });
  const query = (inputs: Record<string, unknown>): ReturnType<typeof runStep> => runStep("db_query", { sql: "SELECT 1 AS n", ...inputs }, { target: { database } });

  it("which an empty capture does not", async () => {
    expect(hasExpectation({ sql: "SELECT 1", capture: {} })).toBe(false);
  });

  it.each([
    [[{ path: "$.row_count", operator: "gte", expected: 1 }]],
    [[{ path: "$.rows", operator: "exists" }, { path: "$.rows[0].n", expected: 1 }]],
    [[{ path: "$.rows[0]", operator: "exists" }]],
  ])("as %j does", async (assertions) => {
    expect(await query({ assertions })).toMatchObject({ outcome: "pass" });
  });

  it("also of a column named __proto__", async () => {
    const row = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
    const expected = row('{"n": 1, "__proto__": 2}');
    for (const inputs of [{ expected_result: expected }, { expected_rows_contain: [expected] }]) {
      expect(await query(inputs)).toMatchObject({ outcome: "fail", code: "no-column" });
    }
    const target = { database: hostPort("postgres", { columns: ["n", "__proto__"], rows: [row('{"n": 1, "__proto__": 3}')] }) };
    expect(await runStep("db_query", { sql: "SELECT 1 AS n", expected_result: expected }, { target })).toMatchObject({ outcome: "fail", code: "not-equal" });
    expect(await runStep("db_query", { sql: "SELECT 1 AS n", expected_result: row('{"__proto__": 3}') }, { target })).toMatchObject({ outcome: "pass" });
  });
});

describe("names of the catalog", () => {
  const catalog = (answers: Readonly<Record<string, SqlResult["rows"]>>): SqlPort => ({
    dialect: "postgres",
    query(sql) {
      const [, rows] = Object.entries(answers).find(([word]) => sql.includes(word)) ?? [];
      return Promise.resolve({ columns: [], rows: rows ?? [] });
    },
  });
  const columns = ["a", "b"].map((name) => ({ name, type: "mood", type_schema: "s2", general_type: "USER-DEFINED", is_nullable: true }));
  const database = catalog({
    pg_index: [{ name: "on_a", is_unique: false, is_primary: false, is_partial: false, column: "a" }, { name: "on_a", is_unique: false, is_primary: false, is_partial: false, column: "b" }],
    pg_attribute: columns,
    relkind: [{ schema: "public", name: "t", kind: "r" }],
  });
  const ask = (type: string, inputs: Record<string, unknown>): ReturnType<typeof runStep> => runStep(type, inputs, { target: { database } });

  it.each(["t.", "..t", ".t", 'public."t', "public..t"])("are no such thing as %j", async (name) => {
    expect(await ask("db_table_exists", { tables: [name] })).toMatchObject({ outcome: "fail", code: "invalid-input" });
  });

  it("do not stand for one column twice", async () => {
    expect(await ask("db_index_check", { table: "t", expected_indexes: [{ columns: ["a", "A"] }] })).toMatchObject({ outcome: "fail", code: "no-column" });
    expect(await ask("db_index_check", { table: "t", expected_indexes: [{ columns: ["B", "A"] }] })).toMatchObject({ outcome: "pass" });
  });

  it("count a type's schema when it is written", async () => {
    const check = (type: string): ReturnType<typeof runStep> => ask("db_column_check", { table: "t", expected_columns: [{ name: "a", type }] });
    expect(await check("public.mood")).toMatchObject({ outcome: "fail", code: "wrong-column" });
    expect(await check("S2.mood")).toMatchObject({ outcome: "pass" });
    expect(await check('"S2".mood')).toMatchObject({ outcome: "fail", code: "wrong-column" });
    expect(await check("mood")).toMatchObject({ outcome: "pass" });
  });
});
