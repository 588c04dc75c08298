import { describe, expect, it } from "vitest";
import { canonicalStep, codesOf } from "./support.js";

const COUNT = "SELECT COUNT(*) AS cnt FROM t";
const ROWS = "SELECT a, b FROM t";

describe("queries of published documents", () => {
  it.each<[string, string, object, object]>([
    [">=20", COUNT, { expected_result: { cnt: ">=20" } }, { expected_result: { cnt: { operator: "gte", expected: 20 } } }],
    ["==3", COUNT, { expected_result: { cnt: "==3" } }, { expected_result: { cnt: 3 } }],
    ["an operator and a value", COUNT, { expected_result: { cnt: { op: ">=", value: 1 } } }, { expected_result: { cnt: { operator: "gte", expected: 1 } } }],
    ["$gte", COUNT, { expected_result: { cnt: { $gte: 1 } } }, { expected_result: { cnt: { operator: "gte", expected: 1 } } }],
    ["a range", ROWS, { expected_result: { a: { min: 1, max: 2 } } }, { expected_result: { a: { operator: "gte", expected: 1 } }, assertions: [{ path: "$.rows[0].a", operator: "lte", expected: 2 }] }],
    ["an operator in the name", COUNT, { expected_result: { cnt_gte: 1 } }, { expected_result: { cnt: { operator: "gte", expected: 1 } } }],
    ["a column that is called so", "SELECT COUNT(*) AS cnt_gte FROM t", { expected_result: { cnt_gte: 1 } }, { expected_result: { cnt_gte: 1 } }],
    ["a part of a text", ROWS, { expected_first_row: { a_contains: "x" } }, { expected_result: { a: { operator: "contains", expected: "x" } } }],
    ["NOT NULL", ROWS, { expected_result: { a: "NOT NULL", b: "{{not_null}}" } }, { expected_result: { a: { operator: "not_null" }, b: { operator: "not_null" } } }],
    ["not null as an object", ROWS, { expected_result: { a: { not_null: true }, b: { null: true } } }, { expected_result: { a: { operator: "not_null" }, b: { operator: "is_null" } } }],
    ["a pattern", ROWS, { expected_result: { a: "regex:^x" } }, { expected_result: { a: { operator: "regex", expected: "^x" } } }],
    ["an operator and a number in quotes", COUNT, { expected_result: { cnt: { op: ">=", value: "3" } } }, { expected_result: { cnt: { operator: "gte", expected: 3 } } }],
    ["between two numbers", ROWS, { expected_result: { a: "between 1 and 3" } }, { expected_result: { a: { operator: "gte", expected: 1 } }, assertions: [{ path: "$.rows[0].a", operator: "lte", expected: 3 }] }],
    ["one of a list in words", ROWS, { expected_result: { a: "one of: x, y" } }, { expected_result: { a: { operator: "in", expected: ["x", "y"] } } }],
    ["one of", ROWS, { expected_result: { a: { in: [1, 2] } } }, { expected_result: { a: { operator: "in", expected: [1, 2] } } }],
    ["how many rows", ROWS, { expected_result: { row_count: 2 } }, { expected_row_count: 2 }],
    ["how many rows at least", ROWS, { expected_min_rows: 2 }, { expected_row_count: { operator: "gte", expected: 2 } }],
    ["between", ROWS, { expect_rowcount_min: 1, expect_rowcount_max: 3 }, { expected_row_count: { operator: "gte", expected: 1 }, assertions: [{ path: "$.row_count", operator: "lte", expected: 3 }] }],
    ["a bare number of rows", ROWS, { expected_result: 2 }, { expected_row_count: 2 }],
    ["a bare number of a count", "SELECT COUNT(*) FROM t", { expected_result: ">=2" }, { assertions: [{ path: "$.rows[0].*", operator: "gte", expected: 2 }] }],
    ["none", ROWS, { expected_result: "empty" }, { expected_row_count: 0 }],
    ["some", ROWS, { expected_result_present: true }, { expected_row_count: { operator: "gte", expected: 1 } }],
    ["a list", ROWS, { expected_result: [{ a: 1, b: 2 }] }, { expected_rows: [{ a: 1, b: 2 }] }],
    ["the first of them", ROWS, { expected_partial_result: [{ a: 1 }] }, { expected_partial_rows: [{ a: 1 }] }],
    ["a minimum", COUNT, { expected_min: 100, field: "cnt" }, { expected_result: { cnt: { operator: "gte", expected: 100 } } }],
    ["minima", ROWS, { expected_result_min: { a: 1 } }, { expected_result: { a: { operator: "gte", expected: 1 } } }],
    ["a comparison of a column", COUNT, { expected: "cnt >= 1" }, { expected_result: { cnt: { operator: "gte", expected: 1 } } }],
    ["a comparison of a text", ROWS, { expected_result: "a = 'x y'" }, { expected_result: { a: "x y" } }],
    ["a comparison with a bare word", ROWS, { expected: "a != x" }, { expected_result: { a: { operator: "not_equals", expected: "x" } } }],
    ["a comparison of another column of the same", "SELECT count FROM t", { expected: "count > 3" }, { expected_result: { count: { operator: "gt", expected: 3 } } }],
    ["a comparison of the rows", ROWS, { expected: "rows >= 1" }, { expected_row_count: { operator: "gte", expected: 1 } }],
    ["rows behind a number", ROWS, { expected: "> 2 rows" }, { expected_row_count: { operator: "gt", expected: 2 } }],
    ["rows in words", ROWS, { expected: "at most 3 rows" }, { expected_row_count: { operator: "lte", expected: 3 } }],
    ["no rows", ROWS, { expected: "no rows" }, { expected_row_count: 0 }],
    ["a comparison of what is counted", COUNT, { expected: "COUNT(*) >= 1" }, { assertions: [{ path: "$.rows[0].*", operator: "gte", expected: 1 }] }],
    ["both of two comparisons", "SELECT status, n FROM t", { expected: "status == 'a and b' AND n > 0" }, { assertions: [{ path: "$.rows[0].status", operator: "equals", expected: "a and b" }, { path: "$.rows[0].n", operator: "gt", expected: 0 }] }],
    ["a column and the rows", ROWS, { expected_result: "a = 1 && rows < 3 and b != x" }, { assertions: [{ path: "$.rows[0].a", operator: "equals", expected: 1 }, { path: "$.row_count", operator: "lt", expected: 3 }, { path: "$.rows[0].b", operator: "not_equals", expected: "x" }] }],
    ["both bounds of a value", ROWS, { expected_result: { a: ">= 1 AND < 5" } }, { expected_result: { a: { operator: "gte", expected: 1 } }, assertions: [{ path: "$.rows[0].a", operator: "lt", expected: 5 }] }],
    ["both of a condition", ROWS, { expected_result_condition: "a >= 1 and b < 5" }, { assertions: [{ path: "$.rows[0].a", operator: "gte", expected: 1 }, { path: "$.rows[0].b", operator: "lt", expected: 5 }] }],
    ["both of an assertion", ROWS, { assertions: ["a > 0 and b > 0"] }, { assertions: [{ path: "$.rows[0].a", operator: "gt", expected: 0 }, { path: "$.rows[0].b", operator: "gt", expected: 0 }] }],
    ["further assertions as texts", ROWS, { expected_result: { a: 1 }, additional_assertions: ["b > 0", "rows < 9"] }, { expected_result: { a: 1 }, assertions: [{ path: "$.rows[0].b", operator: "gt", expected: 0 }, { path: "$.row_count", operator: "lt", expected: 9 }] }],
    ["a further assertion as one text", ROWS, { additional_assertions: "b > 0" }, { assertions: [{ path: "$.rows[0].b", operator: "gt", expected: 0 }] }],
    ["further assertions of both kinds", ROWS, { additional_assertions: [{ column: "a", expected: 1 }, "b > 0"] }, { assertions: [{ path: "$.rows[0].a", operator: "equals", expected: 1 }, { path: "$.rows[0].b", operator: "gt", expected: 0 }] }],
    ["a further assertion that can not be read stays", ROWS, { additional_assertions: ["b is fine"] }, { assertions: ["b is fine"] }],
    ["a text with a sign that a cell may hold", "SELECT value FROM settings", { expected: "mode=1" }, { assertions: [{ path: "$.rows[0].*", operator: "equals", expected: "mode=1" }] }],
    ["comparisons as assertions", ROWS, { assertions: ["a > 0", "rows < 9"] }, { assertions: [{ path: "$.rows[0].a", operator: "gt", expected: 0 }, { path: "$.row_count", operator: "lt", expected: 9 }] }],
    ["a condition on a text", ROWS, { expected_result_condition: "a == b" }, { assertions: [{ path: "$.rows[0].a", operator: "equals", expected: "b" }] }],
    ["a condition", COUNT, { expected_result_condition: "cnt >= 1" }, { assertions: [{ path: "$.rows[0].cnt", operator: "gte", expected: 1 }] }],
    ["assertions on fields", ROWS, { assertions: [{ field: "a", op: "==", expected: 1 }] }, { assertions: [{ path: "$.rows[0].a", operator: "equals", expected: 1 }] }],
    ["the field that is selected", "SELECT id FROM t", { store_field_as: "v", capture_only: true }, { capture: { v: "id" } }],
    ["the alias that is selected", "SELECT max(id) AS top FROM t", { store_field_as: "v" }, { capture: { v: "top" } }],
    ["a field without a name", "SELECT max(id) FROM t", { store_field_as: "v" }, { assertions: [{ path: "$.rows[0].*", operator: "not_null", capture_as: "v" }] }],
    ["the row", ROWS, { store_as: "r" }, { save_as: "r" }],
    ["several fields", ROWS, { store_as: { v: "a" } }, { capture: { v: "a" } }],
    ["waiting", ROWS, { expected_result: { a: 1 }, retry_ms: 5000 }, { expected_result: { a: 1 }, poll: { timeout_ms: 5000 } }],
    ["rows that are written", "UPDATE t SET a = 1", { expect_rowcount_min: 1 }, { expected_rows_affected: { operator: "gte", expected: 1 } }],
    ["a plain value", ROWS, { expected_result: { a: "ready", b: null } }, { expected_result: { a: "ready", b: null } }],
  ])("%s", (_name, sql, given, expected) => {
    expect(canonicalStep("P08", { sql, ...given }).inputs).toEqual({ sql, ...expected });
  });

  it.each<[string, object]>([
    ["no expectation", {}],
    ["an empty one", { expected_result: {} }],
    ["one of nothing", { expected_result: null }],
    ["a minimum of 0", { expected_result: { cnt: ">=0" } }],
    ["at least no row", { expected_min_rows: 0 }],
    ["a minimum of 0 by name", { expected: { cnt_min: 0 } }],
  ])("%s is vacuous", (_name, given) => {
    expect(codesOf("P08", { sql: COUNT, ...given }, "warning")).toContain("vacuous-expectation");
  });

  it.each<[string, object]>([
    ["a comparison of the column", { expected: "cnt >= 0" }],
    ["a comparison of the count", { expected: ">= 0" }],
    ["a comparison of the rows", { expected_result: "rows > -1" }],
    ["a comparison as an assertion", { assertions: ["cnt >= 0"] }],
    ["a condition", { expected_result_condition: "cnt >= 0" }],
  ])("%s that every count meets asks nothing", (_name, given) => {
    expect(codesOf("P08", { sql: COUNT, ...given }, "warning")).toContain("vacuous-expectation");
    expect(JSON.stringify(canonicalStep("P08", { sql: COUNT, ...given }).inputs)).not.toMatch(/gte|gt"/);
  });

  it.each(["cnt between 1 and 5", "cnt >= 1 and cnt < half", "cnt >= 1 or cnt < 5", "cnt >= 1 and cnt < 5 or cnt > 9", "cnt >= half", "at least one row", "lower(a) = 'x'"])("say that %j can not be read", (expected) => {
    expect(codesOf("P08", { sql: COUNT, expected }, "warning")).toContain("unknown-operator");
    expect(codesOf("P08", { sql: COUNT, expected }, "info")).not.toContain("expectation-form");
    expect(canonicalStep("P08", { sql: COUNT, expected }).inputs["assertions"]).toEqual([{ path: "$.rows[0].*", operator: "equals", expected }]);
  });

  it("say when they write", () => {
    expect(codesOf("P08", { sql: "DELETE FROM t" }, "info")).toContain("sql-write");
  });
});
