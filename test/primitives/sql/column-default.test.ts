import { describe, expect, it } from "vitest";
import { isSameDefault } from "../../../src/primitives/sql/column-default.js";

describe("isSameDefault", () => {
  it.each<[string | number | boolean | null, string | undefined, boolean]>([
    ["draft", "'draft'::character varying", true],
    ["draft", "'draft'::text", true],
    ["it's", "'it''s'::text", true],
    ["'draft'::text", "'draft'::text", true],
    ["now()", "now()", true],
    ["CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP", true],
    [0, "0", true],
    [0, "'0'::numeric", true],
    [-1, "'-1'::integer", true],
    [-1, "(-1)", true],
    [1.5, "1.5", true],
    [true, "true", true],
    ["member", "'member'::\"Role\"", true],
    ["{}", "'{}'::text[]", true],
    ["", "''::text", true],
    [null, undefined, true],
    [null, "NULL::character varying", true],
    ["draft", "'drafts'::text", false],
    ["draft", undefined, false],
    [null, "0", false],
    [0, "10", false],
    [1, "true", false],
    ["a", "lower('a'::text)", false],
    ["a'::text || 'b", "('a'::text || 'b'::text)", false],
    ["nextval", "nextval('users_id_seq'::regclass)", false],
  ])("%j and %j: %j", (declared, expression, expected) => {
    expect(isSameDefault(declared, expression)).toBe(expected);
  });
});
