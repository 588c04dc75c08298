import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPostgresArray } from "../../src/adapters/postgres-array.js";

const read = (text: string): unknown[] => readPostgresArray(text, (element) => element);

describe("readPostgresArray", () => {
  it.each<[string, unknown[]]>([
    ["{}", []],
    ["{a}", ["a"]],
    ["{a,NULL,null}", ["a", null, "null"]],
    ['{"NULL",""}', ["NULL", ""]],
    ['{"a,b","{c}","d\\"e","f\\\\g"}', ["a,b", "{c}", 'd"e', "f\\g"]],
    ["{{1,2},{3,4}}", [["1", "2"], ["3", "4"]]],
    ["[2:3]={a,b}", ["a", "b"]],
    ["[0:0][1:2]={{a,b}}", [["a", "b"]]],
    ['{"line\nbreak"}', ["line\nbreak"]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each(["", "a", "{", "{a", "{a,}", "{,a}", '{"a}', "{a}b", "{a}{b}"])("refuses %j", (text) => {
    expect(() => read(text)).toThrow(/expected an array/);
  });

  it("reads every text that is quoted as PostgreSQL quotes it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (items) => {
        const text = `{${items.map((item) => `"${item.replace(/[\\"]/g, "\\$&")}"`).join(",")}}`;
        expect(read(text)).toEqual(items);
      }),
    );
  });
});
