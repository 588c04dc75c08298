import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateDag } from "../../src/evaluate.js";
import type { NodeStatus } from "../../src/model/evaluation.js";
import { canonicalStep, codesOf, publishedNode } from "./support.js";

/** A product that keeps its orders, and one that lost them: only the first meets what each case expects. */
const PRODUCTS = {
  sound: "insert into orders values (1, 'open', 3), (2, 'paid', 5)",
  broken: "insert into orders values (1, 'lost', 0)",
};

const CASES: [string, string, object][] = [
  ["a column above", "select qty from orders where id=1", { expected: "> 0" }],
  ["a column of at least", "select qty from orders where id=1", { expected: ">= 1" }],
  ["a column other than a number", "select qty from orders where id=1", { expected: "!= 0" }],
  ["a column in words", "select o.qty as n from orders o where id=1", { expected: "at least 1" }],
  ["a column under its result", "select qty from orders where id=1", { expected_result: "> 0" }],
  ["a column other than a text", "select status from orders where id=1", { expected: "!= lost" }],
  ["a column that is the same", "select status from orders where id=1", { expected: "== open" }],
  ["a column that holds", "select status from orders where id=1", { expected: "contains:ope" }],
  ["a sum", "select sum(qty) from orders", { expected: "> 0" }],
  ["a greatest value", "select max(qty) m from orders", { expected: ">= 1" }],
  ["a sum or nothing", "select coalesce(sum(qty),0) from orders", { expected: ">= 1" }],
  ["a length", "select length(replace(status,'lost','')) from orders where id=1", { expected: ">= 1" }],
  ["a quotient", "select sum(qty)/8 from orders", { expected: 1 }],
  ["an expression of a column", "select qty/3 from orders where id=1", { expected: 1 }],
  ["a plain number", "select min(qty,1) from orders where id=1", { expected_result: 1 }],
  ["a count within", "select (select count(*) from orders where status='open') as n", { expected: ">= 1" }],
  ["a count behind WITH", "with x as (select * from orders where status='open') select count(*) from x", { expected: ">= 1" }],
  ["a count of another type", "select cast(count(*) as int) from orders where status='open'", { expected: ">= 1" }],
  ["a count of different values", "SELECT COUNT(DISTINCT status) FROM orders where status='open'", { expected: ">= 1" }],
  ["a count behind a comment", "-- how many\nselect count(*) from orders where status='open';", { expected: "more than 0" }],
  ["a count that is there", "select count(*) from orders where status='open'", { expected: "exists" }],
  ["a count that is not empty", "select count(*) from orders where status='open'", { expected: "non-empty" }],
  ["a count that is true", "select count(*) from orders where status='open'", { expected: true }],
  ["a count of nothing", "select count(*) from orders where status='lost'", { expected: "empty" }],
  ["rows of a count, at least", "select count(*) from orders where status='open'", { min_rows: 1 }],
  ["rows of a count, exactly", "select count(*) from orders where status='open'", { expected_row_count: 1 }],
  ["rows of a count, compared", "select count(*) from orders where status='open'", { expected: "rows >= 1" }],
  ["rows of a count, in words", "select count(*) from orders where status='open'", { expected: "at least 1 row" }],
  ["rows of a count as an assertion", "select count(*) from orders where status='open'", { assertions: ["rows >= 1"] }],
  ["both bounds of the rows of a count", "select count(*) from orders where status='lost'", { max_rows: 0, min_rows: 0 }],
  ["the truth of a comparison of a count", "select count(*)>1 as ok from orders", { expected: true }],
  ["the truth of a column", "select (status='open') as ok from orders where id=1", { expected: true }],
  ["the truth by its result", "select qty>0 from orders where id=1", { expected_result: true }],
  ["the truth as a number", "select qty>0 from orders where id=1", { expected: 1 }],
  ["the truth by a sign", "select qty>0 from orders where id=1", { expected: "> 0" }],
  ["EXISTS as a text", "select exists(select 1 from orders where status='open')", { expected: "true" }],
  ["EXISTS", "select exists(select 1 from orders where status='open')", { expected: true }],
  ["EXISTS by its word", "select exists(select 1 from orders where status='open')", { expected: "exists" }],
  ["no EXISTS", "select exists(select 1 from orders where status='lost')", { expected: false }],
  ["NOT EXISTS", "select not exists(select 1 from orders where status='lost') as ok", { expected: true }],
  ["a value that is not empty", "select replace(status,'lost','') from orders where id=1", { expected: "not empty" }],
  ["a value that is not null", "select nullif(status,'lost') from orders where id=1", { expected: "not null" }],
  ["a value that is there", "select nullif(status,'lost') as s from orders where id=1", { expected: "exists" }],
  ["a row of one column that is there", "select id from orders where status='open'", { expected: "exists" }],
  ["no row of one column", "select id from orders where status='lost'", { expected: "no rows" }],
  ["rows of one column", "select id from orders", { expected: "2 rows" }],
  ["rows of several columns", "select id, qty from orders", { expected: ">= 2" }],
  ["rows of all columns", "select * from orders", { expected: 2 }],
  ["a comparison with a variable", "select qty from orders where id=1", { expected: ">= {{least}}" }],
  ["a column with a variable", "select qty from orders where id=1", { expected: "qty >= {{least}}" }],
  ["a column by its name with a variable", "select qty from orders where id=1", { expected_result: { qty: ">= {{least}}" } }],
];

let folder = "";
let outcomes: Record<keyof typeof PRODUCTS, NodeStatus[]>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dagrade-values-"));
  outcomes = { sound: await outcomesOf("sound"), broken: await outcomesOf("broken") };
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function outcomesOf(product: keyof typeof PRODUCTS): Promise<NodeStatus[]> {
  const path = join(folder, `${product}.db`);
  const database = new Database(path);
  database.exec(`create table orders (id integer primary key, status text, qty int); ${PRODUCTS[product]}`);
  database.close();
  const nodes = CASES.map(([, sql, inputs], index) => publishedNode(`N${index}`, [{ type: "P08", inputs: { sql, ...inputs } }]));
  const evaluation = await evaluateDag({ nodes }, { target: { baseUrl: "http://127.0.0.1:9", database: { kind: "sqlite", url: path } }, variables: { least: 1 } });
  return evaluation.nodes.map(({ status }) => status);
}

describe("what a published query expects of what it selects", () => {
  it.each(CASES.map(([name], index) => [name, index] as const))("%s", (_name, index) => {
    expect([outcomes.sound[index], outcomes.broken[index]]).toEqual(["PASSED", "FAILED"]);
  });

  it.each<[string, string, object, string]>([
    ["a count other than a text", "select count(*) from orders", { expected: "!= lost" }, "unknown-operator"],
    ["a count of a text", "select count(*) from orders", { expected: "== open" }, "unknown-operator"],
    ["a count that is not null", "select count(*) from orders", { expected: "not null" }, "unknown-operator"],
    ["rows other than a text", "select id, qty from orders", { expected: "!= lost" }, "unknown-operator"],
    ["rows that are not null", "select * from orders", { expected: "not_null" }, "unknown-operator"],
    ["a value that is compared twice, once with a text", "select status from orders", { expected: ">= 1 and != lost" }, "unknown-operator"],
    ["the rows of a sum", "select sum(qty) from orders", { min_rows: 1 }, "vacuous-expectation"],
    ["the row of EXISTS", "select exists(select 1 from orders)", { expected_row_count: 1 }, "vacuous-expectation"],
  ])("says of %s that it can not be asked", (_name, sql, inputs, code) => {
    expect(codesOf("P08", { sql, ...inputs }, "warning")).toContain(code);
    expect(JSON.stringify(canonicalStep("P08", { sql, ...inputs }).inputs)).not.toMatch(/"operator":"(?!equals)|row_count/);
  });

  it("looks into parentheses", () => {
    expect(canonicalStep("P08", { sql: "(select count(*) from orders)", expected: 1 }).inputs["assertions"]).toEqual([{ path: "$.rows[0].*", operator: "equals", expected: 1 }]);
  });

  it.each<[string, string, object]>([
    ["one of several that are grouped", "select max(qty) from orders group by status", { expected_row_count: { operator: "gte", expected: 1 } }],
    ["a member of a document", "select data->>'x' from orders", { expected_row_count: 1 }],
    ["of each row", "select max(qty) over (partition by status) from orders", { expected_row_count: 1 }],
    ["of two statements", "select count(*) from a union all select count(*) from b", { expected_row_count: 2 }],
    ["the database itself", "select 1", { expected_row_count: 1 }],
  ])("leaves the number of rows: %s", (_name, sql, inputs) => {
    expect(canonicalStep("P08", { sql, ...inputs }).inputs).toEqual({ sql, ...inputs });
  });
});
