import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactNumber } from "../../../src/model/exact-number.js";
import { StepFailure } from "../../../src/model/outcome.js";
import { BoundText } from "../../../src/model/template.js";
import { kindOfText } from "../../../src/primitives/sql/sql-statement.js";
import { bindSql, type SqlParams } from "../../../src/primitives/sql/sql-text.js";
import { tokenizeSql } from "../../../src/primitives/sql/sql-tokens.js";

/** A statement in which `{}` stands for the next value. */
function sql(text: string, ...values: unknown[]): BoundText {
  return new BoundText(text.split("{}"), values);
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof StepFailure ? error.code : String(error);
  }
}

describe("placeholders in SQL", () => {
  it.each<[string, BoundText, string, unknown[]]>([
    ["a bare one", sql("SELECT 1 WHERE id = {}", 5), "SELECT 1 WHERE id = $1", [5]],
    ["several", sql("SELECT {}, {}", 1, "a"), "SELECT $1, $2", [1, "a"]],
    ["a quoted one", sql("SELECT 1 WHERE email = '{}'", "a@b.c"), "SELECT 1 WHERE email = $1", ["a@b.c"]],
    ["a value with a quote", sql("SELECT 1 WHERE name = '{}'", "'; DROP TABLE t; --"), "SELECT 1 WHERE name = $1", ["'; DROP TABLE t; --"]],
    ["one within a quoted text", sql("SELECT 1 WHERE name LIKE '%{}%'", "x"), "SELECT 1 WHERE name LIKE $1", ["%x%"]],
    ["two within a quoted text", sql("SELECT '{}-{}'", 1, "b"), "SELECT $1", ["1-b"]],
    ["a number in quotes, as its text", sql("SELECT '{}'", 5), "SELECT $1", ["5"]],
    ["an exact number in quotes", sql("SELECT '{}'", ExactNumber.read("9007199254740993")), "SELECT $1", ["9007199254740993"]],
    ["null in quotes, as the word", sql("SELECT '{}'", null), "SELECT $1", ["null"]],
    ["an object in quotes, as JSON", sql("SELECT '{}'::jsonb", { a: 1 }), "SELECT $1::jsonb", ['{"a":1}']],
    ["doubled quotes around it", sql("SELECT 'it''s {}''s'", "x"), "SELECT $1", ["it's x's"]],
    ["an escape string", sql("SELECT E'a\\n\\'{}\\x41\\u00e9\\\\'", "\\n"), "SELECT $1", ["a\n'\\nAé\\"]],
    ["a backslash where it means itself", sql("SELECT 'C:\\{}'", "x"), "SELECT $1", ["C:\\x"]],
    ["a dollar quote", sql("SELECT $tag$it's {}$tag$", "x"), "SELECT $1", ["it's x"]],
    ["a cast behind", sql("SELECT '{}'::uuid, {}::int", "u", 1), "SELECT $1::uuid, $2::int", ["u", 1]],
    ["a type in front", sql("SELECT INTERVAL '{} days', DATE  '{}'", 3, "2026-01-02"), "SELECT CAST($1 AS interval), CAST($2 AS date)", ["3 days", "2026-01-02"]],
    ["a type of many words", sql("SELECT TIMESTAMP WITH TIME ZONE '{}'", "now"), "SELECT CAST($1 AS timestamp with time zone)", ["now"]],
    ["a comment, which is dropped", sql("SELECT 1 -- {}\n, 2 /* {} /* nested */ */", "a", "b"), "SELECT 1 \n, 2", []],
    ["a comment sign in a text", sql("SELECT '-- {}' , '/* x */'", "a"), "SELECT $1 , '/* x */'", ["-- a"]],
    ["a quote in a comment", sql("SELECT 1 -- it's\n WHERE id = {}", 1), "SELECT 1 \nWHERE id = $1", [1]],
    ["a function's FROM", sql("SELECT trim(both from {}), 1 IS DISTINCT FROM {}", "a", 2), "SELECT trim(both from $1), 1 IS DISTINCT FROM $2", ["a", 2]],
    ["a subquery's condition", sql("SELECT * FROM t WHERE id IN (SELECT id FROM u WHERE x = {})", 1), "SELECT * FROM t WHERE id IN (SELECT id FROM u WHERE x = $1)", [1]],
    ["a limit and a list", sql("SELECT * FROM t WHERE a IN ({}, {}) LIMIT {}", 1, 2, 3), "SELECT * FROM t WHERE a IN ($1, $2) LIMIT $3", [1, 2, 3]],
    ["a semicolon at the end", sql("SELECT {} ; ", 1), "SELECT $1", [1]],
    ["values to insert", sql("INSERT INTO t (a, b) VALUES ('{}', {})", "x", true), "INSERT INTO t (a, b) VALUES ($1, $2)", ["x", true]],
  ])("%s", (_what, text, expected, values) => {
    const bound = bindSql(text, undefined, "postgres");
    expect(bound.text.replace(/ +/g, " ")).toBe(expected);
    expect(bound.values).toEqual(values);
  });

  it.each<[string, string, BoundText, string, unknown[]]>([
    ["a quoted text", "postgres", sql("SELECT 1 WHERE a LIKE '%_{}%'", "50%_\\"), "SELECT 1 WHERE a LIKE $1", ["%_50\\%\\_\\\\%"]],
    ["the whole of it", "postgres", sql("SELECT 1 WHERE a NOT ILIKE '{}' AND b = '{}'", "%", "%"), "SELECT 1 WHERE a NOT ILIKE $1 AND b = $2", ["\\%", "%"]],
    ["the whole of it without quotes", "mysql", sql("SELECT 1 WHERE a LIKE {} OR b = {}", "_", "_"), "SELECT 1 WHERE a LIKE ? OR b = ?", ["\\_", "_"]],
    ["a concatenation", "postgres", sql("SELECT 1 WHERE a LIKE '%' || lower({}) || '%' AND b = {}", "A%", "%"), "SELECT 1 WHERE a LIKE '%' || lower($1) || '%' AND b = $2", ["A\\%", "%"]],
    ["a list of patterns", "postgres", sql("SELECT 1 WHERE a LIKE ANY (ARRAY['{}%', {}])", "%", "_"), "SELECT 1 WHERE a LIKE ANY (ARRAY[$1, $2])", ["\\%%", "\\_"]],
    ["parentheses", "postgres", sql("SELECT 1 WHERE (a LIKE {}) AND b IN ({}, 'x')", "%", "%"), "SELECT 1 WHERE (a LIKE $1) AND b IN ($2, 'x')", ["\\%", "%"]],
    ["a query within", "postgres", sql("SELECT 1 WHERE a LIKE (SELECT p FROM t WHERE q = {}) || {}", "%", "%"), "SELECT 1 WHERE a LIKE (SELECT p FROM t WHERE q = $1) || $2", ["%", "\\%"]],
    ["the statement's own escape", "postgres", sql("SELECT 1 WHERE a LIKE '{}' ESCAPE '!' AND b = {}", "%!\\", "!"), "SELECT 1 WHERE a LIKE $1 ESCAPE '!' AND b = $2", ["!%!!\\", "!"]],
    ["no escape at all", "postgres", sql("SELECT 1 WHERE a LIKE '{}' ESCAPE ''", "%"), "SELECT 1 WHERE a LIKE $1 ESCAPE ''", ["%"]],
    ["a dialect without an escape", "sqlite", sql("SELECT 1 WHERE a LIKE '%{}%' AND b LIKE 'x%' AND c = {}", "_", "_"), "SELECT 1 WHERE a LIKE ? ESCAPE '\\' AND b LIKE 'x%' AND c = ?", ["%\\_%", "_"]],
    ["a number", "postgres", sql("SELECT 1 WHERE a LIKE {}", 5), "SELECT 1 WHERE a LIKE $1", [5]],
  ])("are no wildcards in %s behind LIKE", (_what, dialect, text, expected, values) => {
    expect(bindSql(text, undefined, dialect)).toMatchObject({ text: expected, values });
  });

  it.each<[string, BoundText, string]>([
    ["a table", sql("SELECT * FROM {}", "t"), "sql-identifier"],
    ["a table in quotes", sql('SELECT * FROM "{}"', "t"), "sql-identifier"],
    ["a joined table", sql("SELECT * FROM a JOIN {} ON true", "t"), "sql-identifier"],
    ["a table to write to", sql("INSERT INTO {} VALUES (1)", "t"), "sql-identifier"],
    ["a table to update", sql("UPDATE {} SET a = 1", "t"), "sql-identifier"],
    ["a table to drop", sql("DROP TABLE {}", "t"), "sql-identifier"],
    ["the FROM of a subquery", sql("SELECT (SELECT count(*) FROM {})", "t"), "sql-identifier"],
    ["a part of a name", sql("SELECT * FROM users_{}", 1), "sql-identifier"],
    ["a schema", sql("SELECT * FROM t, {}.users", "s"), "sql-identifier"],
    ["a column of a table", sql("SELECT t.{} FROM t", "c"), "sql-identifier"],
    ["an order", sql("SELECT * FROM t ORDER BY {}", "c"), "sql-identifier"],
    ["a part of a number", sql("SELECT 1{}", 2), "sql-identifier"],
    ["a literal of bits", sql("SELECT B'{}'", "1"), "sql-literal"],
    ["a quote that does not end", sql("SELECT 'a {}", "b"), "sql-error"],
    ["a comment that does not end", sql("SELECT 1 /* {}", "b"), "sql-error"],
    ["two statements", sql("SELECT {}; SELECT 2", 1), "sql-statement-count"],
    ["no statement", sql(" ; {} ".replace("{}", "-- nothing")), "sql-statement-count"],
    ["a NUL character", sql("SELECT '\0'"), "sql-error"],
  ])("refuses one that stands for %s", (_what, text, code) => {
    expect(codeOf(() => bindSql(text, undefined, "postgres"))).toBe(code);
  });

  it("use question marks in other dialects, and their quotes", () => {
    expect(bindSql(sql("SELECT 'it\\'s {}', \"{}\", `name` # {}\n", 1, "b", "c"), undefined, "mysql")).toMatchObject({ text: "SELECT ?, ?, `name`", values: ["it's 1", "b"] });
    expect(bindSql(sql("SELECT 'C:\\{}', [na'me], \"x\" WHERE a = {}", 1, 2), undefined, "sqlite")).toMatchObject({ text: "SELECT ?, [na'me], \"x\" WHERE a = ?", values: ["C:\\1", 2] });
    expect(codeOf(() => bindSql(sql("SELECT * FROM `{}`", "t"), undefined, "mysql"))).toBe("sql-identifier");
    expect(codeOf(() => bindSql(sql("SELECT [{}]", "t"), undefined, "sqlite"))).toBe("sql-identifier");
  });

  it.each<[string, BoundText, string[]]>([
    ["escapes by MySQL's table", sql("SELECT 'a\\0b\\Zc\\fd\\x41\\101\\%\\_{}'", "!"), ["a\0b\x1acfdx41101\\%\\_!"]],
    ["a doubled double quote", sql('SELECT "say ""{}"""', "hi"), ['say "hi"']],
  ])("read %s", (_what, text, values) => {
    expect(bindSql(text, undefined, "mysql").values).toEqual(values);
  });

  it("stand for numbered question marks in SQLite", () => {
    expect(bindSql("SELECT ?2, ?1, ?2", ["a", "b"], "sqlite")).toMatchObject({ text: "SELECT ?, ?, ?", values: ["b", "a", "b"] });
  });

  it("never become a part of the statement, whatever they hold", () => {
    const frames = ["SELECT '{}'", "SELECT {}", "SELECT E'a{}b'", "SELECT $x${}$x$", "SELECT 'a''{}'", "SELECT 1 /* {} */ WHERE a = '{}'", "SELECT $$a{}$$ || {}"];
    fc.assert(
      fc.property(fc.constantFrom(...frames), fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 2 }), (frame, values) => {
        const neutral = bindSql(sql(frame, ...frame.split("{}").slice(1).map(() => "x")), undefined, "postgres").text;
        return bindSql(sql(frame, ...values.slice(0, frame.split("{}").length - 1)), undefined, "postgres").text === neutral;
      }),
    );
  });
});

describe("params", () => {
  it.each<[string, string, SqlParams, string, unknown[]]>([
    ["names", "SELECT :a, :b_2", { a: 1, b_2: "x" }, "SELECT $1, $2", [1, "x"]],
    ["a name again", "SELECT :a, :b, :a", { a: 1, b: 2 }, "SELECT $1, $2, $1", [1, 2]],
    ["a cast, which is no name", "SELECT :a::text, 'x'::text", { a: 1 }, "SELECT $1::text, 'x'::text", [1]],
    ["names in texts and comments, which are none", "SELECT ':a', \":a\", :a -- :b", { a: 1 }, 'SELECT \':a\', ":a", $1', [1]],
    ["a colon that is none", "SELECT arr[1:2], :a", { a: 1 }, "SELECT arr[1:2], $1", [1]],
    ["numbers", "SELECT $2, $1, $2", ["a", "b"], "SELECT $1, $2, $1", ["b", "a"]],
    ["question marks", "SELECT ?, ?", ["a", "b"], "SELECT $1, $2", ["a", "b"]],
    ["an operator beside numbers", "SELECT data ? 'k' WHERE id = $1", [1], "SELECT data ? 'k' WHERE id = $1", [1]],
    ["operators with question marks", "SELECT data ?| array['k'], data ?& array['k'], ?", [1], "SELECT data ?| array['k'], data ?& array['k'], $1", [1]],
    ["a null", "SELECT :a", { a: null }, "SELECT $1", [null]],
  ])("binds %s", (_what, text, params, expected, values) => {
    expect(bindSql(text, params, "postgres")).toMatchObject({ text: expected, values });
  });

  it("stand beside placeholders", () => {
    expect(bindSql(sql("SELECT {}, :a, '{}'", 1, 2), { a: "x" }, "postgres")).toMatchObject({ text: "SELECT $1, $2, $3", values: [1, "x", "2"] });
    expect(bindSql(sql("SELECT {}, ?", 1), ["x"], "mysql")).toMatchObject({ text: "SELECT ?, ?", values: [1, "x"] });
    expect(bindSql("SELECT :a, :a", { a: 1 }, "mysql")).toMatchObject({ text: "SELECT ?, ?", values: [1, 1] });
  });

  it.each<[string, string, SqlParams | undefined]>([
    ["an unknown name", "SELECT :a, :b", { a: 1 }],
    ["an unused name", "SELECT :a", { a: 1, b: 2 }],
    ["a name of every object", "SELECT :toString", {}],
    ["a number beyond the list", "SELECT $1, $2", [1]],
    ["the number 0", "SELECT $0, $1", [1]],
    ["an unused number", "SELECT $1", [1, 2]],
    ["a question mark too many", "SELECT ?, ?", [1]],
    ["one too few", "SELECT ?", [1, 2]],
    ["a number without a list", "SELECT $1", undefined],
    ["a name that stands only in a comment", "SELECT 1 -- :a", { a: 1 }],
  ])("refuse %s", (_what, text, params) => {
    expect(codeOf(() => bindSql(text, params, "postgres"))).toBe("sql-params");
  });

  it("leave a statement without any as it is", () => {
    expect(bindSql("SELECT a[1:n], b ? 'x' FROM t", undefined, "postgres")).toMatchObject({ text: "SELECT a[1:n], b ? 'x' FROM t", values: [] });
  });
});

describe("the kind of a statement", () => {
  it.each([
    ["SELECT 1", "read"],
    ["  /* note */ select 1", "read"],
    ["-- insert\nSELECT 1", "read"],
    ["(SELECT 1) UNION (SELECT 2)", "read"],
    ["VALUES (1)", "read"],
    ["TABLE t", "read"],
    ["SHOW server_version", "read"],
    ["EXPLAIN SELECT 1", "read"],
    ["WITH a AS (SELECT 1) SELECT * FROM a", "read"],
    ["WITH a AS (SELECT 'INSERT INTO') SELECT deleted, update FROM a FOR UPDATE", "read"],
    ["SELECT 'into' FROM (SELECT 1) x", "read"],
    ["SELECT * FROM t WHERE id = {{id}}", "read"],
    ["INSERT INTO t VALUES (1)", "write"],
    ["UPDATE t SET a = 1", "write"],
    ["DELETE FROM t", "write"],
    ["MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE", "write"],
    ["WITH a AS (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM a", "write"],
    ["WITH a AS MATERIALIZED (SELECT 1), b AS (DELETE FROM t RETURNING 1) SELECT * FROM b", "write"],
    ["WITH a AS (SELECT 1) UPDATE t SET a = 1", "write"],
    ["SELECT * INTO copy FROM t", "write"],
    ["(SELECT 1 INTO OUTFILE '/tmp/x')", "session"],
    ["WITH a AS (SELECT 1) SELECT * FROM a INTO OUTFILE '/tmp/x'", "session"],
    ["TABLE t INTO DUMPFILE '/tmp/x'", "session"],
    ["EXPLAIN INSERT INTO t VALUES (1)", "read"],
    ["REPLACE INTO t VALUES (1)", "write"],
    ["WITH a AS (SELECT 1) REPLACE INTO t SELECT * FROM a", "write"],
    ["SELECT 'it\\'s' AS a", "read"],
    ["SELECT `a` FROM `t` # DELETE", "read"],
    ["PRAGMA table_info(t)", "read"],
    ["VACUUM INTO 'x'", "session"],
    ["VACUUM main INTO 'x'", "session"],
    ["VACUUM", "write"],
    ["SELECT a FROM t INTO OUTFILE '/x'", "session"],
    ["SELECT a INTO DUMPFILE '/x' FROM t", "session"],
    ["SELECT a INTO outfiles FROM t", "write"],
    ["/*! DELETE FROM t */", "write"],
    ["HANDLER t OPEN", "session"],
    ["XA START 'x'", "session"],
    ["CREATE TABLE t (a int)", "write"],
    ["TRUNCATE t", "write"],
    ["REFRESH MATERIALIZED VIEW v", "write"],
    ["CALL p()", "write"],
    ["DO $$ BEGIN END $$", "write"],
    ["SELECT 'unterminated", "write"],
    ["BEGIN", "session"],
    ["COMMIT", "session"],
    ["SET search_path TO x", "session"],
    ["COPY t TO STDOUT", "session"],
    ["LISTEN x", "session"],
    ["DECLARE c CURSOR FOR SELECT 1", "session"],
  ])("%s: %s", (text, kind) => {
    expect(kindOfText(text)).toBe(kind);
  });

  it("is a read for what is no text", () => {
    expect(kindOfText(undefined)).toBe("read");
  });
});

describe("tokens", () => {
  it.each(["postgres", "mysql", "sqlite"])("give the whole text back and end, whatever it is: %s", (dialect) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."'\"$`[]\\-/*#;:?.()aE1 \n".split("")), maxLength: 40 }), (text) => {
        try {
          return tokenizeSql(text, dialect).filter(({ kind }) => kind !== "space").every((token) => text.includes(token.text));
        } catch (error) {
          return error instanceof StepFailure && error.code === "sql-error";
        }
      }),
    );
  });
});
